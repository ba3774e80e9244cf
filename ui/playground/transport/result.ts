/** An operation as it is sent. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | undefined;
}

/** Extra headers of one operation. */
export type Headers = Readonly<Record<string, string>>;

/** What comes back, or what stands in for it when nothing did. */
export interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly [key: string]: unknown }[];
  readonly extensions?: Record<string, unknown>;
}

/** A result that says in words what went wrong on the way, and what to do. */
export function failedResult(message: string, advice: string): Result {
  return { errors: [{ message, advice }] };
}
