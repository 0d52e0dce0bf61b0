"""A bot in a few lines: it plays any of the moves it is offered. See docs/protocol.md."""

import json
import random
import sys

for line in sys.stdin:
    told = json.loads(line)
    if told["do"] == "legal" and told["moves"]:
        print(json.dumps({"do": "play", "id": random.choice(told["moves"])["id"]}), flush=True)
