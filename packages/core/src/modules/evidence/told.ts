import { z } from 'zod';
import { type BankName, MemoryId } from '../../domain/ids.js';
import { localSaid, type Memory, type MemoryKind } from '../../domain/memory.js';
import { KNOWN_VERDICTS, type Recalled } from '../../domain/recollection.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { OUTCOME_TAG } from '../../domain/strategy.js';
import { Day } from '../../domain/note.js';
import { Instant, type OffsetAt, offsetsOf } from '../../domain/time.js';
import { ValidityState } from '../../domain/validity.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { KnownNote } from '../../indexes/note-index.js';
import {
  dayOf,
  isLatestCurrent,
  presentAt,
  validityByNotes,
  validityOfNote,
} from '../../indexes/note-validity.js';
import { contentTerms } from '../../language/terms.js';
import type { RecallPorts } from '../../recall/recall-context.js';
import { recall } from '../../recall/recall.js';
import { storedDistinctiveTerms } from '../../remember/near-duplicate.js';

/** The turn that a note was read from. */
const saidShape = z.strictObject({
  id: MemoryId,
  /** Verbatim, cut at 400 characters. */
  text: z.string(),
  speaker: z.string().nullable(),
});
interface Said extends Of<typeof saidShape> {}

const toldLineShape = z.strictObject({
  id: MemoryId,
  /** Verbatim; for a long text, the relevant passage. */
  text: z.string(),
  speaker: z.string().nullable(),
  saidAt: Instant,
  /** The speaker's own day. */
  saidDay: Day,
  validity: ValidityState,
  /** Fitted probability that it answers, 0..1; null if none is fitted. */
  probability: Share.nullable(),
  /** For a note, the turn it mostly rests on; null if it is no note, or that turn was forgotten. */
  said: saidShape.nullable(),
});
/** One statement on a matter. */
export interface ToldLine extends Of<typeof toldLineShape> {}
export const ToldLine: SchemaOf<ToldLine, typeof toldLineShape> = toldLineShape;

const toldShape = z.strictObject({
  /** Whether any statement answers at all: `known` in recall. */
  known: z.enum(KNOWN_VERDICTS),
  /** Most relevant first; empty if nothing in the bank is relevant. */
  lines: z.array(toldLineShape),
});
/** What was said on a matter: the common basis of every verb's answer, so that no two of them contradict each other. */
export interface Told extends Of<typeof toldShape> {}
export const Told: SchemaOf<Told, typeof toldShape> = toldShape;

/** The parts of a bank needed to query it. */
export interface AskedBank {
  readonly name: BankName;
  readonly state: BankState;
  readonly recall: RecallPorts;
}

/** Kinds that count as statements; conclusions and learned records are reported by the verbs that make them. */
const SAID: ReadonlySet<MemoryKind> = new Set<MemoryKind>([
  'note',
  'fact',
  'experience',
  'opinion',
  'claim',
  'decision',
  'signal',
]);
/** Extra results requested, because some will be filtered out. */
const SPARE = 5;
const LONGEST_QUERY = 4_096;
export const MAX_LINES = 5;

/**
 * Retrieves what was said on a matter, at most `limit` lines. Superseded statements are left out: verbs report what
 * holds.
 */
export async function toldOf(
  matter: string,
  bank: AskedBank,
  limit = MAX_LINES,
  share = NEAR,
): Promise<Told> {
  const { known, found } = await foundOn(matter, bank, limit, share);
  const offset = await offsetIn(bank);
  return { known, lines: found.map((each) => asLine(each, offset)) };
}

/** The same as full recall results, with the structure of notes. */
export async function foundOn(
  matter: string,
  { name, state, recall: ports }: AskedBank,
  limit: number,
  share = NEAR,
): Promise<Pick<Told, 'known'> & { readonly found: readonly Recalled[] }> {
  const profile = {
    query: matter.slice(0, LONGEST_QUERY),
    strategy: 'plain',
    expand: false,
    limit: limit + SPARE,
  };
  const {
    results,
    why: { known },
  } = await recall(profile, name, state, ports);
  // Results are partial only if a caller selected fields.
  const said = (results as readonly Recalled[]).filter(
    ({ validity, kind, tags }) =>
      validity !== 'superseded' && SAID.has(kind) && !tags.includes(OUTCOME_TAG),
  );
  const floor = known.verdict === 'unknown' ? MIN_UNKNOWN : MIN_CHANCE;
  return { known: known.verdict, found: nearEnough(said, floor, share).slice(0, limit) };
}

