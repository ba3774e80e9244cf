import type { ProgressEvent, ReportProgress } from './progress.ts';

/** Counts files and bytes of one subject and reports them, at most five times a second. */
export interface ProgressMeter {
  /** Enters a step; always reported. */
  enter(step: ProgressEvent['step']): void;
  /** One more file of so many bytes. */
  add(bytes: number): void;
}

/**
 * Counts what a step of the start has fetched, and reports it a few times a second.
 * @param subject what is being made ready
 * @param expectedBytes about how many bytes there are in all
 */
export function progressMeter(subject: string, report: ReportProgress, expectedBytes?: number): ProgressMeter {
  const begun = performance.now();
  let step: ProgressEvent['step'] = 'waiting';
  let files = 0;
  let bytes = 0;
  let lastReport = -Infinity;
  const send = () => {
    lastReport = performance.now();
    const elapsedMs = Math.round(lastReport - begun);
    report({ subject, step, files, bytes, elapsedMs, ...(expectedBytes === undefined ? {} : { expectedBytes }) });
  };
  return {
    enter(next) {
      step = next;
      send();
    },
    add(size) {
      files += 1;
      bytes += size;
      if (performance.now() - lastReport >= 200) send();
    },
  };
}
