import type { RelationValidity } from './layers.js';
import type { ValidityState } from './validity.js';

/** A relation that holds comes before a disputed one, one by hearsay and a superseded one. */
const ORDER: Readonly<Record<ValidityState, number>> = {
  current: 0,
  unread: 0,
  planned: 0,
  past: 0,
  disputed: 1,
  doubtful: 1,
  partly: 1,
  ended: 3,
  superseded: 3,
};
const BY_HEARSAY = 2;
/** For a link that no memory states: somebody set it. */
export const UNTOLD: RelationValidity = {
  validity: 'current',
  validityDetail: null,
  reported: false,
  trust: 'user',
};

type Told = Pick<RelationValidity, 'validity' | 'reported'>;

/** Sorts first what may be stated as it is. */
export function byValidity(a: Told, b: Told): number {
  return placeOf(a) - placeOf(b);
}

/** 0 for what may be stated as it is, more for what needs a qualification. */
export function placeOf({ validity, reported }: Told): number {
  return reported ? Math.max(BY_HEARSAY, ORDER[validity]) : ORDER[validity];
}
