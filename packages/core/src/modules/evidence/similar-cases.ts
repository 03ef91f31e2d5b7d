import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import type { Recalled } from '../../domain/recollection.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { wordList } from '../../language/lexicon.js';
import { type Outcome, readOutcome } from '../../language/judgements.js';
import { hasCondition, statesProhibition } from '../../language/instructions.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { AskedBank } from './told.js';
import type { RecallPorts } from '../../recall/recall-context.js';
import { storedDistinctiveTerms } from '../../remember/near-duplicate.js';

/** Similarity of a stated case to the undertaking in question. */
interface Likeness {
  /** Cosine similarity of the statement to the question. */
  readonly meaning: number;
  /** Share of the question's word weight that the case covers, 0..1. */
  readonly words: number;
  /** Proximity of its numbers to those in the question, -0.7..0.3; 0 if either has none. */
  readonly numbers: number;
}

/** Weights in logits; fitted on the outcomes of 225 undertakings in synthetic lives: decision 313. */
const WORTH: Likeness = { meaning: 8.6, words: 10, numbers: 4.4 };
/** Logistic fit of whether a case is relevant, by its worth. */
const KNOWN_AT = -2.4;
const KNOWN_PER = 0.45;

/** How much a case of that similarity says about the undertaking, in logits. */
export function worthOf({ meaning, words, numbers }: Likeness): number {
  return WORTH.meaning * meaning + WORTH.words * words + WORTH.numbers * numbers;
}

/** The probability that a case of this worth is relevant, 0..1. */
export const bearing = (worth: number): number =>
  1 / (1 + Math.exp(-(KNOWN_AT + KNOWN_PER * worth)));

/** Whether it is more likely relevant than not. */
export const bearsOn = (worth: number): boolean => bearing(worth) >= 0.5;

/** Pseudo-count added to the bank's size: in a small bank, document frequencies say little. */
const UNTOLD = 100;

/** Compares an undertaking with stated cases. */
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

  /** Similarity of a case, by its words and its memory's meaning. */
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
/** Maximum numbers read from a text. */
const MAX_NUMBERS = 20;
/** Relative proximity from which numbers count for a case; below it, against it. */
const NEAR = 0.7;

/** Numbers as written; a time of day in hours. */
function numbersIn(text: string): readonly number[] {
  return (text.match(NUMBER) ?? []).slice(0, MAX_NUMBERS).map((written) => {
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

/** One outcome of an undertaking, with its circumstances. */
interface OutcomeCase {
  readonly went: Outcome;
  readonly text: string;
}

export const WENT: Readonly<Record<NoteOutcome['went'], Outcome>> = {
  good: 'well',
  bad: 'badly',
  mixed: 'mixed',
};

/** Words by which readers state the outcome under a circumstance. */
const WELL = wordList('good well fine great perfect accepted works worked');
const BADLY = wordList('bad badly rejected refused failed broke');
const WORD = /\p{L}+/gu;
const CLAUSE_END = /[,;]\s/u;
/** “9 others fine” counts within the same attempt, not as a case of its own. */
const COUNTING = /^\s*\p{N}/u;

/**
 * Splits an outcome into cases: “bad after 15:00, good in the morning” are two. A clause that contradicts the overall
 * outcome becomes a case without the action tried: “without one it went badly”.
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

/** A similar case: how it went, or a rule that forbids the undertaking. */
export interface LikeCase {
  readonly id: MemoryId;
  readonly went: Outcome;
  readonly forbids: boolean;
  /** Whether a rule permits it under a condition. */
  readonly conditional: boolean;
  /** How relevant it is to the undertaking, in logits. */
  readonly worth: number;
}

const NO_RULE = { forbids: false, conditional: false } as const;

/** What an assistant says about an action is advice, not an observation. */
export const ADVISES = 'assistant';
/** Maximum number of notes examined closely. */
const CLOSE = 40;

/**
 * Similar cases, the most similar first: outcomes in notes, current rules that forbid something and, for unread
 * memories, outcomes by wording.
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

/** A rule with a start date may already forbid what is done before it. */
const STANDS: ReadonlySet<string> = new Set(['current', 'planned']);

/** Current rules near the undertaking that forbid something. */
async function rulesAmong(
  notes: readonly KnownNote[],
  undertaking: AskedUndertaking,
  { state, recall: { clock } }: AskedBank,
): Promise<readonly LikeCase[]> {
  const moment = presentAt(clock.now());
  const nearest = notes
    .map((known) => {
      const terms = new Set(storedDistinctiveTerms(state.index, known.slot));
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
    return statesProhibition(text, note.type === 'instruction')
      ? [{ id, went: 'badly', forbids: true, conditional: hasCondition(text), worth }]
      : [];
  });
}

interface ReadOutcomeCase {
  readonly went: Outcome;
  readonly read: ReadCase;
}

/** Cached for the lifetime of the note. */
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
