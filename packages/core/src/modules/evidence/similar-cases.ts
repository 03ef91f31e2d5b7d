import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { wordList } from '../../language/names/word-list.js';
import { type Outcome, readOutcome } from '../../language/outcome.js';
import { hasCondition, restrains } from '../../language/prohibitions.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { AskedBank } from './told.js';
import type { RecallPorts } from '../../recall/recall-context.js';
import { storedTelling } from '../../remember/near-duplicate.js';

/** How like a told case is to what is about to be done. */
interface Likeness {
  /** Cosine of what was said of it to what is asked. */
  readonly meaning: number;
  /** The share of the asked words' weight that it has, 0..1. */
  readonly words: number;
  /** How near its numbers are to the asked ones, -0.7..0.3; 0 where either has none. */
  readonly numbers: number;
}

/** What each is worth in logits; fitted on told lives by what 225 undertakings came to: decision 313. */
const WORTH: Likeness = { meaning: 8.6, words: 10, numbers: 4.4 };
/** Whether anything told bears on it, by the likest case. */
const KNOWN_AT = -2.4;
const KNOWN_PER = 0.45;

/** In logits: how much a case of that likeness tells of what is asked. */
export function worthOf({ meaning, words, numbers }: Likeness): number {
  return WORTH.meaning * meaning + WORTH.words * words + WORTH.numbers * numbers;
}

/** The probability that a case of this worth bears on what is asked, 0..1. */
export const bearing = (worth: number): number =>
  1 / (1 + Math.exp(-(KNOWN_AT + KNOWN_PER * worth)));

/** Whether it more probably bears on it than not. */
export const bearsOn = (worth: number): boolean => bearing(worth) >= 0.5;

/** So many memories a bank counts as having besides: few tell little of how rare a word is. */
const UNTOLD = 100;

/** Compares what is about to be done with what was told. */
export class AskedUndertaking {
  private constructor(
    private readonly weights: ReadonlyMap<string, number>,
    private readonly total: number,
    private readonly numbers: readonly number[],
    private readonly vector: Float32Array,
    private readonly state: BankState,
  ) {}

  static async of(asked: string, state: BankState, ports: RecallPorts): Promise<AskedUndertaking> {
    const { postings, size } = state.index;
    const { terms, numbers } = readCase(asked, ports.stemmer);
    const weights = new Map(
      [...terms].map((term) => {
        const seen = postings.documentFrequency(postings.numberOf(term));
        return [term, Math.log((size + UNTOLD) / (seen + 0.5))] as const;
      }),
    );
    const { embedder, encoder } = ports;
    const vector =
      embedder?.id === state.encoder
        ? (await embedder.query(asked)).vector
        : encoder.query([...weights].map(([term, weight]) => ({ term, weight })));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    return new AskedUndertaking(weights, total, numbers, vector, state);
  }

  /** How like a case is, by its words and its memory's meaning. */
  to({ terms, numbers }: ReadCase, slot: number): Likeness {
    let held = 0;
    for (const [term, weight] of this.weights) if (terms.has(term)) held += weight;
    return {
      meaning: this.state.index.vectors.similarity(slot, this.vector),
      words: this.total === 0 ? 0 : held / this.total,
      numbers: nearness(this.numbers, numbers),
    };
  }
}

/** A case's stems and numbers. */
interface ReadCase {
  readonly terms: ReadonlySet<string>;
  readonly numbers: readonly number[];
}

export function readCase(text: string, stemmer: Stemmer): ReadCase {
  return { terms: new Set(contentTerms(text, 'en', stemmer)), numbers: numbersIn(text) };
}

const NUMBER = /\p{Nd}+(?:[.:]\p{Nd}+)?/gu;
/** A text of more numbers is no case. */
const MOST_NUMBERS = 20;
/** Numbers nearer than that speak for a case, others against it. */
const NEAR = 0.7;

/** Numbers as they stand; a time of day in hours. */
function numbersIn(text: string): readonly number[] {
  return (text.match(NUMBER) ?? []).slice(0, MOST_NUMBERS).map((written) => {
    const [whole, minutes] = written.split(':');
    return minutes === undefined ? Number(written) : Number(whole) + Number(minutes) / 60;
  });
}

function nearness(asked: readonly number[], told: readonly number[]): number {
  if (asked.length === 0 || told.length === 0) return 0;
  let nearest = 0;
  for (const one of asked)
    for (const other of told) {
      const most = Math.max(one, other);
      nearest = Math.max(nearest, most === 0 ? 1 : 1 - Math.abs(one - other) / most);
    }
  return nearest - NEAR;
}

type NoteOutcome = NonNullable<Note['outcome']>;

/** One way in which an undertaking went, with what it was done under. */
interface OutcomeCase {
  readonly went: Outcome;
  readonly text: string;
}

export const WENT: Readonly<Record<NoteOutcome['went'], Outcome>> = {
  good: 'well',
  bad: 'badly',
  mixed: 'mixed',
};

/** How readers say of a circumstance that with it things went so. */
const WELL = wordList('good well fine great perfect accepted works worked');
const BADLY = wordList('bad badly rejected refused failed broke');
const WORD = /\p{L}+/gu;
const CLAUSE_END = /[,;]\s/u;
/** “9 others fine” counts within the same attempt. */
const COUNTING = /^\s*\p{N}/u;

/**
 * What an outcome tells, case by case: “bad after 15:00, good in the morning” are two. A clause that says
 * the contrary of the whole is a case of its own, without what was tried: “without one it went badly”.
 */
