import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import { Interval, type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { wilson } from '../../domain/world-model.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { statesProhibition } from '../../language/instructions.js';
import { type Outcome, OUTCOMES } from '../../language/judgements.js';
import {
  AskedUndertaking,
  bearing,
  bearsOn,
  type LikeCase,
  likeCases,
  WENT,
  worthOf,
} from './similar-cases.js';
import { type AskedBank, foundOn, linesOfMemories, MAX_LINES, Told, ToldLine } from './told.js';
import { storedDistinctiveTerms } from '../../remember/near-duplicate.js';

const precedentShape = z.strictObject({
  ...ToldLine.shape,
  /** How it went; null if it does not say, or is barely about the undertaking. */
  went: z.enum(OUTCOMES).nullable(),
  /** Whether it is a current rule that forbids the undertaking. */
  forbids: z.boolean(),
});
/** A statement about a similar undertaking. */
export interface Precedent extends Of<typeof precedentShape> {}
export const Precedent: SchemaOf<Precedent, typeof precedentShape> = precedentShape;

const toldChanceShape = z.strictObject({
  /** Probability of a good outcome, 0..1; a mixed outcome counts half. */
  mean: Share,
  /** 95 % Wilson interval of the mean. */
  interval: Interval,
  /** Shares of the outcomes, summing to 1. */
  good: Share,
  bad: Share,
  mixed: Share,
  /** Number of similar undertakings and rules it is based on. */
  undertakings: z.number(),
});

/** How likely an undertaking goes well, and on how many cases that rests. */
export interface ToldChance extends Of<typeof toldChanceShape> {}
export const ToldChance: SchemaOf<ToldChance, typeof toldChanceShape> = toldChanceShape;

/** Whether to do it. */
const WHETHER = ['go', 'go_with_care', 'do_not', 'unknown'] as const;
export const Whether = z.enum(WHETHER);
export type Whether = z.infer<typeof Whether>;

const precedentsShape = z.strictObject({
  ...Told.shape,
  whether: Whether,
  lines: z.array(precedentShape),
  /** Number of similar undertakings that went well, and badly. */
  well: z.number(),
  badly: z.number(),
  /** Chance of success from these alone; null without any. */
  chance: ToldChance.nullable(),
});
/** How similar undertakings went, and which rules forbid it, according to what people said. */
export interface Precedents extends Of<typeof precedentsShape> {}
export const Precedents: SchemaOf<Precedents, typeof precedentsShape> = precedentsShape;

/** Maximum number of rules, listed first. */
const MAX_RULES = 2;
/** Minimum probability of relevance for a rule to forbid: below it, the rule may share only a subject. */
const SURE_RULE = 2 / 3;
/** Penalty of a rule against an observed case as evidence of the outcome, in logits. */
const RULE_COUNTS_LESS = 2.4;
/** Number of lines for rules and similar cases; the rest are recall results. */
const CASES_FIRST = 3;
/** Minimum weight of a case, relative to the most similar one. */
const MIN_WEIGHT = 0.05;
/** Weight of the even prior, relative to the most similar case. */
const PRIOR = 0.3;

/**
 * How similar undertakings went (case-based prediction: Aamodt and Plaza 1994), nearer ones weighing more, and
 * current rules that forbid this one. Without relevant cases there is no chance.
 */
export async function precedentsOf(
  action: string,
  bank: AskedBank,
  limit = MAX_LINES,
): Promise<Precedents> {
  const { known, found } = await foundOn(action, bank, limit);
  const like = await likeCases(action, found, bank);
  const cases = counting(like);
  const rules = like
    .filter(({ forbids, worth }) => forbids && bearing(worth) >= SURE_RULE)
    .slice(0, MAX_RULES);
  const chance = chanceOf(cases);
  const count = (outcome: Outcome): number =>
    new Set(cases.filter(({ went }) => went === outcome).map(({ id }) => id)).size;
  return {
    known: chance !== null && known === 'unknown' ? 'unsure' : known,
    whether: adviseOn(rules, cases, chance),
    lines: await linesOf([...rules, ...cases], found, limit, bank),
    well: count('well'),
    badly: count('badly'),
    chance,
  };
}

interface BearingCase extends LikeCase {
  /** 1 for the most similar. */
  readonly weight: number;
}

/** The cases that count as evidence of the outcome; none unless the most similar is probably relevant. */
function counting(cases: readonly LikeCase[]): readonly BearingCase[] {
  const counted = cases
    .map((each) => ({ ...each, counts: each.worth - (each.forbids ? RULE_COUNTS_LESS : 0) }))
    .sort((a, b) => b.counts - a.counts);
  const likest = counted[0]?.counts ?? 0;
  if (!bearsOn(likest)) return [];
  return counted
    .map(({ counts, ...each }) => ({ ...each, weight: Math.exp(counts - likest) }))
    .filter(({ weight }) => weight >= MIN_WEIGHT);
}

/** A rule more similar than any success forbids; a less similar or conditional one advises care. */
function adviseOn(
  rules: readonly LikeCase[],
  cases: readonly BearingCase[],
  chance: Precedents['chance'],
): Whether {
  const [first] = rules;
  if (first === undefined && chance === null) return 'unknown';
  const rule = rules.find(({ conditional }) => !conditional);
  const well = cases.filter(({ went }) => went === 'well').map(({ worth }) => worth);
  if (rule !== undefined && rule.worth >= Math.max(-Infinity, ...well)) return 'do_not';
  if (chance !== null && chance.mean < 1 / 3) return 'do_not';
  if (first !== undefined || chance === null) return 'go_with_care';
  return chance.mean > 2 / 3 && chance.good > chance.mixed ? 'go' : 'go_with_care';
}

/** Rules that forbid it, the most similar cases, then recall results; a note shows its overall outcome. */
async function linesOf(
  cases: readonly LikeCase[],
  found: readonly Recalled[],
  limit: number,
  bank: AskedBank,
): Promise<readonly Precedent[]> {
  const first = [...new Set(cases.map(({ id }) => id))].slice(0, CASES_FIRST);
  const ids = [...new Set([...first, ...found.map(({ id }) => id)])].slice(0, limit);
  const { notes, index } = bank.state;
  return (await linesOfMemories(ids, found, bank)).map((line): Precedent => {
    const own = cases.find(({ id }) => id === line.id);
    const whole = notes.of(index.slot(line.id))?.note.outcome ?? null;
    return {
      ...line,
      went: own === undefined ? null : whole === null ? own.went : WENT[whole.went],
      forbids: own?.forbids === true,
    };
  });
}

/** Kernel-weighted shares of outcomes: the Nadaraya–Watson estimator (1964). */
function chanceOf(cases: readonly BearingCase[]): Precedents['chance'] {
  if (cases.length === 0) return null;
  const sumOf = (some: readonly BearingCase[]): number =>
    some.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (outcome: Outcome, prior: number): number =>
    (sumOf(cases.filter(({ went }) => went === outcome)) + prior) / (sumOf(cases) + PRIOR);
  const [good, bad, mixed] = [
    shareOf('well', PRIOR / 2),
    shareOf('badly', PRIOR / 2),
    shareOf('mixed', 0),
  ];
  const mean = good + mixed / 2;
  return {
    ...{ mean, good, bad, mixed },
    interval: wilson(mean * sumOf(cases), sumOf(cases)),
    undertakings: new Set(cases.map(({ id }) => id)).size,
  };
}

/** How to do it, a rule for it, what is forbidden, what worked and what failed. */
const WAYS = ['how', 'rule', 'never', 'worked', 'failed'] as const;
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
