import type { SentenceVerdict } from './answer.js';
import {
  type ByNote,
  type Candidate,
  CHECK_EVIDENCE,
  checkedNote,
  type CheckedNote,
  type CheckedSentence,
  type CheckEvidence,
  type CheckModel,
  hasNumbers,
  isDenial,
  isGone,
  readEvidence,
  readSentenceContent,
  type SentenceContent,
  WordsCovered,
} from './read-statement.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import type { KnownNote } from '@mneme/core/indexes/note-index.js';
import { disagreementsOf } from '@mneme/core/indexes/note-validity.js';
import { postingSlot } from '@mneme/core/indexes/postings.js';
import { type Moment, successorOf } from '@mneme/core/modules/notes/index.js';
import { cosine } from '@mneme/core/spaces/dense-vectors.js';

/** Maximum number of candidates per sentence. */
const MAX_CANDIDATES = 10;
/** Weights of the cosines, and of the share of the sentence's words, in ranking candidates. */
const NEAR = { text: 3.75, question: 4.15, words: 6 };
/** Limit on following a chain of superseded values. */
const MAX_STEPS = 40;

/** Where candidates are searched for. */
interface NotesOf {
  readonly bank: Pick<OpenBank, 'state' | 'recall'>;
  readonly moment: Moment;
  /** The notes in scope. */
  readonly eligible: readonly KnownNote[];
  readonly weightOf: (term: string) => number;
}

/** The notes that a sentence may be about, nearest first. */
async function findCandidates(
  { terms }: SentenceContent,
  vector: Int8Array | null,
  within: NotesOf,
): Promise<readonly Candidate[]> {
  const { bank, moment, eligible } = within;
  const { index, notes, memories } = bank.state;
  const query = vector === null ? null : Float32Array.from(vector);
  const held = wordsHeld(terms, within);
  const nearnessOf = (known: KnownNote): Near => ({
    known,
    nearText: query === null ? 0 : index.vectors.similarity(known.slot, query),
    nearQuestion: query === null ? 0 : nearestOf(known, query),
  });
  const nearest = eligible
    .map((known) => {
      const near = nearnessOf(known);
      const { nearText, nearQuestion } = near;
      const words = held.get(known.slot) ?? 0;
      return {
        near,
        sum: NEAR.text * nearText + NEAR.question * nearQuestion + NEAR.words * words,
      };
    })
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MAX_CANDIDATES)
    .map(({ near }) => near);
  const beside = nearest.map(({ known }) => replacementOf(known, within));
  const all = new Map(
    [...nearest, ...beside.flatMap((each) => (each === null ? [] : [nearnessOf(each)]))].map(
      (near) => [near.known.slot, near],
    ),
  );
  const found = [...all.values()].map((near) => ({
    ...near,
    instead: replacementOf(near.known, within),
  }));
  const loaded = new Map(
    (
      await memories.get([
        ...new Set(
          found.flatMap(({ known, instead }) => [
            known.id,
            ...(instead === null ? [] : [instead.id]),
          ]),
        ),
      ])
    ).map((each) => [each.id, each]),
  );
  const read = (known: KnownNote | null): CheckedNote | null => {
    const memory = known === null ? undefined : loaded.get(known.id);
    return known === null || memory === undefined
      ? null
      : checkedNote(known, memory, { notes, moment, stemmer: bank.recall.stemmer });
  };
  return found.flatMap(({ known, instead, nearText, nearQuestion }) => {
    const note = read(known);
    return note === null
      ? []
      : [{ note, instead: read(instead), near: Math.max(nearText, nearQuestion) }];
  });
}

interface Near {
  readonly known: KnownNote;
  readonly nearText: number;
  readonly nearQuestion: number;
}

const nearestOf = ({ vectors, note: { asks } }: KnownNote, query: Float32Array): number =>
  vectors.slice(0, asks.length).reduce((most, own) => Math.max(most, cosine(query, own)), 0);

/** For each note, the share of the words' weight that it contains. */
function wordsHeld(
  terms: ReadonlySet<string>,
  { bank, weightOf }: NotesOf,
): ReadonlyMap<number, number> {
  const { postings } = bank.state.index;
  const held = new Map<number, number>();
  let whole = 0;
  for (const term of terms) whole += weightOf(term);
  for (const term of terms)
    for (const posting of postings.list(postings.numberOf(term.replace('#', '')))) {
      const slot = postingSlot(posting);
      held.set(slot, (held.get(slot) ?? 0) + weightOf(term) / whole);
    }
  return held;
}

