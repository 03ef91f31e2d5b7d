import { createHash } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';
import { holdsOwnKey } from './personal/find-hidden.js';
import { findKeys, replaceFindings } from './personal/redact.js';

const CODE_LENGTH = 12;

/**
 * An id of the caller's as it is kept: itself, or where it holds a key or a token, its mark and a code of
 * the whole id, so that ids which differ stay different and one that is asked for is found.
 */
export function keptId(id: string): string {
  const findings = findKeys(id);
  if (findings.length === 0) return id;
  const { text } = replaceFindings(id, findings, ({ kind }) => `[REDACTED:${kind}]`);
  return `${text} ${createHash('sha256').update(id).digest('hex').slice(0, CODE_LENGTH)}`;
}

/** Names are shown to everybody, and the file holds of a key nothing but a hash. Throws `invalid_input` for one that is, or holds, a key of Mneme. */
export function assertNoKey(name: string, field: string): void {
  if (!holdsOwnKey(name)) return;
  throw new MnemeError('invalid_input', `${field}: must be a name, and holds a key of Mneme.`, {
    field,
    hint: 'Give a name. Revoke that key with `mneme keys revoke`: others may have seen it.',
  });
}

/** A text without keys and tokens, whatever a bank's level: for what is of no bank. */
export function withoutKeys(text: string): string {
  return replaceFindings(text, findKeys(text), ({ kind }) => `[REDACTED:${kind}]`).text;
}
