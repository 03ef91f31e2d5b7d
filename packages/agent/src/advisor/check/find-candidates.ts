import type { KnownNote } from '@mneme/core/indexes/note-index.js';
import { disagreementsOf } from '@mneme/core/indexes/note-disagreements.js';
import { postingSlot } from '@mneme/core/indexes/postings.js';
import { cosine } from '@mneme/core/spaces/dense-vector.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { successorOf, type Moment } from '@mneme/core/modules/notes/index.js';
import type { Candidate } from './evidence.js';
import { checkedNote, type CheckedNote, type SentenceContent } from './read-statement.js';

/** Maximum number of candidates per sentence. */
const MAX_CANDIDATES = 10;
/** Weights of the cosines, and of the share of the sentence's words, in ranking candidates. */
const NEAR = { text: 3.75, question: 4.15, words: 6 };
/** Limit on following a chain of superseded values. */
const MAX_STEPS = 40;

/** Where candidates are searched for. */
export interface NotesOf {
  readonly bank: Pick<OpenBank, 'state' | 'recall'>;
  readonly moment: Moment;
  /** The notes in scope. */
  readonly eligible: readonly KnownNote[];
  readonly weightOf: (term: string) => number;
}

/** The notes that a sentence may be about, nearest first. */
export async function findCandidates(
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
    [...nearest, ...beside.flatMap((each) => (each === null ? [] : [nearnessOf(each)]))]
      .toReversed()
      .map((near) => [near.known.slot, near]),
  );
  const found = [...all.values()]
    .toReversed()
    .map((near) => ({ ...near, instead: replacementOf(near.known, within) }));
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
