/** One sign of life of a step of the start that takes a while. */
export interface ProgressEvent {
  /** What is being made ready, e.g. `Neo4j 2026.08.1`. */
  readonly subject: string;
  readonly step: 'waiting' | 'downloading' | 'unpacking' | 'preparing' | 'starting' | 'stopping' | 'done';
  /** Files fetched or copied so far; 0 when the step moves none. */
  readonly files: number;
  /** Bytes fetched or copied so far; 0 when the step moves none. */
  readonly bytes: number;
  /** About how many bytes there are in all, when known. */
  readonly expectedBytes?: number;
  /** Milliseconds since work on the subject began. */
  readonly elapsedMs: number;
}

/** Takes progress; called a few times a second at most, and always with `done` at the end. */
export type ReportProgress = (event: ProgressEvent) => void;

/** One line for the terminal: what, how much, how long. */
export function describeProgress(event: ProgressEvent): string {
  const parts: string[] = [event.step];
  if (event.files > 0) parts.push(`${event.files} file${event.files === 1 ? '' : 's'}`);
  if (event.bytes > 0) {
    const of = event.expectedBytes === undefined ? '' : ` of about ${megabytes(event.expectedBytes)}`;
    parts.push(`${megabytes(event.bytes)}${of} MB`);
  }
  parts.push(`${(event.elapsedMs / 1000).toFixed(1)} s`);
  return `${event.subject}: ${parts.join(', ')}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}
