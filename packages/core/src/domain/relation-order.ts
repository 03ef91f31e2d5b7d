import type { RelationValidity } from './layers.js';
import type { ValidityState } from './validity.js';

/** Sort rank: current relations before disputed, reported and superseded ones. */
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
/** For a link without evidence, which somebody set directly. */
export const UNTOLD: RelationValidity = {
  validity: 'current',
  validityDetail: null,
  reported: false,
  trust: 'user',
};

type Told = Pick<RelationValidity, 'validity' | 'reported'>;

/** Sorts relations that need no qualification first. */
export function byValidity(a: Told, b: Told): number {
  return placeOf(a) - placeOf(b);
}

/** 0 for a relation that needs no qualification, higher the more it needs. */
export function placeOf({ validity, reported }: Told): number {
  return reported ? Math.max(BY_HEARSAY, ORDER[validity]) : ORDER[validity];
}
