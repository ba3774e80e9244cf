/**
 * Tokens of those who may decide about an action that waits, beside those of audience.ts. A subscription gets the two of
 * registered agents when it begins.
 */

/** Whoever has the role approver. */
export const APPROVERS = 'role·approver';
/** Every agent that is registered. */
export const REGISTERED = 'registered';
/** Every registered agent that is a person. */
export const PERSONS = 'type·human';
/** One agent. */
export const namedAgent = (agentId: string): string => `private·${agentId}`;
