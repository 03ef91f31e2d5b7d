import type { Instant } from '../../domain/time.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { normaliseName } from '../../language/entity-names.js';
import { kinWord, type KinWord } from '../../language/names/kin-words.js';
import { kinPhrases } from '../../language/questions/kin-phrases.js';

/** What a subject is, where that is a relation: "Pip's mother", "Mat's older sister in Porto", "Miriam's and Henrik's daughter"; and not "the home of Pip's mother". */
const RELATION =
  /^(?:an? |the )?(?<whose>(?:(?! of )[^,;()]){1,80})['’]s? (?:\p{Ll}{2,12} )?(?<noun>\p{Ll}[\p{Ll}-]{1,20})(?=$|[,;(]| in | at | from | who )/u;
const FORMER = /\b(?:former|late|ex)\b/u;
const IS_OWNER = /^(?:the )?(?:owner|user)\b/i;

/** Somebody whom notes call by a relation, and when the last of them was told. */
export interface KinOfNotes {
  readonly name: string;
  readonly saidAt: Instant;
}

/** Who has a relation to somebody, or to the owner for null, by what notes say their subjects are. */
export function kinByNotes(
  owner: string | null,
  { nouns }: KinWord,
  notes: NoteIndex,
): readonly KinOfNotes[] {
  const all = [...notes.all()];
  const others = new Set(
    all
      .filter(({ note: { is } }) => !IS_OWNER.test(is ?? ''))
      .flatMap(({ note }) => firstOf(note.about)),
  );
  const isTheirs = (whose: string): boolean => {
    const first = firstOf(whose)[0] ?? '';
    // Who is no subject of its own goes by another name: Pip, for Philippa Dunstan.
    return owner === null ? !others.has(first) : firstOf(owner)[0] === first;
  };
  return all.flatMap((known) =>
    relationsOf(known).some(({ whose, noun }) => nouns.includes(noun) && whose.some(isTheirs))
      ? [{ name: known.note.about, saidAt: known.saidAt }]
      : [],
  );
}

/** A text with the names of those whom it calls by a relation to the owner: "Mum is home" as "Joyce is home". */
export function withNamesForKin(text: string, notes: NoteIndex): string {
  return kinPhrases(text).reduceRight((named, { start, end, owner, noun }) => {
    const word = kinWord(noun);
    const found = word === undefined || owner !== null ? [] : kinByNotes(null, word, notes);
    const names = new Set(found.map(({ name }) => name));
    const [name] = names;
    return name === undefined || names.size > 1
      ? named
      : named.slice(0, start) + name + named.slice(end);
  }, text);
}

interface ToldRelation {
  readonly whose: readonly string[];
  readonly noun: string;
}

/** "Pip's granddaughter, Callum's daughter": each of what it is. */
function relationsOf({ note: { about, is } }: KnownNote): readonly ToldRelation[] {
  // "Felix's mother" is no name.
  if (is === null || /['’]s? /u.test(about)) return [];
  return is.split(/[,;]/u).flatMap((part) => {
    const { whose, noun } = RELATION.exec(part.trim())?.groups ?? {};
    return whose === undefined || noun === undefined || FORMER.test(part)
      ? []
      : [{ whose: whose.split(/['’]s? and | and /u), noun }];
  });
}

/** The first word of a name, as names are compared. */
const firstOf = (name: string): string[] => normaliseName(name).split(' ').slice(0, 1);