/** Minimum probability relative to the best line, below which a line is not even near the matter. */
const NEAR = 0.01;
/** The same minimum for an answer: below it, a line only shares words with the matter. */
export const BEARING = 0.05;
/** Absolute minimum probability. */
const MIN_CHANCE = 0.01;
/** The absolute minimum if recall does not know the matter. */
const MIN_UNKNOWN = 0.25;

/** The relevant results of a recall, best first. */
export function nearEnough<Found extends { readonly probability: number | null }>(
  lines: readonly Found[],
  floor = MIN_CHANCE,
  share = NEAR,
): readonly Found[] {
  const best = Math.max(...lines.map(({ probability }) => probability ?? 1));
  const least = Math.max(share * best, floor);
  return lines.filter(({ probability }) => probability === null || probability >= least);
}

/** The offset of the bank's time zone. */
export const offsetIn = async ({ state }: Pick<AskedBank, 'state'>): Promise<OffsetAt> =>
  offsetsOf((await state.settings()).zone);

export function asLine(
  { id, content, excerpt, speaker, saidAt, evidence, validity, probability, note }: Recalled,
  offset: OffsetAt,
): ToldLine {
  const turn = note?.turns[0];
  return {
    id,
    text: excerpt?.text ?? content,
    speaker,
    saidAt,
    saidDay: dayOf(localSaid({ saidAt, provenance: evidence }, offset)),
    validity,
    probability,
    said: turn === undefined ? null : saidIn(turn),
  };
}

/** Memories as lines, in the given order: as recall found them, or with their whole text. */
export async function linesOfMemories(
  ids: readonly MemoryId[],
  found: readonly Recalled[],
  bank: AskedBank,
): Promise<readonly ToldLine[]> {
  const { state, recall } = bank;
  const offset = await offsetIn(bank);
  const { notes, index, memories } = state;
  const moment = presentAt(recall.clock.now());
  const turns = await firstTurnsOf(ids, state);
  return (await memories.get(ids)).map((memory): ToldLine => {
    const { id, content: text, speaker, saidAt } = memory;
    const recalled = found.find((each) => each.id === id);
    if (recalled !== undefined) return asLine(recalled, offset);
    const validity = validityByNotes(id, index.slot(id), notes, moment)?.state ?? 'current';
    const turn = turns.get(id);
    const said = turn === undefined ? null : saidIn(turn);
    const saidDay = dayOf(localSaid(memory, offset));
    return { id, text, speaker, saidAt, saidDay, validity, probability: null, said };
  });
}

/** For notes, the turns they mostly rest on, if still live. */
async function firstTurnsOf(
  ids: readonly MemoryId[],
  { notes, index, memories }: BankState,
): Promise<ReadonlyMap<MemoryId, Memory>> {
  const first = ids.flatMap((id) => {
    const turn = notes.turnsOf(index.slot(id)).find((slot) => index.isLive(slot));
    return turn === undefined ? [] : [[id, index.id(turn)] as const];
  });
  const loaded = await memories.get(first.map(([, turn]) => turn));
  const byId = new Map(loaded.map((memory) => [memory.id, memory]));
  return new Map(
    first.flatMap(([id, turn]) => {
      const memory = byId.get(turn);
      return memory === undefined ? [] : [[id, memory] as const];
    }),
  );
}

const LONGEST_SAID = 400;

function saidIn({ id, content, speaker }: Pick<Memory, 'id' | 'content' | 'speaker'>): Said {
  if (content.length <= LONGEST_SAID) return { id, text: content, speaker };
  const end = content.lastIndexOf(' ', LONGEST_SAID);
  return { id, text: `${content.slice(0, end > 0 ? end : LONGEST_SAID)}…`, speaker };
}

