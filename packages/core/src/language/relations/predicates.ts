import type { EdgeFamily } from '../../domain/graph.js';
import { phrases } from '../lexicon.js';

interface PredicateTraits {
  readonly family: Extract<EdgeFamily, 'hierarchical' | 'relational' | 'causal'>;
  /** A subject has one object at a time: a later one supersedes it. */
  readonly singleValued: boolean;
  /** The relation from the object's side; itself for a symmetric one. */
  readonly inverse?: Predicate;
}

const PREDICATE_NAMES = [
  'is_a',
  'part_of',
  'located_in',
  'lives_in',
  'comes_from',
  'born_in',
  'born_on',
  'moved_to',
  'moved_from',
  'works_at',
  'works_as',
  'studies',
  'likes',
  'dislikes',
  'owns',
  'named',
  'married_to',
  'partner_of',
  'parent_of',
  'child_of',
  'sibling_of',
  'relative_of',
  'friend_of',
  'colleague_of',
  'manages',
  'reports_to',
  'depends_on',
  'runs_on',
  'founded',
  'vendor_of',
] as const;
export type Predicate = (typeof PREDICATE_NAMES)[number];

const many = { family: 'relational', singleValued: false } as const;
const one = { family: 'relational', singleValued: true } as const;

/** The properties of each predicate; a new one does not compile until it is listed. */
export const PREDICATES: Readonly<Record<Predicate, PredicateTraits>> = Object.freeze({
  is_a: { family: 'hierarchical', singleValued: false },
  part_of: { family: 'hierarchical', singleValued: false },
  located_in: { family: 'hierarchical', singleValued: false },
  lives_in: one,
  comes_from: one,
  born_in: one,
  born_on: one,
  moved_to: many,
  moved_from: many,
  works_at: one,
  works_as: many,
  studies: many,
  likes: many,
  dislikes: many,
  owns: many,
  named: many,
  married_to: { ...one, inverse: 'married_to' },
  partner_of: { ...one, inverse: 'partner_of' },
  parent_of: { ...many, inverse: 'child_of' },
  child_of: { ...many, inverse: 'parent_of' },
  sibling_of: { ...many, inverse: 'sibling_of' },
  relative_of: { ...many, inverse: 'relative_of' },
  friend_of: { ...many, inverse: 'friend_of' },
  colleague_of: { ...many, inverse: 'colleague_of' },
  manages: { ...many, inverse: 'reports_to' },
  reports_to: { ...many, inverse: 'manages' },
  depends_on: many,
  runs_on: many,
  founded: many,
  vendor_of: many,
});

/** Two names and the relation between them. */
export interface Relation {
  /** A mention's name; "Ana's dog" for a possessed thing; the speaker's name for "I". */
  readonly subject: string;
  readonly predicate: Predicate;
  readonly object: string;
  /** Half-open range `[start, end)` of the words that state it, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** 0..1. */
  readonly confidence: number;
}

/**
 * What must follow the cue: a name, a name of a possible employer, a place's name, any noun phrase, a noun phrase of
 * something owned, a date, a profession.
 */
export type ObjectKind =
  'name' | 'employer' | 'place' | 'phrase' | 'possession' | 'date' | 'trade' | 'kind';

export interface RelationCue {
  readonly words: readonly string[];
  readonly predicate: Predicate;
  readonly object: ObjectKind;
  readonly confidence: number;
}