/** What replaces a note: the end of its chain of values, or a later note that contradicts it. */
function replacementOf(
  known: KnownNote,
  {
    bank: {
      state,
      recall: { stemmer },
    },
    moment,
  }: NotesOf,
): KnownNote | null {
  let at = known;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = successorOf(at, state.notes, moment);
    if (next === null) break;
    at = next;
  }
  if (at !== known) return at;
  const beside = { notes: state.notes, moment, stemmer, whoever: true as const };
  return disagreementsOf(known, beside).findLast(({ older }) => older === known)?.newer ?? null;
}

/** Minimum weight of a word, even if every memory has it. */
const MIN_TERM_WEIGHT = 0.3;
/** Minimum share of words in common with the nearest note, to compare a denial without its negation. */
const SAME_WORDS = 0.4;

/** A candidate with its features. */
export interface Compared {
  readonly candidate: Candidate;
  readonly evidence: CheckEvidence;
  /** Whether sentence and note have the same words, numbers and denials. */
  readonly isSame: boolean;
  /** Whether they have the same words and numbers, and one denies what the other does not. */
  readonly isOpposite: boolean;
  /** Whether the note has the sentence's numbers. Required for support. */
  readonly hasNumbers: boolean;
}

interface Comparison {
  /** Whether the sentence was compared with its denial removed. */
  readonly isDenied: boolean;
  /** Whether it says that something has ended. */
  readonly isEnd: boolean;
  readonly compared: readonly Compared[];
}

/** Compares sentences with a bank's notes. */
export class NoteComparison {
  readonly #within: NotesOf;
  readonly #words: WordsCovered;

  constructor(
    private readonly bank: Pick<OpenBank, 'state' | 'recall'>,
    eligible: readonly KnownNote[],
    moment: Moment,
  ) {
    const { index } = bank.state;
    const weightOf = (term: string): number => {
      const found = index.postings.documentFrequency(
        index.postings.numberOf(term.replace('#', '')),
      );
      return Math.max(MIN_TERM_WEIGHT, Math.log((index.live + 1) / (found + 0.5)));
    };
    this.#words = new WordsCovered(weightOf);
    this.#within = { bank, moment, eligible, weightOf };
  }

