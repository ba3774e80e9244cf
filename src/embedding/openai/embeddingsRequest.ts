import { z } from 'zod';
import { EmbeddingError } from '../embeddingError.ts';

/** One OpenAI-compatible service, as {@link requestEmbeddings} needs it. */
export interface EmbeddingsEndpoint {
  /** Full address, ending in `/embeddings`. */
  readonly address: URL;
  /** Model name the service knows. */
  readonly model: string;
  readonly apiKey: string | undefined;
  /** Sent as `dimensions` when set. */
  readonly dimensions: number | undefined;
  /** Milliseconds until a request is given up. */
  readonly timeoutMs: number;
}

/** A failure that may pass by itself: the same request may be sent again, after `retryAfterMs` when the service says so. */
export class PassingFailure extends EmbeddingError {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super('provider', message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Statuses with which services refuse what a text is, not who asks or when. */
const TEXT_REFUSED = new Set([400, 413, 422]);
const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().min(0), embedding: z.array(z.unknown()) })),
});

/**
 * Sends one `POST …/embeddings` and gives the vectors in the order of the texts, unchecked.
 * @throws PassingFailure on 429, 5xx, timeouts and network failures
 * @throws EmbeddingError `text` when the service refuses the input, `provider` for the rest. No message holds the key.
 */
export async function requestEmbeddings(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly unknown[][]> {
  const { address, model, apiKey, dimensions, timeoutMs } = endpoint;
  const timeout = AbortSignal.timeout(timeoutMs);
  let status: number;
  let retryAfter: string | null;
  let body: string;
  try {
    const response = await fetch(address, {
      method: 'POST',
      // A redirect would carry the texts to another place than the one configured.
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float', ...(dimensions && { dimensions }) }),
      signal: AbortSignal.any([signal, timeout]),
    });
    ({ status } = response);
    retryAfter = response.headers.get('retry-after');
    body = await response.text();
  } catch (error) {
    if (signal.aborted) throw new EmbeddingError('closed', 'given up by those who asked');
    if (timeout.aborted) throw new PassingFailure(`no answer from ${address.host} within ${timeoutMs} ms`);
    throw new PassingFailure(`${address.host} cannot be reached: ${networkReason(error)}`);
  }
  if (status === 200) return inOrder(body, texts.length, address.host);

  const said = `${address.host} answered ${status}: ${redact(body, apiKey)}`;
  if (status === 429 || status === 408 || status >= 500) throw new PassingFailure(said, milliseconds(retryAfter));
  throw new EmbeddingError(TEXT_REFUSED.has(status) ? 'text' : 'provider', said);
}

function inOrder(body: string, count: number, host: string): readonly unknown[][] {
  const parsed = answerSchema.safeParse(parseJson(body));
  if (!parsed.success) throw new EmbeddingError('provider', `${host} answered something that is no list of embeddings`);
  const vectors: unknown[][] = [];
  for (const { index, embedding } of parsed.data.data) vectors[index] = embedding;
  if (parsed.data.data.length !== count || vectors.length !== count || Object.keys(vectors).length !== count) {
    throw new EmbeddingError('provider', `${host} answered ${parsed.data.data.length} embeddings for ${count} texts`);
  }
  return vectors;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The error code only: messages of the HTTP client can quote headers. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return 'the request failed';
}

/** Services quote the key in their refusals. */
function redact(body: string, apiKey: string | undefined): string {
  const open = apiKey ? body.replaceAll(apiKey, '[key]') : body;
  return open.replace(/\s+/g, ' ').slice(0, 200);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
function milliseconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
