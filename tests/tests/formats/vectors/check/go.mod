module check

go 1.21

require github.com/google/orderedcode v0.0.1
