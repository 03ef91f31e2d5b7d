import { z } from 'zod';
import type { Note } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import { Interval, Share, type Of, type SchemaOf } from '../../domain/schema.js';
import { wilson } from '../../domain/wilson.js';
import { OUTCOMES, readOutcome, type Outcome } from '../../language/outcome.js';
import { asLine, foundOn, MAX_LINES, Told, ToldLine, type AskedBank } from './told.js';

const precedentShape = z.strictObject({
  ...ToldLine.shape,
  /** The outcome that it states; null if it states none, or is hardly about the action. */
  went: z.enum(OUTCOMES).nullable(),
});
/** A statement about something similar. */
export interface Precedent extends Of<typeof precedentShape> {}
export const Precedent: SchemaOf<Precedent, typeof precedentShape> = precedentShape;

const precedentsShape = z.strictObject({
  ...Told.shape,
  lines: z.array(precedentShape),
  /** Statements of a good outcome, and of a bad one. */
  well: z.number(),
  badly: z.number(),
  /** Probability of a good outcome by these statements alone, with the 95 % Wilson interval; null without evidence. */
  chance: z.strictObject({ mean: Share, interval: Interval }).nullable(),
});
/** How similar things went before, by what people said. */
export interface Precedents extends Of<typeof precedentsShape> {}
export const Precedents: SchemaOf<Precedents, typeof precedentsShape> = precedentsShape;

/** What an assistant says about an action is advice, not an observation. */
const ADVISES = 'assistant';

/** Minimum probability that a statement is about the action, for its outcome to count. */
const MIN_CASE = 0.05;
/** A higher minimum if recall is not certain that anything said answers. */
const MIN_UNSURE_CASE = 0.25;

/** What was said about the outcome of actions like this one (case-based prediction: Aamodt and Plaza 1994). */
export async function precedentsOf(
  action: string,
  bank: AskedBank,
  limit = MAX_LINES,
): Promise<Precedents> {
  const { known, found } = await foundOn(action, bank, limit);
  const least = known === 'known' || known === 'unjudged' ? MIN_CASE : MIN_UNSURE_CASE;
  const read = found.map((each): Precedent => {
    const line = asLine(each);
    const counts = line.speaker !== ADVISES && (line.probability ?? 1) >= least;
    return { ...line, went: counts ? outcomeOf(each, line.text) : null };
  });
  const count = (outcome: Precedent['went']): number =>
    read.filter(({ went }) => went === outcome).length;
  return { known, lines: read, well: count('well'), badly: count('badly'), chance: chanceOf(read) };
}

const WENT: Readonly<Record<NonNullable<Note['outcome']>['went'], Outcome>> = {
  good: 'well',
  bad: 'badly',
  mixed: 'mixed',
};

/** As its reader understood it; of what nobody has read, by its words. */
function outcomeOf({ note }: Pick<Recalled, 'note'>, text: string): Outcome | null {
  if (note === undefined) return readOutcome(text);
  return note.outcome === null ? null : WENT[note.outcome.went];
}

/**
 * Statements closer to the matter weigh more: the Nadaraya–Watson estimator (1964), by the probabilities
 * that they answer.
 */
function chanceOf(lines: readonly Precedent[]): Precedents['chance'] {
  const nearest = Math.max(...lines.map(({ probability }) => probability ?? 1));
  let well = 0;
  let all = 0;
  for (const { went, probability } of lines) {
    if (went !== 'well' && went !== 'badly') continue;
    const weight = (probability ?? 1) / nearest;
    all += weight;
    if (went === 'well') well += weight;
  }
  return all === 0 ? null : { mean: (well + 0.5) / (all + 1), interval: wilson(well, all) };
}
