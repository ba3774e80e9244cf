import type { GraphQLResolveInfo } from 'graphql';
import { execute } from '../pipeline/execute.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { GraphContext } from './context.ts';

/** What answers a field. */
export type Resolve<Arguments, Source = unknown, Result = unknown> = (
  source: Source,
  args: Arguments,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Result;

/** The argument of every mutation. */
export interface Keyed {
  readonly idempotencyKey?: string | null | undefined;
}

/** A root field that is one operation: arguments in, through the pipeline, answer out. */
export function operation<Arguments extends object, Input, Prepared, Result>(
  verb: Operation<Input, Prepared, Result>,
  input: (args: Arguments) => unknown,
): Resolve<Arguments & Keyed, unknown, Promise<Result>> {
  return (_source, args, { operation: context }) =>
    execute(verb, input(args), { ...context, idempotencyKey: args.idempotencyKey ?? undefined });
}

/** What an operation takes whose arguments are its input. */
export const taken = <Input>({ input }: { input: Input }): Input => input;
