import type { ClaimMode } from '../../domain/conflict.js';
import type { Instant } from '../../domain/time.js';

/** Whom or what a claim is about. */
export type ClaimSubject =
  /** "I", "we": the speaker. */
  | { readonly kind: 'speaker' }
  /** "the user", in notes about the one user of an agent. */
  | { readonly kind: 'user' }
  /** Somebody or something by name. */
  | {
      readonly kind: 'name';
      readonly name: string;
      /** The relation stated with the name: "cousin" of "my cousin Tom". */
      readonly as?: string;
    }
  /** "pool size", "wedding": a common noun phrase in the singular, without its article. */
  | { readonly kind: 'thing'; readonly name: string }
  /** "my sister", "the CEO of Acme": something belonging to somebody or something. */
  | { readonly kind: 'owned'; readonly owner: ClaimSubject; readonly noun: string };

/** The kind of a value; values of different kinds are not compared. */
export type ValueKind =
  'number' | 'time' | 'date' | 'name' | 'place' | 'release' | 'word' | 'polarity';

export interface ClaimValue {
  readonly kind: ValueKind;
  /** The normalised value, by which two are compared. */
  readonly key: string;
}

/** The slot of a claim that ends or replaces a value without naming the slot it filled ("switched from X to Y"). */
export const ANY_SLOT = '*';

/** The statement of one clause: a value in a slot of a subject. */
export interface Claim {
  readonly subject: ClaimSubject;
  /** `lives_in`, `is`, `likes sushi` …; {@link ANY_SLOT} if only the value is named. */
  readonly slot: string;
  readonly value: ClaimValue;
  readonly mode: ClaimMode;
  /** The replacement of the value, for {@link ANY_SLOT}; null if there is none. */
  readonly next: ClaimValue | null;
  /** The words say that something changed: "now", "moved", "no longer", "actually". */
  readonly change: boolean;
  /** Times, places and conditions under which it holds, normalised and sorted. */
  readonly scope: readonly string[];
  /**
   * The day from which it applies, if that was in the future when said ("starting June 1st"); absent:
   * immediately, or on an unknown day.
   */
  readonly from?: Instant;
}
