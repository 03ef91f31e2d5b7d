import type { Evidence } from '../../../recall/confidence/logistic.js';

/** What tells whether two statements of a turn make one claim. */
export const SAME_CLAIM_EVIDENCE = [
  'words',
  'nearest words',
  'meaning',
  'nearest meaning',
  'same amount',
  'other amount',
  'polarity',
  'opposite',
] as const;
export type SameClaim = (typeof SAME_CLAIM_EVIDENCE)[number];
export type SameClaimEvidence = Evidence<SameClaim>;
