#!/bin/sh
# A bot that plays the first move it is offered. See docs/protocol.md.
while read -r line; do
  id=$(printf '%s\n' "$line" | sed -n 's/.*"do": "legal", "moves": \[{"id": "\([^"]*\)".*/\1/p')
  if [ -n "$id" ]; then
    printf '{"do": "play", "id": "%s"}\n' "$id"
  fi
done