export function casesOf({ of, went, under }: NoteOutcome): readonly OutcomeCase[] {
  const whole: OutcomeCase = { went: WENT[went], text: under === null ? of : `${of}, ${under}` };
  if (under === null) return [whole];
  const cases: OutcomeCase[] = [];
  for (const clause of under.split(CLAUSE_END)) {
    const said = went !== 'mixed' && COUNTING.test(clause) ? null : wentBy(clause);
    const last = cases.at(-1);
    if (last !== undefined && (said === null || said === last.went))
      cases[cases.length - 1] = { ...last, text: `${last.text}, ${clause}` };
    else {
      const contrary = went !== 'mixed' && said !== null && said !== whole.went;
      cases.push({ went: said ?? whole.went, text: contrary ? clause : `${of}, ${clause}` });
    }
  }
  if (went === 'mixed') return cases.length < 2 ? [whole] : cases;
  return cases.some((each) => each.went === whole.went)
    ? cases
    : [{ went: whole.went, text: of }, ...cases];
}

function wentBy(clause: string): 'well' | 'badly' | null {
  const words = (clause.match(WORD) ?? []).map((word) => word.toLowerCase());
  const well = words.some((word) => WELL.has(word));
  const badly = words.some((word) => BADLY.has(word));
  return well === badly ? null : well ? 'well' : 'badly';
}

/** A case of something like what is asked: how it went, or a rule that forbids it. */
export interface LikeCase {
  readonly id: MemoryId;
  readonly went: Outcome;
  readonly forbids: boolean;
  /** Of a rule, whether it lets it under a condition. */
  readonly conditional: boolean;
  /** In logits: how much it bears on what is asked. */
  readonly worth: number;
}

const NO_RULE = { forbids: false, conditional: false } as const;

/** What an assistant says about an action is advice, not an observation. */
export const ADVISES = 'assistant';
/** As many notes at most are looked at closely. */
const CLOSE = 40;

/**
 * Like cases, the likest first: outcomes of notes, standing rules that forbid something, and of what nobody
 * has read the outcomes that its words tell.
 */
export async function likeCases(
  asked: string,
  found: readonly Recalled[],
  bank: AskedBank,
): Promise<readonly LikeCase[]> {
  const { state, recall: ports } = bank;
  const undertaking = await AskedUndertaking.of(asked, state, ports);
  const byWords = found.flatMap((each): LikeCase[] => {
    const went = outcomeByWords(each, bank);
    if (went === null) return [];
    const read = readCase(each.content, ports.stemmer);
    const likeness = undertaking.to(read, state.index.slot(each.id));
    return [{ id: each.id, went, ...NO_RULE, worth: worthOf(likeness) }];
  });
  return [...(await casesOfNotes(undertaking, bank)), ...byWords].sort((a, b) => b.worth - a.worth);
}

async function casesOfNotes(
  undertaking: AskedUndertaking,
  bank: AskedBank,
): Promise<readonly LikeCase[]> {
  const {
    state,
    recall: { stemmer, clock },
  } = bank;
  await state.notes.ready();
  const moment = presentAt(clock.now());
  const tried: LikeCase[] = [];
  const standing: KnownNote[] = [];
  for (const known of state.notes.all()) {
    const { id, slot, note } = known;
    if (note.outcome === null) standing.push(known);
    else if (validityOfNote(known, state.notes, moment).state !== 'superseded')
      for (const { went, read } of readCasesOf(note.outcome, stemmer))
        tried.push({
          ...{ id, went, ...NO_RULE },
          worth: worthOf(undertaking.to(read, slot)),
        });
  }
  return [...tried, ...(await rulesAmong(standing, undertaking, bank))];
}

/** One that begins on a day may forbid what is done before it. */
const STANDS: ReadonlySet<string> = new Set(['current', 'planned']);

/** Standing rules near to what is asked that forbid something. */
async function rulesAmong(
  notes: readonly KnownNote[],
  undertaking: AskedUndertaking,
  { state, recall: { clock } }: AskedBank,
): Promise<readonly LikeCase[]> {
  const moment = presentAt(clock.now());
  const nearest = notes
    .map((known) => {
      const terms = new Set(storedTelling(state.index, known.slot));
      return { known, worth: worthOf(undertaking.to({ terms, numbers: [] }, known.slot)) };
    })
    .sort((a, b) => b.worth - a.worth)
    .slice(0, CLOSE)
    .filter(({ known }) => STANDS.has(validityOfNote(known, state.notes, moment).state));
  const texts = new Map(
    (await state.memories.get(nearest.map(({ known }) => known.id))).map(({ id, content }) => [
      id,
      content,
    ]),
  );
  return nearest.flatMap(({ known: { id, note }, worth }): LikeCase[] => {
    const text = texts.get(id) ?? '';
    return restrains(text, note.type === 'instruction')
      ? [{ id, went: 'badly', forbids: true, conditional: hasCondition(text), worth }]
      : [];
  });
}

interface ReadOutcomeCase {
  readonly went: Outcome;
  readonly read: ReadCase;
}

/** Kept while the note is. */
const READ = new WeakMap<NoteOutcome, readonly ReadOutcomeCase[]>();

function readCasesOf(outcome: NoteOutcome, stemmer: Stemmer): readonly ReadOutcomeCase[] {
  let read = READ.get(outcome);
  if (read === undefined) {
    read = casesOf(outcome).map(({ went, text }) => ({ went, read: readCase(text, stemmer) }));
    READ.set(outcome, read);
  }
  return read;
}

function outcomeByWords(
  { note, speaker, id, content, excerpt }: Recalled,
  { state: { notes, index } }: AskedBank,
): Outcome | null {
  const isRead = note !== undefined || notes.notesOf(index.slot(id)).length > 0;
  return isRead || speaker === ADVISES ? null : readOutcome(excerpt?.text ?? content);
}
