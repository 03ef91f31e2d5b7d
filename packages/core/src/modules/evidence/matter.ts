import type { KnownNote } from '../../indexes/note-index.js';
import { isPresent } from '../../indexes/note-disagreements.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { contentTerms } from '../../language/terms.js';
import { storedTelling } from '../../remember/near-duplicate.js';
import { linesOfMemories, type AskedBank, type ToldLine } from './told.js';

/** A question is about a subject of which it names so much, by how rare the words are. */
const NAMED = 0.6;
/** How it is to be, and what happened, is told of beside what holds. */
const IS_NOW: ReadonlySet<string> = new Set(['planned', 'past']);

/**
 * What was told last of the subject that a question names, as it stands: recall finds what is like the
 * question, and how a matter ended may share no word with it. What is only said or thought of it is no state of it.
 * Empty where it names none.
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
        isPresent(known, { notes: state.notes, moment, stemmer: ports.stemmer }) ||
        IS_NOW.has(validityOfNote(known, state.notes, moment).state),
    )
    .sort((a, b) => b.saidAt - a.saidAt)
    .slice(0, limit)
    .map(({ id }) => id);
  return linesOfMemories(latest, [], bank);
}

/**
 * Where a question is nothing but the name of a subject of notes, what names it, whole: beside the Christmas concert
 * other concerts are no cases of it. Of any other question everything.
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

/** The notes of the subject that the question names most of. */
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

/** What notes tell that somebody did, or that happened to something, the latest first: what names it as it was asked. */
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
    .filter(({ slot }) => isIn(storedTelling(index, slot)))
    .sort((a, b) => b.saidAt - a.saidAt)
    .map(({ id }) => id);
  const lines = await linesOfMemories(happened, [], bank);
  return lines.filter(({ text }) => isIn(contentTerms(text, 'en', stemmer))).slice(0, limit);
}
