import { mkdtempSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseConfig } from '../../../src/config.ts';
import { OperationRefused } from '../../../src/errors.ts';
import { believe } from '../../../src/server/authenticate.ts';
import { createLogger } from '../../../src/server/log.ts';
import { createMetrics, type Metrics } from '../../../src/server/metrics.ts';
import type { TranslateError } from '../../../src/server/publicError.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../../src/server/startServer.ts';
import { createStage, type Stage, type TestContext, testSchema } from './schema.ts';

/** A real server on a free port, with what a test wants to look at. */
export interface TestServer extends RunningServer {
  readonly stage: Stage;
  readonly metrics: Metrics;
  /** Log lines, parsed. */
  readonly lines: Record<string, unknown>[];
}

/** Known failures of the "database" of these tests. */
const translateError: TranslateError = (error) =>
  error instanceof Error && 'code' in error && error.code === 'ServiceUnavailable'
    ? new OperationRefused('UNAVAILABLE', 'the database does not answer')
    : null;

/** Starts one; tests close what they start. */
export async function startTestServer(
  environment: Record<string, string> = {},
  options: Partial<ServerOptions<TestContext>> = {},
): Promise<TestServer> {
  const stage = createStage();
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  let contexts = 0;
  const config = parseConfig({
    PORT: '0',
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'debug',
    SHUTDOWN_GRACE_MS: '1000',
    ...environment,
  });
  const server = await startServer<TestContext>({
    schema: testSchema(stage),
    config,
    log: createLogger(config, lineSink(lines)),
    metrics,
    contextFor: async (principal, info) => {
      let latest = info.bookmarks;
      return {
        principal,
        info,
        number: ++contexts,
        bookmarks: { received: info.bookmarks, latest: () => latest },
        wrote: (bookmark) => (latest = [bookmark]),
      };
    },
    authenticate: believe,
    readiness: async () => ({ ready: true, parts: { database: { ok: true } } }),
    playgroundFolder: mkdtempSync(join(tmpdir(), 'playground-')),
    translateError,
    ...options,
  });
  return { ...server, stage, metrics, lines };
}

function lineSink(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString('utf8').split('\n').filter(Boolean)) lines.push(JSON.parse(line));
      done();
    },
  });
}

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Tests look into answers of every shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

/** One request with any headers, `host` and `origin` among them, on a connection of its own. */
export function send(
  url: string,
  {
    body,
    ...options
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer; path?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { ...options, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = response.headers['content-type']?.includes('json') ?? false;
        const json: unknown = isJson ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    // A server that refuses a body stops reading it; its answer comes all the same.
    request.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? undefined : reject(error)));
    request.end(body);
  });
}

/** Posts one operation. */
export function post(
  server: { url: string },
  query: string,
  variables?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
}
