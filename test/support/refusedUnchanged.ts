import { expect } from '@jest/globals';
import type { HttpClient, WireError } from './client.ts';
import { fingerprint } from './graph.ts';

/** The refusal of an operation, once it is sure that the graph of a namespace did not change by it. */
export async function refusedUnchanged(
  namespace: string,
  client: HttpClient,
  document: string,
  variables: Record<string, unknown>,
): Promise<WireError['extensions'] & { message: string }> {
  const before = await fingerprint(namespace);
  const refusal = await client.refusal(document, variables);
  expect(await fingerprint(namespace)).toBe(before);
  return refusal;
}
