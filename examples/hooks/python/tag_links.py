#!/usr/bin/env python3
"""Tags a memory with the hosts that it links to. Runs anew for each store."""
import json
import re
import sys

payload = json.loads(sys.stdin.readline())["payload"]
hosts = re.findall(r"https?://([a-z0-9.-]+)", payload.get("content", ""), re.IGNORECASE)
tags = payload.get("tags", [])
new = [tag for tag in dict.fromkeys("host:" + host.lower() for host in hosts) if tag not in tags]

if new:
    print(json.dumps({"action": "modify", "delta": {"tags": tags + new}}))
