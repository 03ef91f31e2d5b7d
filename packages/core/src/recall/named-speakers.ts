import type { BankIndex } from '../indexes/bank-index.js';
import type { ReadText } from '../language/read-text.js';
import { isAliasOf, normaliseName } from '../language/entity-names.js';

const NAME = /\p{Lu}[\p{L}\p{M}'’.-]+/gu;

/** Speakers of the bank whose name, or a form of it, occurs in the query. */
export function namedSpeakers(
  query: ReadText,
  index: BankIndex,
): { speakers: number[]; words: string[] } {
  const speakers = new Set<number>();
  const nameWords: string[] = [];
  for (const [word] of query.all(NAME)) {
    const named = speakersNamed(normaliseName(word), index);
    for (const speaker of named) speakers.add(speaker);
    if (named.length > 0) nameWords.push(word);
  }
  return { speakers: [...speakers], words: nameWords };
}

/** Nicknames are only matched in banks with this few speakers; among many, one would match somebody by chance. */
const FEW_SPEAKERS = 40;

function speakersNamed(name: string, index: BankIndex): readonly number[] {
  const exact = index.speakersByWord(name);
  if (exact.length > 0 || index.speakers.size > FEW_SPEAKERS) return exact;
  const { speakers, byName } = nicknamesOf(index);
  const known = byName.get(name);
  if (known !== undefined) return known;
  const named = speakers.flatMap((speaker, number) =>
    isAliasOf(name, normaliseName(speaker)) ? [number] : [],
  );
  if (byName.size < MAX_NICKNAMES) byName.set(name, named);
  return named;
}

/** Number of names whose matches are cached. */
const MAX_NICKNAMES = 1_000;

interface Nicknames {
  readonly speakers: readonly string[];
  readonly byName: Map<string, readonly number[]>;
}

const NICKNAMES = new WeakMap<BankIndex, Nicknames>();

/** Cached matches of nicknames; reset when a new speaker appears. */
function nicknamesOf(index: BankIndex): Nicknames {
  const known = NICKNAMES.get(index);
  if (known?.speakers.length === index.speakers.size) return known;
  const nicknames: Nicknames = { speakers: [...index.speakers.all()], byName: new Map() };
  NICKNAMES.set(index, nicknames);
  return nicknames;
}
