/**
 * The server that the whole run shares: without hooks, with the real embedder. Tests keep apart by namespace and agent.
 * @throws Error when the run has none, as under `--globalSetup=` or with TEST_NEO4J_URI
 */
export function sharedServer(): string {
  const url = process.env['TEST_SERVER_URL'];
  if (url === undefined)
    throw new Error('no server for the tests: run jest with its global set-up, or set TEST_SERVER_URL');
  return url;
}
