import { nounKind } from '../names/common-nouns.js';
import type { Predicate, Relation } from './predicates.js';
import { nameAfterNaming, objectAfter } from './relation-arguments.js';
import type { RelationToken } from './relation-tokens.js';

const PAIR_CUES: readonly (readonly [Predicate, readonly string[]])[] = [
  ['married_to', ['are married', 'got married', 'were married', 'are getting married']],
  ['friend_of', ['are friends', 'are best friends', 'became friends', 'were friends']],
  ['sibling_of', ['are siblings', 'are sisters', 'are brothers', 'are twins']],
  ['partner_of', ['are dating', 'are engaged', 'got engaged', 'are together']],
  ['colleague_of', ['are colleagues', 'are coworkers', 'work together']],
];

/** "Lyon, France" and "the Louvre in Paris": a place inside a place. */
export function placeInPlace(tokens: readonly RelationToken[], index: number): Relation[] {
  const inner = tokens[index] as RelationToken;
  const joint = tokens[index + 1];
  const outer = joint?.lower === 'in' && joint.gap === ' ' ? tokens[index + 2] : joint;
  if (inner.mention === undefined || outer?.mention?.type !== 'place') return [];
  const listed =
    outer === joint &&
    outer.gap === ', ' &&
    inner.mention.type === 'place' &&
    !isListing(tokens, index);
  const within =
    outer !== joint &&
    (inner.mention.type === 'place' ||
      inner.mention.type === 'organisation' ||
      inner.mention.type === 'event');
  if (!listed && !within) return [];
  const confidence = listed ? 0.8 : 0.85;
  return [
    {
      subject: inner.mention.name,
      predicate: 'located_in',
      object: outer.mention.name,
      start: inner.start,
      end: outer.end,
      confidence,
    },
  ];
}

/** "Paris, London and Rome" is a list, not a nesting. */
function isListing(tokens: readonly RelationToken[], index: number): boolean {
  const after = tokens[index + 2];
  const before = tokens[index - 1];
  const next = tokens[index + 3];
  if (before?.mention?.type === 'place' && tokens[index]?.gap === ', ') return true;
  if (after === undefined) return false;
  return (
    (after.lower === 'and' || after.lower === 'or' || after.mention?.type === 'place') &&
    (after.mention !== undefined || next?.mention?.type === 'place')
  );
}

/** "a cat named Luna": Luna is a cat. */
export function namedKind(tokens: readonly RelationToken[], index: number): Relation[] {
  const noun = tokens[index] as RelationToken;
  const named = nameAfterNaming(tokens, index);
  if (noun.mention !== undefined || named === undefined || nounKind(noun.lower) === undefined)
    return [];
  return [
    {
      subject: named.name,
      predicate: 'is_a',
      object: noun.lower,
      start: noun.start,
      end: (tokens[named.to] as RelationToken).end,
      confidence: 0.85,
    },
  ];
}

/** "Ana and Luis got married", "Ana and I are friends". */
export function pairAt(
  tokens: readonly RelationToken[],
  index: number,
  speaker: string | undefined,
): Relation[] {
  if (tokens[index]?.lower !== 'and') return [];
  const left = personName(tokens[index - 1], speaker);
  const right = personName(tokens[index + 1], speaker);
  if (left === undefined || right === undefined) return [];
  for (const [predicate, cues] of PAIR_CUES) {
    const cue = cues.find((phrase) =>
      phrase.split(' ').every((word, offset) => tokens[index + 2 + offset]?.lower === word),
    );
    if (cue === undefined) continue;
    const end = (tokens[index + 1 + cue.split(' ').length] as RelationToken).end;
    return [
      {
        subject: left,
        predicate,
        object: right,
        start: (tokens[index - 1] as RelationToken).start,
        end,
        confidence: 0.88,
      },
    ];
  }
  return [];
}

function personName(
  token: RelationToken | undefined,
  speaker: string | undefined,
): string | undefined {
  if (token?.lower === 'i' || token?.lower === 'me') return speaker;
  return token?.mention?.type === 'person' || token?.mention?.type === 'thing'
    ? token.mention.name
    : undefined;
}

/** "my favourite book is Dune", "Ana's favorite food is ramen". */
export function favouriteAt(
  tokens: readonly RelationToken[],
  index: number,
  speaker: string | undefined,
): Relation[] {
  const word = tokens[index]?.lower;
  if (word !== 'favorite' && word !== 'favourite') return [];
  const before = tokens[index - 1];
  const owner =
    before?.lower === 'my' || before?.lower === 'our'
      ? speaker
      : before?.lower === "'s"
        ? tokens[index - 2]?.mention?.name
        : undefined;
  if (before === undefined || owner === undefined) return [];
  for (let at = index + 1; at <= index + 4; at++) {
    const token = tokens[at];
    if (token === undefined) return [];
    if (token.lower !== 'is' && token.lower !== 'are' && token.lower !== 'was') continue;
    const liked = objectAfter(tokens, at + 1, 'phrase');
    return liked === undefined
      ? []
      : [
          {
            subject: owner,
            predicate: 'likes',
            object: liked.name,
            start: before.start,
            end: (tokens[liked.to] as RelationToken).end,
            confidence: 0.85,
          },
        ];
  }
  return [];
}
