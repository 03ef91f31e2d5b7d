import { isAliasOf } from './entity-names.js';
import { asKind, headOfCompound, nounKind } from './names/common-nouns.js';
import { PROFESSIONS } from './names/gazetteer.js';
import type { EntityHints, EntityMention } from './names/name-reading.js';
import { type Readable, readingStep, ReadText } from './read-text.js';
import { kinshipAt } from './relations/kinship.js';
import {
  type ObjectKind,
  type Predicate,
  type Relation,
  RELATION_CUES,
  type RelationCue,
} from './relations/predicates.js';
import {
  nameAfterNaming,
  objectAfter,
  type ObjectPhrase,
  readStatements,
  type RelationToken,
  type Subject,
  subjectBefore,
} from './relations/relation-arguments.js';
import { andOther, generalStatement, listedKinds, runsOn } from './relations/taxonomy.js';

const PAIR_CUES: readonly (readonly [Predicate, readonly string[]])[] = [
  ['married_to', ['are married', 'got married', 'were married', 'are getting married']],
  ['friend_of', ['are friends', 'are best friends', 'became friends', 'were friends']],
  ['sibling_of', ['are siblings', 'are sisters', 'are brothers', 'are twins']],
  ['partner_of', ['are dating', 'are engaged', 'got engaged', 'are together']],
  ['colleague_of', ['are colleagues', 'are coworkers', 'work together']],
];

