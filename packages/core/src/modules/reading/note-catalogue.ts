import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { int32s, Numbering } from '../../indexes/index-columns.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { postingFrequency, Postings, postingSlot } from '../../indexes/postings.js';
import { detectLanguage } from '../../language/detect-language.js';
import type { Relative, Stemmer } from '../../language/stem.js';
import { foldAccents } from '../../language/names/name-spelling.js';
import { contentTerms } from '../../language/terms.js';
import { aliasIn } from '../notes/index.js';
import type { Subject } from '../../ports/models.js';

/** How likely a new turn affects a note: `open` even without naming it, `over` hardly even then. */
type Openness = 'open' | 'holds' | 'over';

interface KnownSubject {
  readonly name: string;
  is: string | null;
  readonly aliases: Set<string>;
  notes: number;
}

/**
 * An index of a bank's notes by words, subject, aspect and value, numbered in order of addition. It stores no texts
 * and does not track validity.
 */
export class NoteCatalogue {
  readonly words = new Postings();
  readonly aspects = new Postings();
  readonly values = new Postings();
  /** Names of subjects, one entry for each name or alias. */
  readonly names = new Postings();
  readonly ids: MemoryId[] = [];
  readonly standing: Openness[] = [];
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

  /** Adds notes that are new since the last call. */
  follow(notes: Iterable<KnownNote>, { postings }: Pick<BankIndex, 'postings'>): void {
    for (const { id, slot, note } of notes)
      if (!this.#numbers.has(id)) this.add(id, note, termsAt(postings, slot));
  }

  /** Adds a note with the stems that index it. */
  add(id: MemoryId, note: Note, terms: readonly string[]): void {
    const { about, is, aspect, value } = note;
    const alias = aliasIn(note);
    const number = this.words.add(terms);
    this.aspects.add(this.#terms(aspect));
    this.values.add(this.#terms(value));
    this.#numbers.set(id, number);
    this.ids.push(id);
    this.standing.push(opennessOf(note));
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

  /** The subject that an entry of {@link names} belongs to. */
  subjectNamed(entry: number): number {
    return this.#named.get(entry);
  }

  subject(number: number): Subject | null {
    const known = this.#subjects[number];
    if (known === undefined) return null;
    const { name, is, aliases } = known;
    return { name, is, aliases: [...aliases] };
  }

  /** Numbers of all subjects, those with the most notes first. */
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

function opennessOf({ type, status }: Note): Openness {
  if (status === 'planned' || type === 'plan' || type === 'instruction') return 'open';
  return status === 'done' || type === 'event' ? 'over' : 'holds';
}

/** Stems of turns, with their weight. */
type Said = ReadonlyMap<string, number>;

interface Reading {
  readonly stemmer: Stemmer;
  readonly relatives: (stem: string) => readonly Relative[];
}

/** BM25 (Robertson and Zaragoza 2009). */
const K1 = 1.2;
const B = 0.5;
/** Weight of a synonym of a turn's word. */
const RELATED = 0.5;
/** Set by hand, rounded from a fit (decision 286). */
const WEIGHTS = {
  turn: 0.1,
  session: 0.04,
  subject: 0.8,
  value: 0.5,
  aspect: 0.3,
  age: -0.2,
  standing: { open: 0.4, holds: 0, over: -0.7 },
} as const;

/**
 * Ranks the notes that turns are most likely to replace or put in doubt, by number: by words shared with the best
 * turn and with all turns, by subject, aspect and value, by whether they are still open, and by age.
 */
export function rankNotes(
  turns: readonly string[],
  catalogue: NoteCatalogue,
  reading: Reading,
): number[] {
  const weighed = turns.map((text) => termsOf(text, reading));
  const said = new Map(weighed.flatMap((terms) => [...terms]));
  const own = new Map([...said].filter(([term]) => weighed.some((terms) => terms.get(term) === 1)));
  const byTurn = bestByWords(weighed, catalogue.words);
  const bySession = bestByWords([own], catalogue.words);
  const subjects = sharesOfSubjects(own, catalogue);
  const values = shares(own, catalogue.values);
  const aspects = shares(said, catalogue.aspects);
  const scores = catalogue.standing.map(
    (standing, note) =>
      WEIGHTS.turn * (byTurn[note] ?? 0) +
      WEIGHTS.session * (bySession[note] ?? 0) +
      WEIGHTS.subject * (subjects[catalogue.subjectOf(note)] ?? 0) +
      WEIGHTS.value * (values[note] ?? 0) +
      WEIGHTS.aspect * (aspects[note] ?? 0) +
      WEIGHTS.age * Math.log(catalogue.size - note) +
      WEIGHTS.standing[standing],
  );
  return [...catalogue.ids.keys()].sort(
    // Ties: the later note first.
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || b - a,
  );
}

/** For each subject, the largest share of the words of one of its names that the turns contain. */
function sharesOfSubjects(said: Said, catalogue: NoteCatalogue): Float64Array {
  const named = shares(said, catalogue.names);
  const best = new Float64Array(named.length);
  for (const [entry, share] of named.entries()) {
    const subject = catalogue.subjectNamed(entry);
    best[subject] = Math.max(best[subject] ?? 0, share);
  }
  return best;
}

/** A turn's stems with their weight, including synonyms. English stems are always included, since notes are English. */
function termsOf(text: string, { stemmer, relatives }: Reading): Map<string, number> {
  const language = detectLanguage(text);
  const own = [
    ...contentTerms(text, 'en', stemmer),
    ...(language === 'en' ? [] : contentTerms(text, language, stemmer)),
  ];
  const terms = new Map(own.map((term) => [term, 1]));
  for (const term of own)
    for (const { stem, strength } of relatives(term))
      terms.set(stem, Math.max(terms.get(stem) ?? 0, RELATED * strength));
  return terms;
}

/** BM25 by slot, of the best matching turn. */
function bestByWords(turns: readonly Said[], postings: Postings): Float64Array {
  const best = new Float64Array(postings.size);
  const mean = postings.totalLength / Math.max(1, postings.size);
  for (const terms of turns) {
    const scores = new Float64Array(postings.size);
    for (const [term, weight] of terms) {
      const list = postings.list(postings.numberOf(term));
      const rarity = Math.log(1 + (postings.size - list.length + 0.5) / (list.length + 0.5));
      for (const posting of list) {
        const slot = postingSlot(posting);
        const frequency = postingFrequency(posting);
        const length = K1 * (1 - B + (B * postings.length(slot)) / mean);
        scores[slot] =
          (scores[slot] ?? 0) + (weight * rarity * frequency * (K1 + 1)) / (frequency + length);
      }
    }
    for (const [slot, score] of scores.entries()) best[slot] = Math.max(best[slot] ?? 0, score);
  }
  return best;
}

/** Share of each slot's words that the turns contain. */
function shares(said: Said, postings: Postings): Float64Array {
  const counts = new Float64Array(postings.size);
  for (const term of said.keys())
    for (const posting of postings.list(postings.numberOf(term))) {
      const slot = postingSlot(posting);
      counts[slot] = (counts[slot] ?? 0) + postingFrequency(posting);
    }
  return counts.map((count, slot) => count / Math.max(1, postings.length(slot)));
}
