import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { statesProhibition } from '../../language/instructions.js';
import { storedDistinctiveTerms } from '../../remember/near-duplicate.js';
import { AskedUndertaking, bearing, worthOf } from './similar-cases.js';
import { foundOn, linesOfMemories, MAX_LINES, ToldLine, type AskedBank } from './told.js';

/** How to do it, a rule for it, what is forbidden, what worked and what failed. */
export const WAYS = ['how', 'rule', 'never', 'worked', 'failed'] as const;
type WayOf = (typeof WAYS)[number];

const toldWayShape = z.strictObject({ ...ToldLine.shape, way: z.enum(WAYS) });
/** A note on doing something: how, under which rules, what worked and what failed. */
export interface ToldWay extends Of<typeof toldWayShape> {}
export const ToldWay: SchemaOf<ToldWay, typeof toldWayShape> = toldWayShape;

/** Maximum number of each kind, in output order. */
const MAX_PER_KIND: Readonly<Record<WayOf, number>> = {
  never: 2,
  how: 2,
  rule: 2,
  worked: 2,
  failed: 2,
};
/** Minimum probability of relevance; below it, a note shares only a subject with the task. */
const SURE = 0.6;
/** Maximum distance to the most similar note, in logits; beyond it, a note only shares a word. */
const MAX_BEHIND = 6;
/** Minimum probability of a recall result to be included. */
const MIN_FOUND_PROBABILITY = 0.25;
/** Maximum number of notes examined closely. */
const CLOSE = 20;
/** Maximum number of how-tos without a task. */
const MAX_LISTED = 50;

const HOLDS: ReadonlySet<string> = new Set(['current', 'planned', 'past', 'disputed']);

/**
 * How to do a task according to notes, the most similar of each kind first: current how-tos and rules, and outcomes.
 * Without a task, all current how-tos, latest first.
 */
export async function waysOf(
  task: string | undefined,
  bank: AskedBank,
  sure = SURE,
): Promise<readonly ToldWay[]> {
  await bank.state.notes.ready();
  const told = task === undefined ? howTosOf(bank) : await near(task, bank, sure);
  const ways = new Map<MemoryId, WayOf>();
  const lines = await linesOfMemories(
    told.map(({ id }) => id),
    [],
    bank,
  );
  const text = new Map(lines.map((line) => [line.id, line.text]));
  for (const { id, note } of told) ways.set(id, wayOf(note, text.get(id) ?? ''));
  const found = lines.map((line): ToldWay => ({ ...line, way: ways.get(line.id) ?? 'how' }));
  return task === undefined
    ? found
    : (Object.keys(MAX_PER_KIND) as WayOf[]).flatMap((way) =>
        found.filter((each) => each.way === way).slice(0, MAX_PER_KIND[way]),
      );
}

function wayOf({ type, outcome }: Note, text: string): WayOf {
  if (type === 'instruction') return statesProhibition(text, true) ? 'never' : 'rule';
  // The outcome in a how-to may be what it warns of.
  if (type === 'howto' || outcome === null || outcome.went === 'mixed') return 'how';
  return outcome.went === 'good' ? 'worked' : 'failed';
}

const tells = ({ type, outcome }: Note): boolean =>
  type === 'howto' || type === 'instruction' || outcome !== null;

function standing(
  { state, recall: { clock } }: AskedBank,
  wanted: (note: Note) => boolean,
): readonly KnownNote[] {
  const moment = presentAt(clock.now());
  return [...state.notes.all()].filter(
    (known) => wanted(known.note) && HOLDS.has(validityOfNote(known, state.notes, moment).state),
  );
}

const howTosOf = (bank: AskedBank): readonly KnownNote[] =>
  standing(bank, ({ type }) => type === 'howto')
    .toSorted((a, b) => b.saidAt - a.saidAt)
    .slice(0, MAX_LISTED);

/** By similarity to stated undertakings, and by what recall finds. */
async function near(task: string, bank: AskedBank, sure: number): Promise<readonly KnownNote[]> {
  const { state, recall: ports } = bank;
  const undertaking = await AskedUndertaking.of(task, state, ports);
  const { found } = await foundOn(task, bank, MAX_LINES, MIN_FOUND_PROBABILITY);
  const answering = new Set(
    found
      .filter(({ probability }) => (probability ?? 0) >= MIN_FOUND_PROBABILITY)
      .map(({ id }) => id),
  );
  const like = standing(bank, tells)
    .map((known) => {
      const terms = new Set(storedDistinctiveTerms(state.index, known.slot));
      return { known, worth: worthOf(undertaking.to({ terms, numbers: [] }, known.slot)) };
    })
    .sort((a, b) => b.worth - a.worth);
  const least = (like[0]?.worth ?? 0) - MAX_BEHIND;
  return like
    .filter(
      ({ known, worth }) => answering.has(known.id) || (bearing(worth) >= sure && worth >= least),
    )
    .slice(0, CLOSE)
    .map(({ known }) => known);
}
