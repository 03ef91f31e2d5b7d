import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import { int32s } from '../../indexes/growing-array.js';
import { Numbering } from '../../indexes/numbering.js';
import { Postings } from '../../indexes/postings.js';
import { foldAccents } from '../../language/names/normalise-name.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { KnownNote } from '../../indexes/note-index.js';
import type { Subject } from '../../ports/reader.js';
import { aliasIn } from '../notes/index.js';

/** What is likely to be touched by a turn that does not name it, and what is not even by one that does. */
export type Standing = 'open' | 'holds' | 'over';

interface KnownSubject {
  readonly name: string;
  is: string | null;
  readonly aliases: Set<string>;
  notes: number;
}

/**
 * The notes of a bank by what new turns find them: words, subject, aspect, value. Numbered in the order in
 * which they were added. It keeps no text of them, and knows nothing of which still stand.
 */
export class NoteCatalogue {
  readonly words = new Postings();
  readonly aspects = new Postings();
  readonly values = new Postings();
  /** Names of subjects, one entry for each name or alias. */
  readonly names = new Postings();
  readonly ids: MemoryId[] = [];
  readonly standing: Standing[] = [];
  readonly #subject = int32s();
  readonly #named = int32s();
  readonly #keys = new Numbering();
  readonly #subjects: KnownSubject[] = [];
  readonly #numbers = new Map<MemoryId, number>();

  constructor(private readonly stemmer: Stemmer) {}

  get size(): number {
    return this.ids.length;
  }

  numberOf(id: MemoryId): number | undefined {
    return this.#numbers.get(id);
  }

  /** Takes in the notes that came since the last call. */
  follow(notes: Iterable<KnownNote>, { postings }: Pick<BankIndex, 'postings'>): void {
    for (const { id, slot, note } of notes)
      if (!this.#numbers.has(id)) this.add(id, note, termsAt(postings, slot));
  }

  /** Adds a note with the stems by which it is found. */
  add(id: MemoryId, note: Note, terms: readonly string[]): void {
    const { about, is, aspect, value } = note;
    const alias = aliasIn(note);
    const number = this.words.add(terms);
    this.aspects.add(this.#terms(aspect));
    this.values.add(this.#terms(value));
    this.#numbers.set(id, number);
    this.ids.push(id);
    this.standing.push(standingOf(note));
    const subject = this.#subjectOf(about);
    this.#subject.set(number, subject);
    const known = this.#subjects[subject];
    if (known === undefined) return;
    known.notes++;
    known.is = is ?? known.is;
    if (alias !== null && !known.aliases.has(alias)) {
      known.aliases.add(alias);
      this.#name(alias, subject);
    }
  }

  /** The number of a note's subject. */
  subjectOf(note: number): number {
    return this.#subject.get(note);
  }

  /** The number of the subject that an entry of {@link names} names. */
  subjectNamed(entry: number): number {
    return this.#named.get(entry);
  }

  subject(number: number): Subject | null {
    const known = this.#subjects[number];
    if (known === undefined) return null;
    const { name, is, aliases } = known;
    return { name, is, aliases: [...aliases] };
  }

  /** Numbers of all subjects, those of most notes first. */
  bySize(): number[] {
    return [...this.#subjects.keys()].sort(
      (a, b) => (this.#subjects[b]?.notes ?? 0) - (this.#subjects[a]?.notes ?? 0),
    );
  }

  #subjectOf(about: string): number {
    const subject = this.#keys.number(foldAccents(about));
    if (subject === this.#subjects.length) {
      this.#subjects.push({ name: about, is: null, aliases: new Set(), notes: 0 });
      this.#name(about, subject);
    }
    return subject;
  }

  #name(name: string, subject: number): void {
    this.#named.set(this.names.add(this.#terms(name)), subject);
  }

  #terms(text: string): string[] {
    return contentTerms(text, 'en', this.stemmer);
  }
}

function termsAt(postings: Postings, slot: number): string[] {
  const start = postings.start(slot);
  return Array.from(postings.sequence.subarray(start, start + postings.length(slot)), (number) =>
    postings.term(number),
  );
}

function standingOf({ type, status }: Note): Standing {
  if (status === 'planned' || type === 'plan' || type === 'instruction') return 'open';
  return status === 'done' || type === 'event' ? 'over' : 'holds';
}
