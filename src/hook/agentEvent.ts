/**
 * The nine events in the life of a coding agent's session (spec decisions-hooks-passes §B1). Their hooks load and are
 * listed; the operation that captures an agent's events, and so fires them, comes later.
 */
export const AGENT_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Notification',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
] as const;

/** One of {@link AGENT_EVENTS}. */
export type AgentEvent = (typeof AGENT_EVENTS)[number];

/** Tells an agent's event from one of a memory's. */
export function isAgentEvent(event: string): event is AgentEvent {
  return (AGENT_EVENTS as readonly string[]).includes(event);
}
