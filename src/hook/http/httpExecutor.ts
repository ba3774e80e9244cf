import type { HookDefinition } from '../definition.ts';
import { lastLine } from '../exec/lastLine.ts';
import type { Executor, HookAnswer, HookRequest } from '../executor.ts';
import { HookFailure } from '../failure.ts';
import { ANSWER_CAP, decodeAnswer, encodeRequest } from '../message.ts';
import type { Environment } from '../process/environment.ts';
import { Runs } from '../runs.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

/** Requests that may be under way at the same time. */
const CONCURRENCY = 64;

/** What the executor takes from its surroundings. */
export interface HttpExecutorOptions {
  /** The server's environment, where `secret_env` of a hook is looked up. */
  readonly environment: Environment;
  /** Signs for hooks that name no variable of their own. */
  readonly secret?: string | undefined;
  /** @default the system's */
  readonly clock?: (() => Date) | undefined;
}

/**
 * Mode `http`: posts to an address what a process would read, signed (`signature.ts`), and reads the body of the response
 * like the output of a process. Anything but a 2xx is a failure; redirects are not followed, since they would carry the
 * payload to an address that nobody configured. Connections are kept and used again.
 */
export class HttpExecutor implements Executor {
  readonly #options: HttpExecutorOptions;
  readonly #runs = new Runs(CONCURRENCY);

  constructor(options: HttpExecutorOptions) {
    this.#options = options;
  }

  /** Nothing goes out unsigned. */
  obstacle(hook: HookDefinition): string | null {
    if (this.#secretOf(hook) !== undefined) return null;
    return hook.secretEnv === undefined
      ? 'nothing to sign with: set MNEMOGRAPH_HOOK_SECRET, or name a variable in secret_env'
      : `nothing to sign with: the variable ${hook.secretEnv} is not set`;
  }

  /** @throws HookFailure; or, when `signal` is aborted first, its reason */
  async run(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    return await this.#runs.run(signal, (stop) => this.#post(hook, request, stop));
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    await this.#runs.close();
  }

  async #post(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    const body = encodeRequest(request);
    try {
      const response = await fetch(hook.url ?? '', {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'mnemograph',
          [SIGNATURE_HEADER]: this.#sign(hook, body),
        },
        body,
        signal,
      });
      if (response.ok) return { value: decodeBody(await boundedText(response)) };
      await response.body?.cancel();
      throw new HookFailure('error', `answered with status ${response.status}`);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof HookFailure ? error : unreachable(error);
    }
  }

  #sign(hook: HookDefinition, body: string): string {
    const secret = this.#secretOf(hook);
    if (secret === undefined) throw new HookFailure('error', this.obstacle(hook) ?? '');
    return signatureOf(body, secret, this.#options.clock?.() ?? new Date());
  }

  #secretOf({ secretEnv }: HookDefinition): string | undefined {
    const { environment, secret } = this.#options;
    return (secretEnv === undefined ? secret : environment[secretEnv]) || undefined;
  }
}

/** One document on however many lines; else, like a process, the last line that is not blank. */
function decodeBody(text: string): unknown {
  try {
    return decodeAnswer(text);
  } catch {
    return decodeAnswer(lastLine(text));
  }
}

/** @throws HookFailure when the body is too long */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop breaks the response off.
    if (bytes > ANSWER_CAP) throw new HookFailure('error', `answered with more than ${ANSWER_CAP} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreachable(error: unknown): HookFailure {
  const cause = error instanceof Error ? error.cause : undefined;
  const why =
    cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : (error as Error).message;
  return new HookFailure('error', `cannot be reached: ${why}`, { cause: error });
}
