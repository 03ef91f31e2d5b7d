import type { ClaimMode } from '../../domain/conflict.js';
import type { Instant } from '../../domain/time.js';

/** Whom or what a claim is about. */
export type ClaimSubject =
  /** "I", "we": whoever speaks. */
  | { readonly kind: 'speaker' }
  /** "the user", in notes about the one user of an agent. */
  | { readonly kind: 'user' }
  /** Somebody or something by its name. */
  | {
      readonly kind: 'name';
      readonly name: string;
      /** What they are to somebody, where it is said beside the name: "cousin" of "my cousin Tom". */
      readonly as?: string;
    }
  /** "pool size", "wedding": a common noun phrase in the singular, without its article. */
  | { readonly kind: 'thing'; readonly name: string }
  /** "my sister", "the CEO of Acme": something of somebody or something. */
  | { readonly kind: 'owned'; readonly owner: ClaimSubject; readonly noun: string };

/** What a value is; values of different kinds are not compared. */
export type ValueKind =
  'number' | 'time' | 'date' | 'name' | 'place' | 'release' | 'word' | 'polarity';

export interface ClaimValue {
  readonly kind: ValueKind;
  /** The value in one spelling; what two values are compared by. */
  readonly key: string;
}

/** The slot of a claim that ends or replaces a value without saying which slot it filled ("switched from X to Y"). */
export const ANY_SLOT = '*';

/** What one clause states: a value in a slot of a subject. */
export interface Claim {
  readonly subject: ClaimSubject;
  /** `lives_in`, `is`, `likes sushi` …; {@link ANY_SLOT} for what names only the value. */
  readonly slot: string;
  readonly value: ClaimValue;
  readonly mode: ClaimMode;
  /** What takes the value's place, for {@link ANY_SLOT}; null when nothing does. */
  readonly next: ClaimValue | null;
  /** The words say that something changed: "now", "moved", "no longer", "actually". */
  readonly change: boolean;
  /** Times, places and conditions under which it holds, in one spelling, sorted. */
  readonly scope: readonly string[];
  /** The day from which it counts, where that lay ahead when it was said ("starting June 1st"); absent: at once, or on a day not told. */
  readonly from?: Instant;
}