const TABLE: readonly (readonly [Predicate, ObjectKind, number, string])[] = [
  [
    'lives_in',
    'place',
    0.9,
    'live in, lives in, lived in, living in, reside in, resides in, based in, live near, settled in, wohne in, wohnt in, lebe in, lebt in',
  ],
  [
    'comes_from',
    'place',
    0.8,
    'am from, is from, are from, come from, comes from, came from, grew up in, native of, originally from, hail from, hails from',
  ],
  ['born_in', 'place', 0.92, 'born in, born and raised in, raised in'],
  ['born_on', 'date', 0.9, 'born on, born in'],
  ['moved_to', 'place', 0.85, 'moved to, moved back to, relocated to, moved into, emigrated to'],
  [
    'moved_from',
    'place',
    0.85,
    'moved from, moved away from, relocated from, moved here from, emigrated from',
  ],
  [
    'works_at',
    'employer',
    0.88,
    'work at, works at, worked at, working at, work for, works for, worked for, working for, employed by, employed at, job at, intern at, interning at, joined',
  ],
  ['works_as', 'trade', 0.88, 'work as, works as, worked as, working as, job as, employed as'],
  [
    'studies',
    'phrase',
    0.8,
    'study, studies, studied, studying, major in, majoring in, majored in, degree in, studies at, studying at, studied at, study at',
  ],
  [
    'likes',
    'phrase',
    0.7,
    'love, loves, loved, like, likes, liked, enjoy, enjoys, enjoyed, adore, adores, into, fan of, big fan of, huge fan of, fond of, passionate about, crazy about, obsessed with, prefer, prefers',
  ],
  [
    'dislikes',
    'phrase',
    0.75,
    'hate, hates, hated, dislike, dislikes, disliked, despise, can not stand, allergic to, sick of, afraid of, scared of',
  ],
  ['owns', 'possession', 0.75, 'have, has, own, owns, have got, has got, got, bought, adopted'],
  ['married_to', 'name', 0.92, 'married to, married, wed'],
  ['partner_of', 'name', 0.85, 'engaged to, dating, in a relationship with'],
  ['friend_of', 'name', 0.85, 'friends with, friend of, a friend of, best friends with'],
  ['sibling_of', 'name', 0.88, 'sister of, brother of, the sister of, the brother of, sibling of'],
  ['parent_of', 'name', 0.88, 'mother of, father of, parent of, mom of, dad of'],
  ['child_of', 'name', 0.88, 'son of, daughter of, child of'],
  [
    'manages',
    'name',
    0.85,
    'manages, managed, manager of, the manager of, boss of, the boss of, leads, supervises',
  ],
  ['reports_to', 'name', 0.88, 'reports to, reported to, report to, reporting to'],
  [
    'depends_on',
    'name',
    0.85,
    'depends on, depend on, depended on, dependent on, relies on, rely on, needs the',
  ],
  ['runs_on', 'name', 0.8, 'runs on, run on, running on, hosted on, deployed on, deployed to'],
  [
    'founded',
    'name',
    0.88,
    'founded, co-founded, cofounded, founder of, the founder of, co-founder of, started the company',
  ],
  ['vendor_of', 'name', 0.85, 'vendor of, is a vendor of, supplier of, is a supplier of, supplies'],
  ['colleague_of', 'name', 0.8, 'colleague of, works with, work with'],
  [
    'part_of',
    'name',
    0.85,
    'part of, a part of, belongs to, belong to, member of, a member of, subsidiary of, division of',
  ],
  [
    'located_in',
    'place',
    0.85,
    'located in, is in, are in, is located in, situated in, lies in, is near',
  ],
  [
    'is_a',
    'kind',
    0.7,
    "is a, is an, was a, was an, 's a, 's an, am a, am an, is a kind of, is a type of, is a sort of, is the, became a, became an, a kind of, a type of, a sort of, is one of the",
  ],
];

function readTable(): ReadonlyMap<string, readonly RelationCue[]> {
  const cues = new Map<string, RelationCue[]>();
  for (const [predicate, object, confidence, list] of TABLE) {
    for (const phrase of phrases(list)) {
      const words = phrase.split(' ');
      const first = words[0] as string;
      cues.set(first, [...(cues.get(first) ?? []), { words, predicate, object, confidence }]);
    }
  }
  for (const [first, list] of cues)
    cues.set(
      first,
      [...list].sort((a, b) => b.words.length - a.words.length),
    );
  return cues;
}

/** The cues by their first word, longest first. */
export const RELATION_CUES = readTable();
