#!/usr/bin/env -S node --import tsx
// A person is asked before a memory is deleted. Runs anew for each deletion. Node 22.18 and newer need no `--import tsx`.
import { readFileSync } from 'node:fs';

interface Request {
  readonly event: 'pre_delete';
  readonly payload: { readonly id: string };
}

const { payload } = JSON.parse(readFileSync(0, 'utf8')) as Request;
console.log(
  JSON.stringify({
    action: 'ask_user',
    prompt: `Delete the memory ${payload.id}?`,
    options: ['yes', 'no'],
    default: 'no',
  }),
);
