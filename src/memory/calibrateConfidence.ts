import { integer, toLocalDateTime } from '../database/values.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { baselineOf, derivedConfidence, signalsOf, type ConfidenceSignals } from './confidence.ts';
import type { Memory } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';
import { setConfidences, sweep, type ConfidenceChange, type SweepInput } from './setConfidences.ts';

const PAGE = 1_000;
const DAY_MS = 86_400_000;
/** A confidence that would move by less stays as it is: it moves a little every day by age alone. */
const LEAST_MOVE = 0.005;

/** What the memories of one source have turned out to be worth. */
export interface SourceBaseline {
  readonly source: string;
  readonly memories: number;
  readonly contested: number;
  /** 0 to 1. */
  readonly baseline: number;
}

/** What `calibrateConfidence` did. */
export interface CalibrationResult {
  readonly calibratedCount: number;
  readonly baselines: readonly SourceBaseline[];
  readonly pending: PendingAction | null;
}

/**
 * `calibrateConfidence`: works out what each source of a namespace is worth, and the derived confidences of the namespace anew
 * with it (spec memory-system §12; per-source baselines). Confidences that a writer gave are left alone. For admins; at most
 * 500 rows a call, so call it until it answers 0.
 */
export const calibrateConfidence: Operation<SweepInput, void, CalibrationResult> = {
  ...sweep('calibrateConfidence', 'calibrates confidences'),
  async run(context, { namespace, limit }) {
    const now = context.services.clock();
    const baselines = await baselinesOf(context, namespace, now);
    const changes = await movedBy(context, namespace, baselines, limit, now);
    return await setConfidences(context, changes, (calibratedCount) => ({ calibratedCount, baselines, pending: null }));
  },
  pending: (pending) => ({ calibratedCount: 0, baselines: [], pending }),
};

async function baselinesOf(
  { services, bookmarks }: OperationContext,
  namespace: string,
  now: Date,
): Promise<SourceBaseline[]> {
  const rows = await services.database.read<Omit<SourceBaseline, 'baseline'>>(
    'memory/source-record',
    { namespace, now: toLocalDateTime(now) },
    { bookmarks },
  );
  return rows.map((row) => ({ ...row, baseline: baselineOf(row.memories, row.contested) }));
}

/** The first memories, by id, whose confidence the baselines move. */
async function movedBy(
  { services, bookmarks }: OperationContext,
  namespace: string,
  baselines: readonly SourceBaseline[],
  limit: number,
  now: Date,
): Promise<ConfidenceChange[]> {
  const worth = new Map(baselines.map(({ source, baseline }) => [source, baseline]));
  const moved: ConfidenceChange[] = [];
  for (let after = ''; moved.length < limit;) {
    const rows = await services.database.read<{ record: MemoryRecord }>(
      'memory/derived',
      { namespace, after, now: toLocalDateTime(now), limit: integer(PAGE) },
      { bookmarks },
    );
    const memories = rows.map(({ record }) => fromRecord(record));
    moved.push(...memories.map((memory) => calibrated(memory, worth, now)).filter(movesEnough));
    after = memories.at(-1)?.id ?? '';
    if (memories.length < PAGE) break;
  }
  return moved.slice(0, limit);
}

function calibrated(memory: Memory, worth: ReadonlyMap<string, number>, now: Date): ConfidenceChange {
  const was = memory.confidenceSignals as ConfidenceSignals | null;
  const signals = signalsOf(
    (now.getTime() - Date.parse(memory.createdAt)) / DAY_MS,
    was?.atom_derivation ?? memory.sourceSpan !== null,
    was?.prior_corroboration_count ?? 0,
    worth.get(memory.source),
  );
  const confidence = derivedConfidence(signals);
  return { memory, fields: { confidence, confidenceSource: 'CALIBRATED', confidenceSignals: { ...signals } } };
}

function movesEnough({ memory, fields }: ConfidenceChange): boolean {
  return Math.abs((fields.confidence ?? memory.confidence) - memory.confidence) >= LEAST_MOVE;
}
