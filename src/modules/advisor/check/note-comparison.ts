import type { OpenBank } from '../../../bank/core.js';
import type { KnownNote } from '../../../indexes/note-index.js';
import type { Moment } from '../../notes/index.js';
import { isDenial, readEvidence, type Candidate, type CheckedSentence } from './evidence.js';
import type { CheckEvidence } from './check-model.js';
import { findCandidates, type NotesOf } from './find-candidates.js';
import { readSaid, type Said } from './read-said.js';
import { WordsCovered } from './words-covered.js';

/** A word in every memory counts for little, and yet for something. */
const LEAST_WEIGHT = 0.3;
/** A denial in other words than the note's may say the same as the note. */
const SAME_WORDS = 0.4;

/** A note beside a sentence, with how the sentence stands to it. */
export interface Compared {
  readonly candidate: Candidate;
  readonly evidence: CheckEvidence;
  /** Whether the sentence is the note’s own: what it says, the note says. */
  readonly isSame: boolean;
  /** Whether the note has a number that the sentence names, if it names any but one, which is a pronoun, too: else it bears nothing out. */
  readonly hasNumbers: boolean;
}

export interface Comparison {
  /** Whether the sentence denies what it was compared as saying. */
  readonly isDenied: boolean;
  readonly compared: readonly Compared[];
}

/** Holds sentences against a bank's notes. */
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
      return Math.max(LEAST_WEIGHT, Math.log((index.live + 1) / (found + 0.5)));
    };
    this.#words = new WordsCovered(weightOf);
    this.#within = { bank, moment, eligible, weightOf };
  }

  /**
   * The notes that a sentence may be about, each with how the sentence stands to it. A sentence that flatly denies what notes
   * do not deny is compared without its denial.
   */
  async compare(text: string, vector: Int8Array | null): Promise<Comparison> {
    const said = readSaid(text, this.bank.recall.stemmer);
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
      compared: candidates.map((candidate) => ({
        candidate,
        evidence: readEvidence(sentence, candidate, this.#words),
        isSame: candidate === same,
        hasNumbers: meetsAny(said.numbers, candidate.note),
      })),
    };
  }

  /** Words with a capital; the first of the sentence, which has one always, only if the bank has it. */
  #namesOf(text: string, { names }: CheckedSentence['said']): string[] {
    const { postings } = this.bank.state.index;
    const within = readSaid(text.trimStart().replace(/^\S+/u, ''), this.bank.recall.stemmer).names;
    return [...names].filter((name) => within.has(name) || postings.numberOf(name) >= 0);
  }
}

function meetsAny(numbers: ReadonlySet<number>, { text, value }: Candidate['note']): boolean {
  const named = [...numbers].filter((each) => each !== 1);
  return (
    named.length === 0 || named.some((each) => text.numbers.has(each) || value.numbers.has(each))
  );
}

/** Whether two sentences have the same words, numbers and denials. */
const saysTheSame = (one: Said, other: Said): boolean =>
  areEqual(one.terms, other.terms) && areEqual(one.denied, other.denied);

const areEqual = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size === others.size && [...some].every((each) => others.has(each));

const NONE: ReadonlySet<string> = new Set();
