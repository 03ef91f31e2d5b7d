import type { Note } from '../../domain/note.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { postingSlot } from '../../indexes/postings.js';
import { normaliseName } from '../../language/entity-names.js';
import { foldAccents } from '../../language/names/name-spelling.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';

const ALSO_CALLED = /^(?:also (?:called|known as)|alias|nickname|other name)$/;

/** The other name of its subject that a note states, if any. */
export function aliasIn({ aspect, value }: Pick<Note, 'aspect' | 'value'>): string | null {
  return ALSO_CALLED.test(foldAccents(aspect)) ? value : null;
}

/** A subject of notes, under one name. */
interface NoteSubject {
  readonly name: string;
  /** What it is, according to the latest note that says so. */
  readonly is: string | null;
  readonly aliases: readonly string[];
  readonly notes: readonly KnownNote[];
}

/** Notes on the queried subject. */
export interface FoundSubject {
  /** Null if notes only mention it and none is about it. */
  readonly subject: NoteSubject | null;
  /** Its own notes; for an aspect of a subject ("Tom's home") only those on that aspect. */
  readonly own: readonly KnownNote[];
  /** Notes on other subjects that mention it. */
  readonly mentioning: readonly KnownNote[];
  /** Other subjects that the name may refer to. */
  readonly others: readonly string[];
}

/** Where the names in a bank's notes are looked up. */
interface NamedIn {
  readonly notes: NoteIndex;
  readonly index: Pick<BankIndex, 'postings'>;
  readonly stemmer: Stemmer;
  /** The name of the bank's owner; null if unknown. */
  readonly owner: string | null;
}

/** Words for the owner, in the first and the third person. */
const OWNER_WORDS: ReadonlySet<string> = new Set(['i', 'me', 'myself', 'user', 'owner']);
const IS_OWNER = /^(?:the )?owner\b/i;
const ARTICLE = /^(?:an?|the)\s+/i;
/** "Leah (sister)": a reader's remark that distinguishes two people of one name. */
const REMARK = /\([^()]*\)\s*$/;

/** The notes on a person or thing, by any name; null if no note names it. */
export function findSubject(
  asked: string,
  names: readonly string[],
  bank: NamedIn,
): FoundSubject | null {
  const subjects = subjectsOf(bank.notes);
  const terms = termsOf(asked, bank);
  const named = namedExactly([asked, ...names], subjects, bank);
  const alike = named === null ? withTerms(terms, subjects, bank) : [];
  const subject = named ?? alike[0] ?? null;
  if (subject !== null) {
    const others = othersNamed(subject, asked, named === null ? alike : subjects);
    const own = isOwners(subject, bank)
      ? [...new Set([...subject.notes, ...instructionsIn(bank.notes)])]
      : subject.notes;
    return {
      subject,
      own,
      mentioning: mentioning(subject, { own, others }, [asked, ...names], bank),
      others: others.map(({ name }) => name),
    };
  }
  return byAspect(terms, subjects, bank) ?? byMention(terms, bank);
}

/** Whether the words of a name are among those of another: "Allan" in "Allan Joe MacDonald". */
function isPartOf(name: string, whole: string): boolean {
  const words = nameKey(whole).split(' ');
  return nameKey(name)
    .split(' ')
    .every((word) => words.includes(word));
}

/**
 * Subjects whose names begin with the same words ("Leah Ostrowski" beside "Leah"), or have the words that were asked
 * for where those are not the subject's name.
 */
function othersNamed(
  subject: NoteSubject,
  asked: string,
  among: readonly NoteSubject[],
): readonly NoteSubject[] {
  const own = nameKey(subject.name);
  const isPart = nameKey(asked) !== own && !isOwnerWord(asked);
  return among.filter(
    (each) =>
      each !== subject &&
      (`${nameKey(each.name)} `.startsWith(`${own} `) || (isPart && isPartOf(asked, each.name))),
  );
}

function isOwners({ name, is }: NoteSubject, { owner }: Pick<NamedIn, 'owner'>): boolean {
  return owner === null ? is !== null && IS_OWNER.test(is) : nameKey(name) === nameKey(owner);
}

/** Standing instructions are the owner's, whatever they are about. */
function instructionsIn(notes: NoteIndex): KnownNote[] {
  return [...notes.all()].filter(({ note }) => note.type === 'instruction');
}

/** Whether a name refers to the owner. */
export const isOwnerWord = (name: string): boolean => OWNER_WORDS.has(nameKey(name));

