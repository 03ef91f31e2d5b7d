import { PERSON_VERBS } from './cues.js';
import type { EntityHints, EntityMention } from './entity-mention.js';
import { MODIFIERS, type NameSpan } from './name-spans.js';
import type { NameToken } from './name-tokens.js';
import { BELONGINGS, PETS, RELATIVES } from './possessions.js';
import { SENTENCE_WORDS } from './common-words.js';
import { wordList } from './word-list.js';

const OWNERS: Readonly<Record<string, string | null>> = Object.freeze({
  my: 'speaker',
  our: 'speaker',
  your: 'addressee',
  his: null,
  her: null,
  their: null,
});
const FAMILY_CALLS = wordList('mom mum mommy dad daddy grandma grandpa granny nana');
const BETWEEN_MAX = 3;

/** A possessed noun and its position. */
export interface PossessedNoun {
  readonly index: number;
  readonly owner: string | undefined;
}

export type NounKind = 'relative' | 'pet' | 'belonging';

export function nounKind(lower: string): NounKind | undefined {
  if (RELATIVES.has(lower)) return 'relative';
  if (PETS.has(lower)) return 'pet';
  return BELONGINGS.has(lower) ? 'belonging' : undefined;
}

/** "my old guitar", "Melanie's dog", "her necklace", and "Mom" on its own. Looks ahead at most four words each. */
export function possessedNouns(
  tokens: readonly NameToken[],
  spans: readonly (NameSpan & { readonly name: string })[],
): PossessedNoun[] {
  const ownerEndingAt = new Map(spans.map((span) => [span.last, span.name]));
  const found: PossessedNoun[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as NameToken;
    const owner = ownerOf(token, ownerEndingAt.get(index));
    if (owner !== undefined) {
      const noun = headNoun(tokens, index);
      if (noun !== -1) found.push({ index: noun, owner: owner ?? undefined });
    } else if (
      FAMILY_CALLS.has(token.lower) &&
      token.shape === 'capital' &&
      isPlainCall(tokens, index)
    ) {
      found.push({ index, owner: 'speaker' });
    }
  }
  return found;
}

function ownerOf(token: NameToken, name: string | undefined): string | null | undefined {
  if (name !== undefined) return token.possessive ? name : undefined;
  return Object.hasOwn(OWNERS, token.lower) ? OWNERS[token.lower] : undefined;
}

function isPlainCall(tokens: readonly NameToken[], index: number): boolean {
  const before = tokens[index - 1];
  const next = tokens[index + 1];
  const verb =
    next?.joined === true &&
    (PERSON_VERBS.has(next.lower) ||
      next.lower === 'is' ||
      next.lower === 'was' ||
      next.lower === 'and');
  if ((tokens[index] as NameToken).initial && !verb) return false;
  return before === undefined || !(before.possessive || Object.hasOwn(OWNERS, before.lower));
}

function headNoun(tokens: readonly NameToken[], owner: number): number {
  for (let index = owner + 1; index <= owner + 1 + BETWEEN_MAX; index++) {
    const token = tokens[index];
    if (token === undefined || !token.joined) return -1;
    if (nounKind(token.lower) !== undefined)
      return followedByNoun(tokens, index) ? index + 1 : index;
    if (
      SENTENCE_WORDS.has(token.lower) &&
      !MODIFIERS.has(token.lower) &&
      token.lower !== 'beautiful' &&
      token.lower !== 'cute'
    )
      return -1;
  }
  return -1;
}

/** "my dog shelter project": the second listed noun is the head. */
function followedByNoun(tokens: readonly NameToken[], index: number): boolean {
  const here = tokens[index] as NameToken;
  const next = tokens[index + 1];
  return (
    !here.possessive &&
    next?.joined === true &&
    next.shape === 'lower' &&
    nounKind(next.lower) !== undefined
  );
}

/** The person that a possessive refers to: by name if the hints give it, else 'speaker' or 'addressee'. */
function ownerName(owner: string | undefined, hints: EntityHints): string | undefined {
  if (owner === 'speaker') return hints.speaker ?? owner;
  if (owner !== 'addressee' || hints.speaker === undefined) return owner;
  const others = (hints.people ?? []).filter((person) => person !== hints.speaker);
  return others.length === 1 ? others[0] : owner;
}

/** The mention of a possessed noun; no name for `owner` if the possessor is a third-person pronoun. */
export function possessedMention(
  tokens: readonly NameToken[],
  noun: PossessedNoun,
  hints: EntityHints,
): EntityMention {
  const token = tokens[noun.index] as NameToken;
  const owner = ownerName(noun.owner, hints);
  return {
    name: token.lower,
    type: 'thing',
    start: token.start,
    end: token.end,
    confidence: 0.7,
    ...(owner === undefined ? {} : { owner }),
  };
}
