import { Router } from 'express';
import type { Logger } from 'pino';

/** How one part of the service is. */
export interface PartState {
  readonly ok: boolean;
  /** A short state, e.g. `migrated to 3`, never an address or a secret. */
  readonly state?: string;
}

/** Whether the service can do its work. */
export interface Readiness {
  readonly ready: boolean;
  /** Database, migrations, embedder. */
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Asks all parts how they are. */
export type CheckReadiness = () => Promise<Readiness>;

/** How long the parts may take to answer. */
const DEADLINE_MS = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, else 503; a part that fails or does not answer in two
 * seconds makes it not ready.
 */
export function health(check: CheckReadiness, isStopping: () => boolean, log: Logger): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('cache-control', 'no-store').json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    const { ready, parts } = isStopping()
      ? { ready: false, parts: { server: { ok: false, state: 'stopping' } } }
      : await readinessWithin(check, log);
    response
      .status(ready ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', parts });
  });
  return router;
}

async function readinessWithin(check: CheckReadiness, log: Logger): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve(notReady('no answer in time')), DEADLINE_MS);
  });
  const answered = Promise.resolve()
    .then(check)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'readiness check failed');
      return notReady('failed');
    });
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

function notReady(state: string): Readiness {
  return { ready: false, parts: { check: { ok: false, state } } };
}
