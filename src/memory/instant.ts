import { z } from 'zod';
import { isLocalDateTime, toDate } from '../database/values.ts';

/** An instant as JSON has it, in an input that waited for approval. */
const IN_JSON = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An instant, as the DateTime scalar, JavaScript or the JSON of a Date hands it over. */
export const instantSchema = z
  .preprocess((value) => (typeof value === 'string' && IN_JSON.test(value) ? new Date(value) : value), z.unknown())
  .pipe(z.custom<Date>((value) => isDate(value) || isLocalDateTime(value), 'an instant'))
  .transform((value): Date => (value instanceof Date ? value : toDate(value)));

function isDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}
