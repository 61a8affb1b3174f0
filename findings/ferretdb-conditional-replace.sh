#!/usr/bin/env bash
# FerretDB 1 on SQLite tells several writers that each has replaced the same version of a document.
#
# Packages: github.com/FerretDB/FerretDB v1.24.2, a server of MongoDB's protocol, and go.mongodb.org/mongo-driver v1.17.3 (Go).
#
# A replacement with a version in its filter is how clients of MongoDB change a document only if it is as they have read it: the
# server matches and replaces in one step, and the answer says whether a document was matched. SQLite has one writer at a time, so
# a good guess is that FerretDB keeps this promise. But FerretDB reads the document, compares it with the filter itself, and
# writes it afterwards. Two clients match the same version, both are told that one document was matched, and one change is
# lost without an error. A client whose tests have one writer at a time never meets this.
#
# Output of 2026-11-29:
#   1 writer: every replacement that the server confirmed has made a version: true
#   6 writers: every replacement that the server confirmed has made a version: false
#   (584 of 600 replacements were confirmed, and made 100 versions)
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir rows
cat > go.mod << 'MOD'
module conditional

go 1.24

require (
	github.com/FerretDB/FerretDB v1.24.2
	go.mongodb.org/mongo-driver v1.17.3
)
MOD
cat > main.go << 'GO'
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/FerretDB/FerretDB/ferretdb"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

// replace tries a hundred times to replace the document that it has read, and counts the answers that say it has.
func replace(documents *mongo.Collection, confirmed *atomic.Int64) {
	for i := 0; i < 100; i++ {
		var document struct{ Version int64 }
		id := bson.D{{"_id", "document"}}
		if err := documents.FindOne(context.TODO(), id).Decode(&document); err != nil {
			log.Fatal(err)
		}
		filter := append(id, bson.E{"version", document.Version})
		replaced, err := documents.ReplaceOne(context.TODO(), filter, bson.D{{"version", document.Version + 1}})
		if err != nil {
			log.Fatal(err)
		}
		confirmed.Add(replaced.MatchedCount)
	}
}

func main() {
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Logger:    slog.New(slog.NewTextHandler(io.Discard, nil)),
		Handler:   "sqlite",
		SQLiteURL: "file:rows/",
	})
	if err != nil {
		log.Fatal(err)
	}
	go server.Run(context.Background())
	client, err := mongo.Connect(context.TODO(), options.Client().ApplyURI(server.MongoDBURI()))
	if err != nil {
		log.Fatal(err)
	}
	for _, writers := range []int{1, 6} {
		documents := client.Database("test").Collection(fmt.Sprintf("documents%d", writers))
		if _, err := documents.InsertOne(context.TODO(), bson.D{{"_id", "document"}, {"version", int64(0)}}); err != nil {
			log.Fatal(err)
		}
		var confirmed atomic.Int64
		var group sync.WaitGroup
		for i := 0; i < writers; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				replace(documents, &confirmed)
			}()
		}
		group.Wait()
		var last struct{ Version int64 }
		if err := documents.FindOne(context.TODO(), bson.D{}).Decode(&last); err != nil {
			log.Fatal(err)
		}
		log.Printf("%d confirmed, version %d", confirmed.Load(), last.Version)
		name := "writers"
		if writers == 1 {
			name = "writer"
		}
		fmt.Printf("%d %s: every replacement that the server confirmed has made a version: %t\n",
			writers, name, confirmed.Load() == last.Version)
	}
}
GO
{ go mod tidy && go build -o conditional .; } > build.log 2>&1 || { cat build.log; exit 1; }
./conditional > output 2> log || { cat log; exit 1; }
cat output log
diff output - << 'EXPECTED'
1 writer: every replacement that the server confirmed has made a version: true
6 writers: every replacement that the server confirmed has made a version: false
EXPECTED
