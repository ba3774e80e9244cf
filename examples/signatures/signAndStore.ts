#!/usr/bin/env -S node --import tsx
// Signs a memory and stores it: signAndStore.ts URL AGENT-ID PRIVATE-KEY.pem TITLE CONTENT. The public key must be registered
// for the agent (registerAgent). Where AUTH_MODE is not none, send a token instead of x-agent-id.
import { createHash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encode, rfc8949EncodeOptions } from 'cborg';

const [url, agentId, keyFile, title, content] = process.argv.slice(2) as [string, string, string, string, string];
const namespace = 'global';
const createdAt = new Date().toISOString();
const form = {
  agent_id: agentId,
  namespace,
  title,
  kind: 'observation',
  created_at: createdAt,
  content_sha256: new Uint8Array(createHash('sha256').update(content, 'utf8').digest()),
};
const signature = sign(null, encode(form, rfc8949EncodeOptions), readFileSync(keyFile)).toString('base64');
const query = `mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id attestLevel } } }`;
const answer = await fetch(`${url}/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-agent-id': agentId },
  body: JSON.stringify({ query, variables: { input: { namespace, title, content, createdAt, signature } } }),
});
console.log(await answer.text());
