import { z } from 'zod';
import { Interval, Share, type Of, type SchemaOf } from '../../domain/schema.js';
import { wilson } from '../../domain/wilson.js';
import { OUTCOMES, readOutcome } from '../../language/outcome.js';
import { MAX_LINES, Told, ToldLine, toldOf, type AskedBank } from './told.js';

const precedentShape = z.strictObject({
  ...ToldLine.shape,
  /** How it says that it went; null where it does not say, or is hardly about the action. */
  went: z.enum(OUTCOMES).nullable(),
});
/** A thing that was said of something like it. */
export interface Precedent extends Of<typeof precedentShape> {}
export const Precedent: SchemaOf<Precedent, typeof precedentShape> = precedentShape;

const precedentsShape = z.strictObject({
  ...Told.shape,
  lines: z.array(precedentShape),
  /** Lines that tell of a good end, and of a bad one. */
  well: z.number(),
  badly: z.number(),
  /** Chance that it goes well by these lines alone, with the 95 % Wilson interval; null without evidence. */
  chance: z.strictObject({ mean: Share, interval: Interval }).nullable(),
});
/** How like things went before, as people told it. */
export interface Precedents extends Of<typeof precedentsShape> {}
export const Precedents: SchemaOf<Precedents, typeof precedentsShape> = precedentsShape;

/** What an assistant says of an action is advice and no sighting. */
const ADVISES = 'assistant';

/** How a line went counts where it is likely enough to be about the action at all. */
const MIN_CASE = 0.05;
/** And likelier where recall is not sure that anything said is. */
const MIN_UNSURE_CASE = 0.25;

/** What was said of how an action like this one went (case-based prediction: Aamodt and Plaza 1994). */
export async function precedentsOf(
  action: string,
  bank: AskedBank,
  limit = MAX_LINES,
): Promise<Precedents> {
  const { known, lines } = await toldOf(action, bank, limit);
  const least = known === 'known' || known === 'unjudged' ? MIN_CASE : MIN_UNSURE_CASE;
  const read = lines.map((line) => ({
    ...line,
    went: line.speaker !== ADVISES && (line.chance ?? 1) >= least ? readOutcome(line.text) : null,
  }));
  const count = (outcome: Precedent['went']): number =>
    read.filter(({ went }) => went === outcome).length;
  return { known, lines: read, well: count('well'), badly: count('badly'), chance: chanceOf(read) };
}

/** The nearer a line is to the matter, the more it counts: Nadaraya and Watson's estimate (1964), by the chances that the lines answer. */
function chanceOf(lines: readonly Precedent[]): Precedents['chance'] {
  const nearest = Math.max(...lines.map(({ chance }) => chance ?? 1));
  let well = 0;
  let all = 0;
  for (const { went, chance } of lines) {
    if (went !== 'well' && went !== 'badly') continue;
    const weight = (chance ?? 1) / nearest;
    all += weight;
    if (went === 'well') well += weight;
  }
  return all === 0 ? null : { mean: (well + 0.5) / (all + 1), interval: wilson(well, all) };
}