/** Minimum share of a subject's name, weighted by rarity, that a question must contain to be about it. */
const NAMED = 0.6;
/** Planned and past states are included in addition to current ones. */
const IS_NOW: ReadonlySet<string> = new Set(['planned', 'past']);

/**
 * The latest notes on the subject that a question names: recall finds what resembles the question, but the outcome
 * may share no word with it. Opinions are excluded. Empty if the question names no subject.
 */
export async function latestOn(
  question: string,
  bank: AskedBank,
  limit: number,
): Promise<readonly ToldLine[]> {
  const { state, recall: ports } = bank;
  await state.notes.ready();
  const moment = presentAt(ports.clock.now());
  const latest = subjectIn(question, bank)
    .filter(({ note }) => note.type !== 'opinion')
    .filter(
      (known) =>
        isLatestCurrent(known, { notes: state.notes, moment, stemmer: ports.stemmer }) ||
        IS_NOW.has(validityOfNote(known, state.notes, moment).state),
    )
    .sort((a, b) => b.saidAt - a.saidAt)
    .slice(0, limit)
    .map(({ id }) => id);
  return linesOfMemories(latest, [], bank);
}

/**
 * If a question is nothing but the name of a subject, a filter for texts that contain the whole name: for "the
 * Christmas concert" other concerts are irrelevant. For any other question it accepts everything.
 */
export async function namingIn(
  question: string,
  { state: { notes }, recall: { stemmer } }: AskedBank,
): Promise<(text: string) => boolean> {
  await notes.ready();
  const asked = contentTerms(question, 'en', stemmer);
  const holdsAll = (text: string): boolean => {
    const held = new Set(contentTerms(text, 'en', stemmer));
    return asked.every((term) => held.has(term));
  };
  const names = new Set([...notes.all()].map(({ note }) => note.about));
  return asked.length > 0 && [...names].some(holdsAll) ? holdsAll : () => true;
}

/** The notes of the subject whose name the question covers best. */
function subjectIn(
  question: string,
  { state: { notes, index }, recall: { stemmer } }: AskedBank,
): KnownNote[] {
  const asked = new Set(contentTerms(question, 'en', stemmer));
  const weightOf = (term: string): number =>
    1 / Math.log2(2 + index.postings.documentFrequency(index.postings.numberOf(term)));
  const subjects = new Map<string, KnownNote[]>();
  for (const known of notes.all()) {
    const own = subjects.get(known.note.about);
    if (own === undefined) subjects.set(known.note.about, [known]);
    else own.push(known);
  }
  let most = 0;
  let found: KnownNote[] = [];
  for (const [name, own] of subjects) {
    const weights = [...new Set(contentTerms(name, 'en', stemmer))].map(
      (term) => [weightOf(term), asked.has(term)] as const,
    );
    const sum = (some: readonly (readonly [number, boolean])[]): number =>
      some.reduce((total, [weight]) => total + weight, 0);
    const held = sum(weights.filter(([, has]) => has));
    if (held >= NAMED * sum(weights) && held > most) {
      most = held;
      found = own;
    }
  }
  return found;
}

/** Past events that notes report of a person or thing, latest first; each text contains the whole name. */
export async function doneBy(
  name: string,
  bank: AskedBank,
  limit: number,
): Promise<readonly ToldLine[]> {
  const {
    state: { notes, index },
    recall: { stemmer },
  } = bank;
  await notes.ready();
  const asked = contentTerms(name, 'en', stemmer);
  const isIn = (terms: readonly string[]): boolean => {
    const told = new Set(terms);
    return asked.length > 0 && asked.every((term) => told.has(term));
  };
  const happened = [...notes.all()]
    .filter(({ note }) => note.type === 'event' && note.status === 'done')
    .filter(({ slot }) => isIn(storedDistinctiveTerms(index, slot)))
    .sort((a, b) => b.saidAt - a.saidAt)
    .map(({ id }) => id);
  const lines = await linesOfMemories(happened, [], bank);
  return lines.filter(({ text }) => isIn(contentTerms(text, 'en', stemmer))).slice(0, limit);
}