  /**
   * The notes that a sentence may be about, with their features. A sentence that flatly denies what the notes affirm
   * is compared without its denial.
   */
  async compare(text: string, vector: Int8Array | null): Promise<Comparison> {
    const said = readSentenceContent(text, this.bank.recall.stemmer);
    const candidates = await findCandidates(said, vector, this.#within);
    const [nearest] = candidates;
    const same = candidates.find(({ note }) => saysTheSame(said, note.text));
    const isDenied =
      same === undefined &&
      said.isDenial &&
      nearest !== undefined &&
      !isDenial(nearest.note) &&
      (this.#words.share(said.terms, nearest.note.all) ?? 0) >= SAME_WORDS;
    const sentence = {
      said: isDenied ? { ...said, denied: NONE } : said,
      names: this.#namesOf(text, said),
    };
    return {
      isDenied,
      isEnd: ENDED.test(text),
      compared: candidates.map((candidate) => ({
        candidate,
        evidence: readEvidence(sentence, candidate, this.#words),
        isSame: candidate === same,
        isOpposite:
          areEqual(said.terms, candidate.note.text.terms) &&
          !areEqual(said.denied, candidate.note.text.denied),
        hasNumbers: hasNumbers(said, candidate.note),
      })),
    };
  }

  /** Capitalised words; the first word of the sentence only if the bank knows it. */
  #namesOf(text: string, { names }: CheckedSentence['said']): string[] {
    const { postings } = this.bank.state.index;
    const within = readSentenceContent(
      text.trimStart().replace(/^\S+/u, ''),
      this.bank.recall.stemmer,
    ).names;
    return [...names].filter((name) => within.has(name) || postings.numberOf(name) >= 0);
  }
}

/** Whether two sentences have the same words, numbers and denials. */
const saysTheSame = (one: SentenceContent, other: SentenceContent): boolean =>
  areEqual(one.terms, other.terms) && areEqual(one.denied, other.denied);

const areEqual = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size === others.size && [...some].every((each) => others.has(each));

const NONE: ReadonlySet<string> = new Set();

/** Odds of `contradicted` over `not known` that are required to call a sentence contradicted. */
const SURELY_FALSE = 1.3;
/** Notes with at least this share of the strongest note's odds are given as reasons. */
const TELLING = 0.5;
const MAX_NOTES = 3;
/** A note that denies at least this share of the sentence's words cannot support it. */
const DENIES_MUCH = 0.2;

/** The verdict on a sentence with the notes behind it, strongest first. */
interface Judged {
  readonly verdict: SentenceVerdict;
  readonly by: readonly Compared[];
}

/** Only what is said to have ended is borne out by what is outdated. */
const ENDED = /\b(?:no longer|no more|any ?more|stopped|ended)\b/iu;

/** Judges a sentence by the notes compared with it. */
export function judgeSentence(
  { compared, isDenied, isEnd }: Comparison,
  model: CheckModel,
): Judged {
  const same = compared.find(({ isSame }) => isSame);
  if (same !== undefined)
    return {
      verdict:
        isGone(same.candidate.note) || same.candidate.instead !== null ? 'outdated' : 'supported',
      by: [same],
    };
  const opposite = compared.find((each) => each.isOpposite && !isGone(each.candidate.note));
  if (opposite !== undefined) return { verdict: 'contradicted', by: [opposite] };
  const { verdict, by } = judgeAffirmed(compared, model);
  if (!isDenied) return { verdict, by };
  // That something else holds bears no denial out: of 17 such, 4 were true.
  if (verdict === 'supported')
    return {
      verdict: 'contradicted',
      by: by.filter(({ candidate: { note } }) => !isGone(note)),
    };
  return verdict === 'outdated' && isEnd
    ? { verdict: 'supported', by: by.flatMap((each) => currentNoteFor(each) ?? []) }
    : { verdict: 'not known', by: [] };
}

/**
 * Each note may support a sentence, support it as formerly true, or contradict it: of each the strongest counts,
 * weighed against that no note is about it. Formerly true: by a superseded or restated note, or one that says it has
 * ended.
 */
function judgeAffirmed(compared: readonly Compared[], model: CheckModel): Judged {
  const by: Readonly<Record<ByNote, readonly number[]>> = {
    true: oddsOf('true', compared, model, bearsOut),
    outdated: oddsOf('outdated', compared, model, tellsOfPast),
    false: oddsOf('false', compared, model, () => true),
  };
  const most = (of: ByNote): number => Math.max(0, ...by[of]);
  const [held, gone, against] = [most('true'), most('outdated'), most('false')];
  const unknown = Math.exp(model.unknown);
  const telling = (of: ByNote): readonly Compared[] => tellingOf(compared, by[of]);
  if (Math.max(held, gone) >= against + unknown)
    return held >= gone
      ? { verdict: 'supported', by: telling('true') }
      : { verdict: 'outdated', by: telling('outdated') };
  return against > SURELY_FALSE * unknown
    ? { verdict: 'contradicted', by: telling('false') }
    : { verdict: 'not known', by: [] };
}

/** Neither a superseded note nor one that denies much of the sentence supports it. */
const bearsOut = ({ candidate: { note }, evidence, hasNumbers }: Compared): boolean =>
  !isGone(note) &&
  hasNumbers &&
  evidence['other name'] === 0 &&
  evidence['denied by note'] < DENIES_MUCH;

const tellsOfPast = ({ candidate: { note, instead }, evidence }: Compared): boolean =>
  isGone(note) ||
  instead !== null ||
  note.validity.state === 'ended' ||
  evidence['denied by note'] > 0;

/** Unnormalised odds that each note gives the verdict; 0 for those that cannot. */
function oddsOf(
  of: ByNote,
  compared: readonly Compared[],
  { weights, intercepts }: CheckModel,
  can: (each: Compared) => boolean,
): readonly number[] {
  return compared.map((each) =>
    can(each)
      ? Math.exp(
          CHECK_EVIDENCE.reduce(
            (sum, name, at) => sum + (weights[of][at] ?? 0) * each.evidence[name],
            intercepts[of],
          ),
        )
      : 0,
  );
}

/** What holds instead of a superseded note; null if nothing does. */
export function currentNoteFor(compared: Compared): Compared | null {
  const { note, instead, near } = compared.candidate;
  if (instead !== null) return { ...compared, candidate: { note: instead, instead: null, near } };
  // A current note may itself report what was so before.
  return isGone(note) ? null : compared;
}

function tellingOf(compared: readonly Compared[], odds: readonly number[]): readonly Compared[] {
  const most = Math.max(...odds);
  return compared
    .map((each, at) => ({ each, own: odds[at] ?? 0 }))
    .filter(({ own }) => own > 0 && own >= most * TELLING)
    .sort((a, b) => b.own - a.own)
    .slice(0, MAX_NOTES)
    .map(({ each }) => each);
}
