#!/usr/bin/env python3
"""Writes abbreviations out before a recall. Started once; a line in, a line out, until its input ends."""
import json
import re
import sys

ABBREVIATIONS = {"db": "database", "k8s": "Kubernetes", "auth": "authentication"}

for line in sys.stdin:
    query = json.loads(line)["payload"]["query"]
    known = [ABBREVIATIONS[word] for word in re.findall(r"\w+", query.lower()) if word in ABBREVIATIONS]
    answer = {"action": "modify", "delta": {"query": " ".join([query, *known])}} if known else {"action": "allow"}
    # Without flush the answer would stay in Python's buffer, and recall wait in vain.
    print(json.dumps(answer), flush=True)
