/**
 * Who decides about an action that waits (seed: ApproverType): a person, one agent, or a number of registered agents. The
 * requester's own vote never counts.
 */
export type Approver =
  | { readonly kind: 'human' }
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'consensus'; readonly count: number };

/** Where no policy says otherwise (spec memory-system §8.3). */
export const DEFAULT_APPROVER: Approver = { kind: 'human' };

/** Whether ids name the same agent where votes are counted: upper and lower case are one (spec memory-system §8.3). */
export function isSameAgent(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
