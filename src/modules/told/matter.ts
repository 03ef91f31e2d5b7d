import type { KnownNote } from '../../indexes/note-index.js';
import { isPresent } from '../../indexes/note-disagreements.js';
import { presentAt, validityOfNote } from '../../indexes/note-validity.js';
import { contentTerms } from '../../language/terms.js';
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