/** All subjects, those with the most notes first. */
function subjectsOf(notes: NoteIndex): NoteSubject[] {
  const found = new Map<string, { name: string; aliases: Set<string>; notes: KnownNote[] }>();
  for (const known of notes.all()) {
    const key = normaliseName(known.note.about);
    let subject = found.get(key);
    if (subject === undefined)
      found.set(key, (subject = { name: known.note.about, aliases: new Set(), notes: [] }));
    subject.notes.push(known);
    const alias = aliasIn(known.note);
    if (alias !== null) subject.aliases.add(alias);
  }
  return [...found.values()]
    .map(({ name, aliases, notes: own }) => ({
      name,
      is: own.findLast(({ note }) => note.is !== null)?.note.is ?? null,
      aliases: [...aliases],
      notes: own,
    }))
    .sort((a, b) => b.notes.length - a.notes.length);
}

function namedExactly(
  names: readonly string[],
  subjects: readonly NoteSubject[],
  { owner }: Pick<NamedIn, 'owner'>,
): NoteSubject | null {
  for (const name of names) {
    const bare = nameKey(name);
    const found = subjects.find((subject) =>
      [subject.name, ...subject.aliases].some((each) => nameKey(each) === bare),
    );
    if (found !== undefined) return found;
    if (!isOwnerWord(name)) continue;
    const own = owner === null ? null : namedExactly([owner], subjects, { owner: null });
    const told = own ?? subjects.find(({ is }) => is !== null && IS_OWNER.test(is));
    if (told !== undefined) return told;
  }
  return null;
}

export const nameKey = (name: string): string =>
  normaliseName(name.trim().replace(REMARK, '').replace(ARTICLE, ''));

/**
 * Subjects whose names or descriptions contain all the words, at least one of them in a name; those with most in
 * their names first.
 */
function withTerms(
  terms: ReadonlySet<string>,
  subjects: readonly NoteSubject[],
  bank: NamedIn,
): NoteSubject[] {
  if (terms.size === 0) return [];
  return subjects
    .flatMap((subject) => {
      const named = termsOf([subject.name, ...subject.aliases].join(' '), bank);
      const told = termsOf(subject.is ?? '', bank);
      const inName = [...terms].filter((term) => named.has(term)).length;
      const whole = [...terms].every((term) => named.has(term) || told.has(term));
      return whole && inName > 0 ? [{ subject, inName }] : [];
    })
    .sort((a, b) => b.inName - a.inName || b.subject.notes.length - a.subject.notes.length)
    .map(({ subject }) => subject);
}

/** "Tom's home": the notes on that aspect, of the subject that has most of them. */
function byAspect(
  terms: ReadonlySet<string>,
  subjects: readonly NoteSubject[],
  bank: NamedIn,
): FoundSubject | null {
  if (terms.size < 2) return null;
  const found = subjects
    .map((subject) => ({
      subject,
      own: subject.notes.filter(({ note }) => {
        const words = termsOf([note.about, ...subject.aliases, note.aspect].join(' '), bank);
        return [...terms].every((term) => words.has(term));
      }),
    }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => b.own.length - a.own.length);
  const [best] = found;
  return best === undefined
    ? null
    : {
        ...best,
        mentioning: notesWith(terms, bank).filter((known) => !best.own.includes(known)),
        others: found.slice(1).map(({ subject }) => subject.name),
      };
}

function byMention(terms: ReadonlySet<string>, bank: NamedIn): FoundSubject | null {
  const found = notesWith(terms, bank);
  return found.length === 0 ? null : { subject: null, own: [], mentioning: found, others: [] };
}

/** Notes that name it by a name that is not another's too. */
function mentioning(
  { name, aliases }: NoteSubject,
  { own, others }: { readonly own: readonly KnownNote[]; readonly others: readonly NoteSubject[] },
  names: readonly string[],
  bank: NamedIn,
): KnownNote[] {
  const listed = new Set([...own, ...others.flatMap(({ notes }) => notes)]);
  const only = [...aliases, ...names].filter(
    (each) => !others.some((other) => isPartOf(each, other.name)),
  );
  const found = [name, ...only].flatMap((each) =>
    notesWith(termsOf(each.replace(REMARK, ''), bank), bank),
  );
  return [...new Set(found)].filter((known) => !listed.has(known));
}

/** Notes that contain all the words anywhere in their text. */
function notesWith(
  terms: ReadonlySet<string>,
  { notes, index: { postings } }: Pick<NamedIn, 'notes' | 'index'>,
): KnownNote[] {
  const [first = new Set<number>(), ...others] = [...terms].map(
    (term): ReadonlySet<number> => new Set(postings.list(postings.numberOf(term)).map(postingSlot)),
  );
  return [...first]
    .filter((slot) => others.every((slots) => slots.has(slot)))
    .flatMap((slot) => notes.of(slot) ?? []);
}

const termsOf = (text: string, { stemmer }: Pick<NamedIn, 'stemmer'>): ReadonlySet<string> =>
  new Set(contentTerms(text, 'en', stemmer));
