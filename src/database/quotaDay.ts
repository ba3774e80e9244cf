import { toLocalDateTime } from './values.ts';

/** The day of an instant, by which quotas are counted: `YYYY-MM-DD`, UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** When the next day begins, as ISO-8601 UTC text. */
export function nextDay(instant: Date): string {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate() + 1)).toISOString();
}

/** A day as statements take it: its name, and its first moment. */
export function dayParameters(instant: Date) {
  const day = dayOf(instant);
  return { day, dayStart: toLocalDateTime(new Date(`${day}T00:00:00Z`)) };
}
