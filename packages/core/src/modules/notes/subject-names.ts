import type { Memory } from '../../domain/memory.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { isAliasOf } from '../../language/entity-names.js';
import { aliasIn, nameKey } from './find-subject.js';

/** A subject under one spelling, with its notes. */
interface Named {
  readonly name: string;
  /** What it is, by every note that says so. */
  readonly is: ReadonlySet<string>;
  readonly notes: readonly KnownNote[];
}

/** Two names in notes that seem to mean one subject. */
export interface SameSubject {
  readonly one: Named;
  readonly other: Named;
  readonly why: string;
}

const subjectsIn = (notes: Iterable<KnownNote>): Named[] => {
  const found = new Map<string, { name: string; is: Set<string>; notes: KnownNote[] }>();
  for (const known of notes) {
    const { about, is } = known.note;
    const subject = found.get(about) ?? { name: about, is: new Set(), notes: [] };
    if (is !== null) subject.is.add(is);
    subject.notes.push(known);
    found.set(about, subject);
  }
  return [...found.values()];
};

/** Names compared pair by pair: those of the subjects with most notes. */
const MAX_COMPARED = 400;
/** "Leah (sister)": told apart by the reader on purpose. */
const TOLD_APART = /\)\s*$/;
const WORDS = /\p{L}[\p{L}\p{M}'’-]*/gu;

/** Whether each word of a name is capitalised, as in names of people and products. */
const isProperName = (name: string): boolean =>
  (name.match(WORDS) ?? []).every((word) => /^\p{Lu}/u.test(word));

/** "my sister", "the owner's sister", "Dana's sister". */
const MY = /^(?:my|our) /i;
const OWNERS = /^(?:the )?owner$/i;
const POSSESSIVE = /['’]s /;

/** A description in a form that can be compared: "dana sister"; null for a name. */
function descriptionIn(text: string, owner: string | null): string | null {
  const [clause = ''] = text.split(',');
  const [my] = MY.exec(clause) ?? [];
  const at = clause.search(POSSESSIVE);
  if (my === undefined && at < 0)
    return isProperName(clause) ? null : clause.toLowerCase().replace(/^(?:the|an?) /, '');
  const whose = my === undefined ? clause.slice(0, at) : 'owner';
  const of = OWNERS.test(whose) ? (owner ?? whose) : whose;
  const what = my === undefined ? clause.slice(at + 3) : clause.slice(my.length);
  return `${of.split(' ')[0] ?? ''} ${what}`.toLowerCase();
}

/**
 * Pairs of subjects that seem to be one: a note gives one the name of the other; one is named by a description that
 * fits the other alone; or one name is a short form or misspelling of the other alone.
 */
export function sameSubjects(
  notes: readonly KnownNote[],
  owner: string | null,
): readonly SameSubject[] {
  const subjects = subjectsIn(notes);
  const byKey = new Map(subjects.map((each) => [nameKey(each.name), each]));
  const described = new Map<string, Named[]>();
  for (const each of subjects)
    for (const what of new Set([...each.is].map((is) => descriptionIn(is, owner))))
      if (what !== null && descriptionIn(each.name, owner) === null)
        described.set(what, [...(described.get(what) ?? []), each]);
  const found = new Map<string, SameSubject>();
  const add = (one: Named, other: Named | undefined, why: string): void => {
    const key = [one.name, other?.name ?? ''].sort().join('\n');
    if (other !== undefined && other !== one && !found.has(key))
      found.set(key, { one, other, why });
  };
  for (const { note } of notes) {
    const [alias, own] = [aliasIn(note), byKey.get(nameKey(note.about))];
    if (alias !== null && own !== undefined)
      add(own, byKey.get(nameKey(alias)), `a note says that ${note.about} is also called ${alias}`);
  }
  for (const each of subjects) {
    const what = descriptionIn(each.name, owner);
    const [only, ...others] = what === null ? [] : (described.get(what) ?? []);
    if (only !== undefined && others.length === 0)
      add(only, each, `${only.name} is described as ${[...only.is][0] ?? ''}`);
  }
  const proper = subjects
    .filter(({ name }) => isProperName(name) && !TOLD_APART.test(name))
    .sort((a, b) => b.notes.length - a.notes.length)
    .slice(0, MAX_COMPARED);
  const names = proper.map(({ name }) => name);
  for (const [at, one] of proper.entries())
    for (const other of proper.slice(at + 1))
      if (isAliasOf(one.name, other.name, { others: names }) && mayBeOne(one, other))
        add(one, other, `${one.name} and ${other.name} are spelled alike`);
  return [...found.values()];
}

/** Whether what two subjects are, where both are described, has a word in common. */
function mayBeOne(one: Named, other: Named): boolean {
  const words = ({ is }: Named): string[] => [...is].join(' ').toLowerCase().match(WORDS) ?? [];
  const [a, b] = [words(one), new Set(words(other))];
  return a.length === 0 || b.size === 0 || a.some((word) => word.length > 3 && b.has(word));
}

/** Names are compared by so many first letters: languages inflect them. */
const BEGIN = 4;
const begin = (word: string): string => word.toLowerCase().slice(0, BEGIN);
/** Turns in which a name must occur to count as one. */
const OFTEN = 2;
/** A capitalised word within a sentence. */
const NAME_WITHIN = /(?<=[\p{Ll},;:] )\p{Lu}\p{Ll}{2,}/gu;

/** A name that turns and notes do not share. */
export interface UnsharedName {
  readonly notes: readonly KnownNote[];
  readonly about: string;
  /** The name that is said in the turns and that no note carries; null where no turn has the notes' name. */
  readonly said: string | null;
}

/** The memories from which a note was read. */
export type TurnsOf = (known: KnownNote) => readonly Memory[];

/** Subjects whose name no turn has, and names of subjects in turns that no note carries. */
export function unsharedNames(
  notes: readonly KnownNote[],
  turnsOf: TurnsOf,
  textOf: (known: KnownNote) => string,
): readonly UnsharedName[] {
  const turns = new Map(notes.flatMap((known) => turnsOf(known).map((turn) => [turn.id, turn])));
  const said = new Set(
    [...turns.values()].flatMap(({ content, speaker }) =>
      (`${content} ${speaker ?? ''}`.match(WORDS) ?? []).map(begin),
    ),
  );
  const carried = new Set(
    notes.flatMap((known) =>
      (`${textOf(known)} ${known.note.about} ${known.note.value}`.match(WORDS) ?? []).map(begin),
    ),
  );
  const unsaid = subjectsIn(notes).filter(({ name }) => {
    const words = name.replace(/\([^()]*\)/g, '').match(WORDS) ?? [];
    return isProperName(name) && !words.some((word) => said.has(begin(word)));
  });
  return [
    ...unsaid
      .filter(({ notes: own }) => own.some((known) => turnsOf(known).length > 0))
      .map(({ name, notes: own }) => ({ notes: own, about: name, said: null })),
    ...uncarried(notes, turnsOf, carried),
  ];
}

function uncarried(
  notes: readonly KnownNote[],
  turnsOf: TurnsOf,
  carried: ReadonlySet<string>,
): UnsharedName[] {
  const found = new Map<string, { turns: Set<string>; notes: KnownNote[] }>();
  for (const known of notes)
    for (const { id, content, language, dates } of turnsOf(known)) {
      // German capitalises every noun.
      if (language === 'de') continue;
      const dated = dates.map(({ text }) => text).join(' ');
      for (const [name] of content.matchAll(NAME_WITHIN)) {
        if (carried.has(begin(name)) || dated.includes(name)) continue;
        const of = found.get(name) ?? { turns: new Set(), notes: [] };
        of.turns.add(id);
        of.notes.push(known);
        found.set(name, of);
      }
    }
  return [...found]
    .filter(([, { turns }]) => turns.size >= OFTEN)
    .map(([said, { notes: of }]) => {
      const counts = subjectsIn(of).sort((a, b) => b.notes.length - a.notes.length);
      return { notes: counts[0]?.notes ?? [], about: counts[0]?.name ?? '', said };
    });
}
