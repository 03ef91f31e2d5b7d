import type { Conflict } from '../../domain/conflict.js';
import type { Memory } from '../../domain/memory.js';
import type { PriorDifference } from '../../domain/merge.js';
import { trustOf, trustRank } from '../../domain/provenance.js';
import { sayRecalled } from '../../domain/recalled-text.js';
import { DAY } from '../../domain/time.js';

/** Minimum difference of confidence that counts as different priors. */
const CONFIDENCE_APART = 0.3;
/** Tolerance above the floating-point error of 0.9 − 0.6 − 0.3, and below any intended difference. */
const ROUNDING = 1e-9;
/**
 * Minimum difference in trust rank: a web page is not merged with the user's words, but a tool's result may be with
 * an agent's.
 */
const RANKS_APART = 2;

/**
 * The ways in which memories differ in their priors: time, speaker, confidence, trust, kind, validity, or a conflict
 * between them. Empty if one may replace them all.
 */
export function differencesOf(
  memories: readonly Memory[],
  pending: readonly Conflict[],
): PriorDifference[] {
  const found: PriorDifference[] = [];
  const differ = (prior: PriorDifference['prior'], why: string): void =>
    void found.push({ prior, why });
  const kinds = new Set(memories.map(({ kind }) => kind));
  if (kinds.size > 1) differ('kind', `they are of the kinds ${listed([...kinds])}`);
  const speakers = new Set(memories.flatMap(({ speaker }) => speaker ?? []));
  if (speakers.size > 1)
    differ('speaker', `they were said by ${listed([...speakers].map(sayRecalled))}`);
  const apart = timesApart(memories);
  if (apart !== null) differ('time', `${apart[0].id} and ${apart[1].id} tell of different times`);
  const [least, most] = extremes(memories, ({ confidence }) => confidence);
  if (most.confidence - least.confidence > CONFIDENCE_APART + ROUNDING)
    differ(
      'confidence',
      `${most.id} is held at ${most.confidence.toFixed(2)}, ${least.id} at ${least.confidence.toFixed(2)}`,
    );
  const [low, high] = extremes(memories, (memory) => trustRank(trustOf(memory)));
  if (trustRank(trustOf(high)) - trustRank(trustOf(low)) >= RANKS_APART)
    differ(
      'trust',
      `${high.id} comes from the ${trustOf(high)}, ${low.id} from the ${trustOf(low)}`,
    );
  const outdated = memories.filter(({ supersededBy }) => supersededBy !== null);
  if (outdated.length > 0)
    differ('validity', `${listed(outdated.map(({ id }) => id))} no longer holds`);
  if (pending.length > 0) differ('conflict', `${listed(pending.map(({ id }) => id))} is pending`);
  return found;
}

/** Two memories whose texts state different dates, more than a day apart. */
function timesApart(memories: readonly Memory[]): readonly [Memory, Memory] | null {
  const dated = memories
    .filter(({ occurredFrom, saidAt, dates }) => occurredFrom !== saidAt && dates.length > 0)
    .sort((a, b) => a.occurredFrom - b.occurredFrom);
  for (const [at, earlier] of dated.entries()) {
    const later = dated[at + 1];
    if (later !== undefined && later.occurredFrom > earlier.occurredTo + DAY)
      return [earlier, later];
  }
  return null;
}

function extremes(
  memories: readonly Memory[],
  figure: (memory: Memory) => number,
): readonly [Memory, Memory] {
  const sorted = [...memories].sort((a, b) => figure(a) - figure(b));
  return [sorted[0] as Memory, sorted.at(-1) as Memory];
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
