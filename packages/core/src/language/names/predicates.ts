import type { EdgeFamily } from '../../domain/graph.js';

export interface PredicateTraits {
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
