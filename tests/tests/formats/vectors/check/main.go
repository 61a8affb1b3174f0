// Checks the keys of a file with Google's own package: each line must be what Append writes, and Parse must read it back.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/google/orderedcode"
)

func check(line string) error {
	part := strings.Split(line, "\t")
	if len(part) != 4 {
		return fmt.Errorf("%d parts", len(part))
	}
	kind, order, value := part[0], part[1], part[2]
	stored, err := hex.DecodeString(part[3])
	if err != nil {
		return err
	}
	wrap := func(item interface{}) interface{} {
		if order == "desc" {
			return orderedcode.Decr(item)
		}
		return item
	}
	var item, target interface{}
	var read func() interface{}
	switch kind {
	case "uint64":
		number, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return err
		}
		into := new(uint64)
		item, target, read = number, into, func() interface{} { return *into }
	case "int64":
		number, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return err
		}
		into := new(int64)
		item, target, read = number, into, func() interface{} { return *into }
	case "float64":
		bits, err := strconv.ParseUint(value, 16, 64)
		if err != nil {
			return err
		}
		into := new(float64)
		item, target, read = math.Float64frombits(bits), into, func() interface{} { return *into }
	case "string":
		content, err := hex.DecodeString(value)
		if err != nil {
			return err
		}
		into := new(string)
		item, target, read = string(content), into, func() interface{} { return *into }
	default:
		return fmt.Errorf("unknown kind %s", kind)
	}
	written, err := orderedcode.Append(nil, wrap(item))
	if err != nil {
		return err
	}
	if string(written) != string(stored) {
		return fmt.Errorf("Append writes %x", written)
	}
	rest, err := orderedcode.Parse(string(stored), wrap(target))
	if err != nil {
		return err
	}
	found := read()
	if float, is := found.(float64); is {
		// A NaN is not equal to itself, so floats are compared by their bits.
		if math.Float64bits(float) != math.Float64bits(item.(float64)) {
			return fmt.Errorf("Parse reads %x", math.Float64bits(float))
		}
	} else if found != item {
		return fmt.Errorf("Parse reads %v", found)
	}
	if rest != "" {
		return fmt.Errorf("Parse leaves %x", rest)
	}
	return nil
}

func main() {
	lines, failed := 0, 0
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		lines++
		if err := check(input.Text()); err != nil {
			failed++
			fmt.Printf("%s: %v\n", input.Text(), err)
		}
	}
	fmt.Printf("orderedcode: %d keys, %d differ\n", lines, failed)
	if failed > 0 || lines == 0 {
		os.Exit(1)
	}
}
