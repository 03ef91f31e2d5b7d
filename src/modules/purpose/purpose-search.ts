import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { NO_NORTH_STAR, Goal } from '../../domain/goal.js';
import { northStarOf } from '../../domain/goal-tree.js';
import { GoalId, MemoryId } from '../../domain/ids.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import {
  alignmentLevel,
  overallAlignment,
  AlignmentLevel,
  type PurposeVector,
} from '../../spaces/fingerprint/purpose.js';
import type { PurposeTracker } from './purpose-tracker.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

export const PurposeQuery = z.strictObject({
  of: z
    .union([MemoryId, GoalId], 'expected the id of a memory (m_…) or of a goal (g_…)')
    .describe('A memory or a goal, by its id.'),
  limit: z
    .int()
    .min(1, 'must be 1 to 200')
    .max(200, 'must be 1 to 200')
    .default(10)
    .describe('How many memories to return at most.'),
});
export type PurposeQuery = z.input<typeof PurposeQuery>;

const purposeMatchShape = z.strictObject({
  memory: Memory,
  /** To the goal in question, 0..1; null if the memory cannot be compared. */
  alignment: Share.nullable(),
  level: AlignmentLevel.nullable(),
  /** How close the two purpose vectors are, 0..1. */
  closeness: Share,
});
export interface PurposeMatch extends Of<typeof purposeMatchShape> {}
export const PurposeMatch: SchemaOf<PurposeMatch, typeof purposeMatchShape> = purposeMatchShape;

const purposeMatchesShape = z.strictObject({
  /** The goal that purposes are measured against: the named one, or the north star. Null if the bank has none. */
  goal: Goal.nullable(),
  results: z.array(PurposeMatch),
  notices: z.array(z.string()),
});
export interface PurposeMatches extends Of<typeof purposeMatchesShape> {}
export const PurposeMatches: SchemaOf<PurposeMatches, typeof purposeMatchesShape> =
  purposeMatchesShape;

/**
 * Memories with the same purpose: those whose purpose vectors are nearest to a memory's own, or to the
 * vector that serves a goal completely. Throws `not_found` for an unknown or forgotten memory and for an
 * unknown or removed goal.
 */
export async function searchByPurpose(
  raw: unknown,
  keeper: PurposeTracker,
): Promise<PurposeMatches> {
  const { of, limit } = parseInput(PurposeQuery, raw, 'query');
  const { store, bank, state } = keeper.parts;
  await state.follow();
  const goals = await store.goals(bank);
  if (of.startsWith('g_')) {
    const goal = goals.find(({ id, retractedAt }) => id === of && retractedAt === null);
    if (goal === undefined) throw unknown('goal', of, 'List the goals with `mneme goals`.');
    return matches(keeper.ideal(goal.description), -1, goal, limit, keeper);
  }
  const own = state.index.slot(of as MemoryId);
  if (own < 0 || !state.index.isLive(own))
    throw unknown('memory', of, 'List the ids with `mneme list`.');
  const star = northStarOf(goals);
  if (star === null) return { goal: null, results: [], notices: [NO_NORTH_STAR] };
  const [vector = []] = await keeper.vectors(star.description, [own]);
  return matches(vector, own, star, limit, keeper);
}

async function matches(
  purpose: PurposeVector,
  own: number,
  goal: Goal,
  limit: number,
  keeper: PurposeTracker,
): Promise<PurposeMatches> {
  const { store, bank, state } = keeper.parts;
  const { index } = state;
  const alignment = overallAlignment(purpose);
  if (alignment === null)
    return { goal, results: [], notices: ['It has no words that could be held against the goal.'] };
  const table = await keeper.table(goal.description);
  const found = table.nearest(
    purpose,
    limit,
    (slot) => slot !== own && index.isLive(slot) && index.postings.length(slot) > 0,
  );
  const memories = new Map(
    (
      await store.get(
        bank,
        found.map(({ slot }) => index.id(slot)),
      )
    ).map((memory) => [memory.id, memory]),
  );
  const results = found.flatMap(({ slot, closeness }): PurposeMatch[] => {
    const memory = memories.get(index.id(slot));
    const aligned = overallAlignment(table.get(slot));
    return memory === undefined
      ? []
      : [
          {
            memory,
            alignment: aligned,
            level: aligned === null ? null : alignmentLevel(aligned),
            closeness,
          },
        ];
  });
  const serves = alignmentLevel(alignment) !== 'critical';
  return {
    goal,
    results,
    notices: serves
      ? []
      : [
          `It hardly serves “${goal.description}” (alignment ${alignment.toFixed(2)}): what is near it in purpose serves it as little.`,
        ],
  };
}

function unknown(what: string, id: string, hint: string): MnemeError {
  return new MnemeError('not_found', `There is no ${what} ${id}.`, {
    field: 'query.of',
    value: id,
    hint,
  });
}
