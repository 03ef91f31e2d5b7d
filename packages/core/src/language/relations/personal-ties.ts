import { wordList } from '../lexicon.js';
import { nounKind } from '../names/common-nouns.js';
import type { EntityMention } from '../names/name-reading.js';
import type { Predicate, Relation } from './predicates.js';
import { mentionName } from './relation-arguments.js';
import type { RelationToken } from './relation-tokens.js';

/** The relation of the named person to the owner: "my wife Ana" says that Ana is married to me. */
const ROLES: Readonly<Record<string, Predicate>> = Object.freeze({
  ...roles('married_to', 'wife husband spouse'),
  ...roles('partner_of', 'partner boyfriend girlfriend fiance fiancé fiancée fiancee'),
  ...roles('parent_of', 'mother mom mum mommy mama father dad daddy papa parent parents'),
  ...roles('child_of', 'son daughter child kid baby toddler kids children'),
  ...roles('sibling_of', 'sister brother sibling siblings twin twins'),
  ...roles('friend_of', 'friend friends bestie buddy pal'),
  ...roles(
    'colleague_of',
    'boss manager supervisor colleague coworker co-worker colleagues coworkers teammates teammate roommate mentor coach trainer',
  ),
});

function roles(predicate: Predicate, nouns: string): Record<string, Predicate> {
  return Object.fromEntries(nouns.split(' ').map((noun) => [noun, predicate]));
}

/** Groups of people: a name after one of these is nobody in particular. */
const COLLECTIVE = wordList(
  'friends kids children parents siblings twins cousins neighbors colleagues coworkers teammates grandparents grandchildren grandkids',
);
const NAMING: ReadonlySet<string> = new Set(['named', 'called']);

/** "my dog Max", "my sister's name is Anna", "Anna is my sister": a possessed noun with its name. */
export function kinshipAt(
  tokens: readonly RelationToken[],
  index: number,
  isAddressed: (name: string) => boolean,
): Relation[] {
  const noun = tokens[index] as RelationToken;
  const mention = noun.mention;
  if (
    mention === undefined ||
    mention.name !== mention.name.toLowerCase() ||
    mention.type !== 'thing'
  )
    return [];
  const kind = nounKind(mention.name);
  if (kind === undefined || mention.name === 'family' || mention.name === 'fam') return [];
  const favourite =
    tokens[index - 1]?.lower === 'favorite' || tokens[index - 1]?.lower === 'favourite';
  if (kind === 'belonging' && favourite) return [];
  const after = nameAfterNoun(tokens, index, kind !== 'belonging');
  const named = after ?? (kind === 'belonging' ? undefined : nameBeforeNoun(tokens, index));
  if (named === undefined) return [];
  const { name, type } = named.mention as EntityMention;
  // "Ana's chicken" is not "Ana is a chicken".
  if (name === mention.owner) return [];
  const loose = named === after ? named.gap === ', ' : tokens[index - 1]?.gap === ', ';
  if (loose && (isAddressed(name) || (kind === 'belonging' && type === 'person'))) return [];
  const span = { start: Math.min(noun.start, named.start), end: Math.max(noun.end, named.end) };
  return relationsOfNamed(noun, kind, name, span);
}

function relationsOfNamed(
  noun: RelationToken,
  kind: NonNullable<ReturnType<typeof nounKind>>,
  name: string,
  span: { start: number; end: number },
): Relation[] {
  const word = noun.lower;
  const owner = noun.mention?.owner;
  const known =
    owner === undefined || owner === 'speaker' || owner === 'addressee' ? undefined : owner;
  if (COLLECTIVE.has(word))
    return known === undefined
      ? []
      : [
          {
            subject: name,
            predicate: ROLES[word] ?? 'relative_of',
            object: known,
            ...span,
            confidence: 0.8,
          },
        ];
  const relation = (subject: string, predicate: Predicate, object: string): Relation => ({
    subject,
    predicate,
    object,
    ...span,
    confidence: 0.9,
  });
  const naming = relation(mentionName(noun) as string, 'named', name);
  if (kind === 'relative' && owner === undefined) return [];
  if (kind === 'relative')
    return known === undefined
      ? [naming]
      : [naming, relation(name, ROLES[word] ?? 'relative_of', known)];
  if (kind === 'belonging') return [naming];
  const is = relation(name, 'is_a', word);
  return known === undefined ? [naming, is] : [naming, is, relation(known, 'owns', name)];
}

/** The name after the noun: directly, after a comma, or after "is", "named", "called", "'s name is". */
function nameAfterNoun(
  tokens: readonly RelationToken[],
  index: number,
  byVerb: boolean,
): RelationToken | undefined {
  let at = index + 1;
  let linked = false;
  while (at < index + 5 && tokens[at]?.mention === undefined) {
    const lower = tokens[at]?.lower;
    if (
      lower === undefined ||
      !(
        NAMING.has(lower) ||
        lower === 'is' ||
        lower === "'s" ||
        lower === 'name' ||
        lower === 'was'
      )
    )
      return undefined;
    linked =
      linked ||
      NAMING.has(lower) ||
      lower === 'name' ||
      (byVerb && (lower === 'is' || lower === 'was'));
    at++;
  }
  const token = tokens[at];
  if (token === undefined || !isProper(token) || at >= index + 5) return undefined;
  const near = linked
    ? /^\s*["'“‘]?$/.test(token.gap)
    : at === index + 1 && (/^ ["'“‘]?$/.test(token.gap) || closedComma(tokens, at));
  return near ? token : undefined;
}

/** "my sister, Anna, …" or "my sister, Anna." but not "with my sister, Anna and Bob". */
function closedComma(tokens: readonly RelationToken[], at: number): boolean {
  if (tokens[at]?.gap !== ', ') return false;
  const next = tokens[at + 1];
  return next === undefined || next.gap.startsWith(',');
}

/** "Anna is my sister" and "Max, my dog". */
function nameBeforeNoun(
  tokens: readonly RelationToken[],
  index: number,
): RelationToken | undefined {
  let at = index - 1;
  while (at >= 0 && index - at <= 3 && tokens[at]?.mention === undefined && !isVerb(tokens[at])) {
    if (/[,.;:]/.test(tokens[at + 1]?.gap ?? '')) break;
    at--;
  }
  const stop = tokens[at];
  if (stop === undefined) return undefined;
  if (isVerb(stop))
    return tokens[at - 1] !== undefined && isProper(tokens[at - 1] as RelationToken)
      ? tokens[at - 1]
      : undefined;
  return isProper(stop) && tokens[at + 1]?.gap === ', ' && at === index - 2 ? stop : undefined;
}

function isVerb(token: RelationToken | undefined): boolean {
  return token?.lower === 'is' || token?.lower === "'s" || token?.lower === 'was';
}

function isProper(token: RelationToken): boolean {
  return token.mention !== undefined && token.mention.name !== token.mention.name.toLowerCase();
}