/** "Lyon, France" and "the Louvre in Paris": a place inside a place. */
function placeInPlace(tokens: readonly RelationToken[], index: number): Relation[] {
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
function namedKind(tokens: readonly RelationToken[], index: number): Relation[] {
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
function pairAt(
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
function favouriteAt(
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

export { PREDICATES, type Predicate, type Relation } from './relations/predicates.js';

const FOLLOW_UPS: readonly FollowUp[] = [
  { after: 'works_at', words: ['as'], predicate: 'works_as', object: 'trade' },
  { after: 'works_as', words: ['at', 'for'], predicate: 'works_at', object: 'employer' },
  { after: 'moved_from', words: ['to'], predicate: 'moved_to', object: 'place' },
  { after: 'moved_to', words: ['from'], predicate: 'moved_from', object: 'place' },
  { after: 'born_in', words: ['on', 'in'], predicate: 'born_on', object: 'date' },
  { after: 'born_on', words: ['in'], predicate: 'born_in', object: 'place' },
];

/** Confidence that a compound noun is a kind of its last word. */
const COMPOUND_CONFIDENCE = 0.6;

interface FollowUp {
  readonly after: Predicate;
  readonly words: readonly string[];
  readonly predicate: Predicate;
  readonly object: ObjectKind;
}

/** The opposite predicate of a negated one; negated statements of other predicates are dropped. */
const DENIED: Readonly<Partial<Record<Predicate, Predicate>>> = Object.freeze({
  likes: 'dislikes',
});

/**
 * The relations that a text states between its mentions (from `readEntities`) and adjacent noun phrases, in text
 * order. Only statements count: not questions, wishes or suppositions, nor pronouns other than "I" and "we", which
 * mean `hints.speaker`. Linear in the length of the text.
 */
export const readRelations = readingStep('relations', (): Relation[] => [], relationsIn);

function relationsIn(
  given: Readable,
  mentions: readonly EntityMention[],
  hints: EntityHints = {},
): Relation[] {
  const found: Relation[] = [];
  for (const { tokens, isQuestion } of readStatements(ReadText.of(given).text, mentions)) {
    if (!isQuestion) found.push(...readStatement(tokens, hints));
  }
  return distinct(found.flatMap(withCompound));
}

/** "golden retriever" implies "retriever" as well. */
function withCompound(relation: Relation): Relation[] {
  const head = relation.predicate === 'is_a' ? headOfCompound(relation.object) : undefined;
  return head === undefined
    ? [relation]
    : [
        relation,
        { ...relation, subject: relation.object, object: head, confidence: COMPOUND_CONFIDENCE },
      ];
}

interface CuedRelation {
  readonly relation: Relation;
  /** Index of the token after its object. */
  readonly next: number;
}

function readStatement(
  tokens: readonly RelationToken[],
  { speaker, people = [] }: EntityHints,
): Relation[] {
  const isAddressed = (name: string): boolean =>
    name === speaker || people.some((person) => isAliasOf(name, person));
  const found: Relation[] = [];
  let earlier: string | undefined;
  for (let index = 0; index < tokens.length; index++) {
    append(found, kinshipAt(tokens, index, isAddressed));
    append(found, placeInPlace(tokens, index));
    append(found, namedKind(tokens, index));
    append(found, listedKinds(tokens, index));
    append(found, andOther(tokens, index));
    append(found, generalStatement(tokens, index));
    append(found, pairAt(tokens, index, speaker));
    append(found, favouriteAt(tokens, index, speaker));
    const cued = cuedRelation(tokens, index, speaker, earlier);
    if (cued === undefined) continue;
    found.push(cued.relation, ...followUp(tokens, cued));
    earlier = cued.relation.subject;
  }
  return found;
}

/** Most readers find nothing at most tokens: nothing is copied then. */
function append(found: Relation[], more: readonly Relation[]): void {
  for (const relation of more) found.push(relation);
}

/**
 * A second object of the same subject: "work at Google as a nurse", "moved from Sweden to Paris", "born in Lyon on 3
 * May".
 */
function followUp(tokens: readonly RelationToken[], { relation, next }: CuedRelation): Relation[] {
  const link = tokens[next]?.lower;
  const rule = FOLLOW_UPS.find(
    ({ after, words }) =>
      after === relation.predicate && link !== undefined && words.includes(link),
  );
  const object = rule === undefined ? undefined : objectAfter(tokens, next + 1, rule.object);
  if (rule === undefined || object === undefined) return [];
  return [
    {
      ...relation,
      predicate: rule.predicate,
      object: object.name,
      end: (tokens[object.to] as RelationToken).end,
    },
  ];
}

/** The first (longest) cue at `index` whose subject and object can be read. */
function cuedRelation(
  tokens: readonly RelationToken[],
  index: number,
  speaker: string | undefined,
  earlier: string | undefined,
): CuedRelation | undefined {
  const token = tokens[index] as RelationToken;
  if (token.mention !== undefined) return undefined;
  for (const cue of RELATION_CUES.get(token.lower) ?? []) {
    if (
      !cue.words.every(
        (word, offset) =>
          tokens[index + offset]?.lower === word && tokens[index + offset]?.mention === undefined,
      )
    )
      continue;
    const cued = readCue(tokens, index, cue, subjectBefore(tokens, index, speaker, earlier));
    if (cued !== undefined) return cued;
  }
  return undefined;
}

function readCue(
  tokens: readonly RelationToken[],
  index: number,
  cue: RelationCue,
  subject: Subject | undefined,
): CuedRelation | undefined {
  const after = index + cue.words.length;
  if (subject === undefined || /[,.:;()]/.test(tokens[after]?.gap ?? '')) return undefined;
  const object = objectAfter(tokens, after, cue.object);
  if (object === undefined || subject.name === object.name) return undefined;
  const predicate = subject.negated ? DENIED[cue.predicate] : predicateOf(cue, object.name);
  if (predicate === undefined) return undefined;
  const name = placedInHierarchy(tokens, predicate, { cue, index, subject, object });
  if (name === undefined) return undefined;
  const start = (tokens[subject.from] as RelationToken).start;
  const end = (tokens[object.to] as RelationToken).end;
  return {
    relation: {
      subject: subject.name,
      predicate,
      object: name,
      start,
      end,
      confidence: cue.confidence,
    },
    next: object.to + 1,
  };
}

interface Argued {
  readonly cue: RelationCue;
  readonly index: number;
  readonly subject: Subject;
  readonly object: ObjectPhrase;
}

/**
 * The object normalised for hierarchies; undefined if it names neither a kind nor a whole, as "is a" often does in
 * conversation.
 */
function placedInHierarchy(
  tokens: readonly RelationToken[],
  predicate: Predicate,
  { cue, index, subject, object }: Argued,
): string | undefined {
  const last = tokens[object.to]?.mention;
  const who = tokens[subject.from] as RelationToken;
  const isPerson = who.mention === undefined || who.mention.type === 'person';
  // A person's location does not make them part of a place; nor are belongings parts of a person.
  if (predicate === 'located_in') return isPerson ? undefined : object.name;
  if (predicate === 'part_of') return last?.type === 'person' ? undefined : object.name;
  if (predicate !== 'is_a') return object.name;
  const loose =
    cue.words[0] === 'a' &&
    (index === 0 || tokens[index - 1]?.mention === undefined || tokens[index]?.gap !== ', ');
  if (loose || runsOn(tokens, object.to) || last?.type === 'person' || last?.owner !== undefined)
    return undefined;
  return asKind(object.name);
}

/** "is a nurse" states a profession. */
function predicateOf(cue: RelationCue, object: string): Predicate {
  const head = object.split(' ').at(-1) as string;
  return cue.predicate === 'is_a' && PROFESSIONS.has(head.toLowerCase())
    ? 'works_as'
    : cue.predicate;
}

function distinct(relations: readonly Relation[]): Relation[] {
  const seen = new Map<string, Relation>();
  for (const relation of relations) {
    const key =
      `${relation.subject}\u0000${relation.predicate}\u0000${relation.object}`.toLowerCase();
    if (relation.subject !== relation.object && !seen.has(key)) seen.set(key, relation);
  }
  return [...seen.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
