import type { ErrorCode } from '../domain/errors.js';

/** What a script sees; 0 is success, 1 a fault of ours. Stable: scripts depend on them. */
export const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 2,
  not_found: 3,
  malformed_import: 4,
  not_a_bank: 5,
  newer_version: 5,
  locked: 6,
  read_only: 7,
  disk_full: 8,
  corrupt: 9,
  conflict: 10,
  unavailable: 11,
  closed: 12,
  unauthorised: 13,
  denied: 13,
  rate_limited: 14,
  too_large: 14,
  interrupted: 130,
};
export const UNEXPECTED = 1;
/** Of `mneme test`, where a case failed: the program did what it was asked to. */
export const FAILED_CASES = 20;
