import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the service saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
  readonly at: number;
}

/** Answers the n-th request, counted from 0; does nothing with it to stay silent. */
export type Answer = (request: SeenRequest, response: ServerResponse, n: number) => void | Promise<void>;

/** A real HTTP server on a free loopback port that speaks as an OpenAI-compatible embedding service. */
export async function embeddingService(answer: Answer = answerWell) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const entry = {
        path,
        headers: request.headers,
        body: JSON.parse(text) as SeenRequest['body'],
        at: performance.now(),
      };
      void answer(entry, response, seen.push(entry) - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Three dimensions: the text's length, 1 when it begins with `-`, and 1. */
export function vectorOf(text: string): number[] {
  return [text.length, text.startsWith('-') ? 1 : 0, 1];
}

/** The list of embeddings for a request. */
export function embeddings({ body }: SeenRequest): { index: number; embedding: number[] }[] {
  return body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
}

/** Sends JSON, or text as it stands. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Answers as the service should. */
export function answerWell(request: SeenRequest, response: ServerResponse): void {
  send(response, 200, { object: 'list', data: embeddings(request), model: request.body.model });
}
