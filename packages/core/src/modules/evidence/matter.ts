import type { KnownNote } from '../../indexes/note-index.js';
import { isLatestCurrent } from '../../indexes/note-disagreements.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { contentTerms } from '../../language/terms.js';
import { storedDistinctiveTerms } from '../../remember/near-duplicate.js';
import { linesOfMemories, type AskedBank, type ToldLine } from './told.js';

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
