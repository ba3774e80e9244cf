import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { startTestServer, type TestServer } from './support/server.ts';

const NO_GET = 'operations are answered at POST only: a GET can be sent by any link or image and ends up in logs';
const STATUS_400 = 'Apollo answers 400 whatever the media type, so that proxies and clients see the failure';

/** What is not met, by id, with the reason. Every MUST is met. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '5A70': NO_GET,
  D6D5: NO_GET,
  '6A70': NO_GET,
  '572B': STATUS_400,
  FDE2: STATUS_400,
  '7B9B': STATUS_400,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The audits of graphql-http, against the real server. */
describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch });

  test.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))('%s', async (_name, audit) => {
    const { status } = await audit.fn();
    const accepted = audit.name.startsWith('MAY') ? 'notice' : 'warn';
    expect(status).toBe(audit.id in ACCEPTED ? accepted : 'ok');
  });

  test('what is accepted is no MUST, and still an audit', () => {
    const names = Object.keys(ACCEPTED).map((id) => audits.find((audit) => audit.id === id)?.name ?? 'gone');
    expect(names.filter((name) => !/^(SHOULD|MAY) /.test(name))).toEqual([]);
    expect(audits.length).toBeGreaterThan(50);
  });
});
