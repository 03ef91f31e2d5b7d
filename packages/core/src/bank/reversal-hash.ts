import { createHash } from 'node:crypto';
import type { BankName } from '../domain/ids.js';
import type { Reversible } from '../domain/reversal.js';

const DIGEST_LETTERS = 10;

/**
 * Identifies a change for `undo`: its number, and a digest of bank and number, so that a typo cannot undo another
 * change.
 */
export function reversalHash(bank: BankName, sequence: number): string {
  const digest = createHash('sha256').update(`mneme reversal ${bank} ${sequence}`).digest('hex');
  return `${sequence.toString(36)}-${digest.slice(0, DIGEST_LETTERS)}`;
}

/** The number of the change that a hash identifies; null if it is not a hash of this bank. */
export function sequenceOf(bank: BankName, hash: string): number | null {
  const sequence = /^[0-9a-z]{1,11}-[0-9a-f]{10}$/.test(hash)
    ? Number.parseInt(hash, 36)
    : Number.NaN;
  return Number.isSafeInteger(sequence) && reversalHash(bank, sequence) === hash ? sequence : null;
}

/** The receipt with the reversal hash of its change, if it made one. */
export function withReversal<Receipt extends { readonly sequence: number }>(
  bank: BankName,
  receipt: Receipt,
  changed: boolean,
): Reversible<Receipt> {
  return { ...receipt, reversal: changed ? reversalHash(bank, receipt.sequence) : null };
}
