import { createHash } from 'node:crypto';
import type { BankName } from '../domain/ids.js';
import type { Reversible } from '../domain/reversal.js';

const DIGEST_LETTERS = 10;

/** What names a change for its undoing: its number, and a digest of bank and number that keeps a wrong letter from undoing another. */
export function reversalHash(bank: BankName, sequence: number): string {
  const digest = createHash('sha256').update(`mneme reversal ${bank} ${sequence}`).digest('hex');
  return `${sequence.toString(36)}-${digest.slice(0, DIGEST_LETTERS)}`;
}

/** The change that a hash names; null for what is no hash of this bank. */
export function sequenceOf(bank: BankName, hash: string): number | null {
  const sequence = /^[0-9a-z]{1,11}-[0-9a-f]{10}$/.test(hash)
    ? Number.parseInt(hash, 36)
    : Number.NaN;
  return Number.isSafeInteger(sequence) && reversalHash(bank, sequence) === hash ? sequence : null;
}

/** The receipt with what undoes its change, where it made one. */
export function withReversal<Receipt extends { readonly sequence: number }>(
  bank: BankName,
  receipt: Receipt,
  changed: boolean,
): Reversible<Receipt> {
  return { ...receipt, reversal: changed ? reversalHash(bank, receipt.sequence) : null };
}
