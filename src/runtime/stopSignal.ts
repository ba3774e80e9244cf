/** A group that is signalled at once gets the signal twice: from the system, and from npm, which passes it on. */
const SAME_REQUEST_MS = 1_000;

/**
 * Aborts when a person or the system asks a command to stop.
 * @param endAtOnce called at a second request, other than the same one coming twice
 */
export function stopSignal(endAtOnce: () => void): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted && performance.now() - since < SAME_REQUEST_MS) return;
      if (stopping.signal.aborted) endAtOnce();
      since = performance.now();
      stopping.abort(new Error('stopped'));
    });
  }
  return stopping.signal;
}
