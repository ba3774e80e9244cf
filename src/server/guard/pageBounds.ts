import type { GraphQLField } from 'graphql';
import { badUserInput } from '../../errors.ts';
import { LIMITS } from './limits.ts';

/** Values of a field's arguments, after coercion. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/** Generated lists are known by their `where`: operations of ours take an `input` and bound it themselves. */
export function isGenerated(field: GraphQLField<unknown, unknown>): boolean {
  return field.args.some((argument) => argument.name === 'where');
}

/**
 * Holds the paging arguments of a generated list to their bounds. A number beyond one is refused, not clipped
 * (contract: "Refusals").
 * @param path name of the field, the beginning of `details.field`
 * @throws OperationRefused BAD_USER_INPUT
 */
export function checkPage(path: string, values: ArgumentValues): void {
  requireBetween(`${path}.limit`, values['limit'], LIMITS.pageSize);
  requireBetween(`${path}.first`, values['first'], LIMITS.pageSize);
  requireBetween(`${path}.offset`, values['offset'], LIMITS.offset);
  if (typeof values['after'] === 'string') requireCursor(`${path}.after`, values['after']);
}

function requireBetween(field: string, value: unknown, most: number): void {
  if (typeof value !== 'number') return;
  if (value < 0 || value > most) throw badUserInput(field, `0 to ${most}`, value);
}

/** Cursors of generated connections are Relay array offsets; a broken one would silently mean "from the beginning". */
function requireCursor(field: string, cursor: string): void {
  const offset = /^arrayconnection:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))?.[1];
  if (offset === undefined) throw badUserInput(field, 'an endCursor of this connection', `${cursor.length} characters`);
  requireBetween(field, Number(offset), LIMITS.offset);
}
