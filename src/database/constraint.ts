import { Neo4jError } from 'neo4j-driver';

/** Outcome of a row that a uniqueness constraint refused: somebody else was faster. */
export const CONSTRAINT_VIOLATED = 'CONSTRAINT_VIOLATED';

/** True when a uniqueness constraint refused the statement. */
export function isConstraintViolation(error: unknown): boolean {
  return error instanceof Neo4jError && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed';
}
