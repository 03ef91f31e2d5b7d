import { z } from 'zod';
import { KNOWN_VERDICTS } from '../../domain/certainty.js';
import { MemoryId, type BankName } from '../../domain/ids.js';
import { OUTCOME_TAG } from '../../domain/outcome-tag.js';
import type { MemoryKind } from '../../domain/memory.js';
import type { Recalled } from '../../domain/recollection.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';
import { StandingState } from '../../domain/standing.js';
import { Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { RecallPorts } from '../../recall/recall-context.js';
import { recall } from '../../recall/recall.js';

const toldLineShape = z.strictObject({
  id: MemoryId,
  /** What was said, in its own words; of a long text the passage that bears on the matter. */
  text: z.string(),
  speaker: z.string().nullable(),
  saidAt: Instant,
  standing: StandingState,
  /** Fitted chance that it answers, 0..1; null where none is fitted. */
  chance: Share.nullable(),
});
/** One thing that was said of a matter. */
export interface ToldLine extends Of<typeof toldLineShape> {}
export const ToldLine: SchemaOf<ToldLine, typeof toldLineShape> = toldLineShape;

const toldShape = z.strictObject({
  /** Whether anything said answers at all: what `recall` calls known. */
  known: z.enum(KNOWN_VERDICTS),
  /** The most telling first; none where nothing in the bank bears on it. */
  lines: z.array(toldLineShape),
});
/** What was said of a matter: the ground that every verb answers from, so that no two of them contradict each other. */
export interface Told extends Of<typeof toldShape> {}
export const Told: SchemaOf<Told, typeof toldShape> = toldShape;

/** A bank as far as asking it goes. */
export interface AskedBank {
  readonly name: BankName;
  readonly state: BankState;
  readonly recall: RecallPorts;
}

/** What was concluded or learned is told by the verb that concludes it, not as something that was said. */
const SAID: ReadonlySet<MemoryKind> = new Set<MemoryKind>([
  'fact',
  'experience',
  'opinion',
  'claim',
  'decision',
  'signal',
]);
/** What is left out of a recall's results makes room for so many more. */
const SPARE = 5;
const LONGEST_QUERY = 4_096;
export const MAX_LINES = 5;

/** Asks the bank what was said of a matter; `limit` lines at most. Superseded words are left out: verbs speak of what holds. */
export async function toldOf(
  matter: string,
  { name, state, recall: ports }: AskedBank,
  limit = MAX_LINES,
): Promise<Told> {
  const profile = {
    query: matter.slice(0, LONGEST_QUERY),
    strategy: 'plain',
    expand: false,
    breadth: limit + SPARE,
  };
  const { results, known } = await recall(profile, name, state, ports);
  // Only what a caller chooses fields of is partial.
  const said = (results as readonly Recalled[])
    .filter(
      ({ standing, kind, tags }) =>
        standing !== 'superseded' && SAID.has(kind) && !tags.includes(OUTCOME_TAG),
    )
    .map(asLine);
  const floor = known.verdict === 'unknown' ? MIN_UNKNOWN : MIN_CHANCE;
  return { known: known.verdict, lines: nearEnough(said, floor).slice(0, limit) };
}

/** A line that answers so much less likely than the best has only words in common with the matter. */
const MIN_SHARE = 0.05;
/** And one that answers less likely than this, whatever else there is. */
const MIN_CHANCE = 0.01;
/** Where recall knows nothing of the matter, what is told must be nearer to it. */
const MIN_UNKNOWN = 0.25;

/** Of what a recall found, best first, that which bears on the matter. */
export function nearEnough<Found extends { readonly chance: number | null }>(
  lines: readonly Found[],
  floor = MIN_CHANCE,
): readonly Found[] {
  const best = Math.max(...lines.map(({ chance }) => chance ?? 1));
  const least = Math.max(MIN_SHARE * best, floor);
  return lines.filter(({ chance }) => chance === null || chance >= least);
}

function asLine({
  id,
  content,
  excerpt,
  speaker,
  saidAt,
  standing,
  certainty,
}: Recalled): ToldLine {
  return {
    id,
    text: excerpt?.text ?? content,
    speaker,
    saidAt,
    standing,
    chance: certainty.probability,
  };
}
