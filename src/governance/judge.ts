import pLimit from 'p-limit';
import type { OperationContext } from '../pipeline/operation.ts';
import { coverOf } from './approved.ts';
import { allowEvents } from './decisionEvent.ts';
import { asksForRegistration, decide, type GovernanceDecision } from './decide.ts';
import type { EffectivePolicy } from './effectivePolicy.ts';
import type { Judged } from './judged.ts';
import { questionOf, type HookAnswers, type Question } from './question.ts';
import type { GovernedRequest } from './request.ts';
import { isSystemNamespace } from './systemNamespace.ts';

/** What governance says about all that an operation asks of it. */
export interface Judgement {
  /** One for each request, in order. */
  readonly decisions: readonly GovernanceDecision[];
  readonly questions: readonly Question[];
  /** The version of the policies that decided; undefined where none was asked. */
  readonly version: number | undefined;
}

/** Tries to find policies that stand still while they are read. */
const TRIES = 5;
/** Requests whose hooks are asked at the same time. */
const HOOKS_AT_ONCE = 8;

/**
 * Puts requests to the hooks and to the policies of their namespaces. What is allowed may rest on policies that are kept here,
 * since the commit compares their version; whatever else comes out is checked against the version in the graph before it
 * counts, so that a loosened policy counts at once on every server (ADR 0016).
 */
export async function judge(
  context: OperationContext,
  operation: string,
  requests: readonly GovernedRequest[],
  answers: HookAnswers,
): Promise<Judgement> {
  if (requests.length === 0) return { decisions: [], questions: [], version: undefined };
  const { governance, hooks } = context.services;
  const { mode, policies } = governance;
  const atOnce = pLimit(HOOKS_AT_ONCE);
  const questions =
    mode === 'off' || !hooks.has('pre_governance_decision')
      ? requests.map((request) => asItIs(context, request))
      : await Promise.all(requests.map((request) => atOnce(() => questionOf(context, operation, request, answers))));
  for (let attempt = 1; ; attempt++) {
    const read = await Promise.all(questions.map(({ request }) => policies.of(request.namespace)));
    const decisions = await decideAll(
      context,
      questions,
      read.map(({ policy }) => policy),
    );
    const version = Math.min(...read.map(({ policy }) => policy.version));
    const settled = read.every(({ fresh }) => fresh) || decisions.every(isPlainlyAllowed) || attempt === TRIES;
    if (settled || (await policies.version()) === version) return { decisions, questions, version };
  }
}

/** What an operation that was allowed takes along to its commit. */
export function judgedOf(context: OperationContext, { version, decisions }: Judgement): Judged {
  return { version, decisions, allowed: allowEvents(context, decisions) };
}

/** Whether nothing at all is held against a request. */
function isPlainlyAllowed({ outcome, request, policy }: GovernanceDecision): boolean {
  return outcome === 'ALLOW' && (request.depth ?? 0) <= policy.maxReflectionDepth.value;
}

async function decideAll(
  context: OperationContext,
  questions: readonly Question[],
  policies: readonly EffectivePolicy[],
): Promise<GovernanceDecision[]> {
  const registered = new Map<string, Promise<boolean>>();
  return await Promise.all(
    questions.map(async ({ request, agentId }, index) => {
      const policy = policies[index]!;
      // An exemption is of the caller, not of an agent that a hook puts in its place.
      const isAdmin = agentId === context.principal.agentId && context.principal.roles.includes('admin');
      let isRegistered = false;
      if (!isAdmin && asksForRegistration(request, policy)) {
        const known = registered.get(agentId) ?? isRegisteredAgent(context, agentId);
        registered.set(agentId, known);
        isRegistered = await known;
      }
      return inMode(
        context,
        decide(request, policy, {
          agentId,
          isAdmin,
          isRegistered,
          isApproved: context.approved?.has(coverOf(request, policy)) === true,
        }),
      );
    }),
  );
}

async function isRegisteredAgent({ services }: OperationContext, agentId: string): Promise<boolean> {
  return (await services.database.read('agent/read', { agentId })).length > 0;
}

/** Only `enforce` says no or waits; but a namespace of the system is closed whatever the mode. */
function inMode(context: OperationContext, decision: GovernanceDecision): GovernanceDecision {
  const { mode } = context.services.governance;
  if (decision.outcome === 'ALLOW' || mode === 'enforce' || isSystemNamespace(decision.request.namespace))
    return decision;
  if (mode === 'off') return { ...decision, outcome: 'ALLOW', reason: null, policyId: null };
  return { ...decision, outcome: 'ALLOW', reason: `advisory: ${decision.reason}` };
}

function asItIs({ principal }: OperationContext, request: GovernedRequest): Question {
  return { request, agentId: principal.agentId, asked: null, denied: null };
}
