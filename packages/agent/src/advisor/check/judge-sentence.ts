import type { OpenBank } from '@mneme/core/bank/core.js';
import type { KnownNote } from '@mneme/core/indexes/note-index.js';
import type { SentenceVerdict } from './answer.js';
import {
  type ByNote,
  type Candidate,
  CHECK_EVIDENCE,
  type CheckedSentence,
  type CheckEvidence,
  type CheckModel,
  isDenial,
  isGone,
  readEvidence,
  WordsCovered,
} from './evidence.js';
import { findCandidates, type NotesOf } from './find-candidates.js';
import { readSaid, type Said } from './read-statement.js';
import type { Moment } from '@mneme/core/modules/notes/index.js';

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

interface Comparison {
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

/** A sentence is called contradicted only where that is so much likelier than that no note tells. */
const SURELY_FALSE = 1.3;
/** A note speaks for a verdict that has at least this share of what the most telling note has. */
const TELLING = 0.5;
const MOST_NOTES = 3;
/** The share of a sentence's words that a note denies which can only speak against it. */
const DENIES_MUCH = 0.4;

/** What is made of a sentence, and the notes behind it, most telling first. */
interface Judged {
  readonly verdict: SentenceVerdict;
  readonly by: readonly Compared[];
}

/** What a sentence is that denies what was judged. */
const DENIED: Readonly<Record<SentenceVerdict, SentenceVerdict>> = {
  supported: 'contradicted',
  outdated: 'supported',
  contradicted: 'supported',
  'not known': 'not known',
};

/** What notes make of a sentence. */
export function judgeSentence({ compared, isDenied }: Comparison, model: CheckModel): Judged {
  const same = compared.find(({ isSame }) => isSame);
  if (same !== undefined)
    return {
      verdict:
        isGone(same.candidate.note) || same.candidate.instead !== null ? 'outdated' : 'supported',
      by: [same],
    };
  const { verdict, by } = judgeAffirmed(compared, model);
  if (!isDenied) return { verdict, by };
  const now = by.filter(({ candidate: { note } }) => !isGone(note));
  const instead = by.flatMap((each) => standingOf(each) ?? []);
  return { verdict: DENIED[verdict], by: verdict === 'outdated' ? instead : now };
}

/**
 * Each note may bear a sentence out, bear it out as what was so, or speak against it: of each the most telling counts, against that
 * none of them tells. What was so is told by what has given way or was told anew, or
 * by what says that it is so no more.
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

/** What has given way bears nothing out, nor what denies much of the sentence. */
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

/** The odds that each note makes a sentence so, unnormalised; 0 for those that cannot. */
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

/** What holds instead of what was so; null if nothing is told to. */
export function standingOf(compared: Compared): Compared | null {
  const { note, instead, near } = compared.candidate;
  if (instead !== null) return { ...compared, candidate: { note: instead, instead: null, near } };
  // A note that holds may tell what was so before it.
  return isGone(note) ? null : compared;
}

function tellingOf(compared: readonly Compared[], odds: readonly number[]): readonly Compared[] {
  const most = Math.max(...odds);
  return compared
    .map((each, at) => ({ each, own: odds[at] ?? 0 }))
    .filter(({ own }) => own > 0 && own >= most * TELLING)
    .sort((a, b) => b.own - a.own)
    .slice(0, MOST_NOTES)
    .map(({ each }) => each);
}
