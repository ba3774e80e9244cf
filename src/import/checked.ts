import { z } from 'zod';
import { OperationRefused } from '../errors.ts';
import { parseInput } from '../pipeline/parseInput.ts';
import type { Problem } from './row.ts';

/** A row that cannot be read as what it says it is; the message names the field and the bound. */
export class BadRow extends Error {}

/**
 * Checks a value of a file as the input of an operation is checked.
 * @throws BadRow naming the field, the bound and what is there
 */
export function checked<Output>(schema: z.ZodType<Output>, raw: unknown): Output {
  try {
    return parseInput(schema, raw);
  } catch (error) {
    if (error instanceof OperationRefused) throw new BadRow(error.message);
    throw error;
  }
}

/**
 * What a wire codec reads.
 * @throws BadRow naming the field
 */
export function decoded<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    throw new BadRow(`${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? 'not valid'}`);
  }
}

/** What `read` makes of a row, or the problem with it. */
export function rowOrProblem<Row>(line: number, read: () => Row): Row | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadRow) return { kind: 'problem', line, what: error.message };
    throw error;
  }
}
