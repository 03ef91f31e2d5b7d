import { opens } from '../../domain/user-bank.js';
import type { Caller } from './admission.js';

/** Whether a caller may know all that another may: it opens the same banks at least, and is allowed as much. */
export function covers(caller: Caller, other: Pick<Caller, 'banks' | 'scopes'>): boolean {
  const banks =
    caller.banks === null || (other.banks?.every((bank) => opens(caller.banks, bank)) ?? false);
  return banks && other.scopes.every((scope) => mayAs(caller, scope));
}

const mayAs = ({ scopes }: Caller, scope: Caller['scopes'][number]): boolean =>
  scopes.includes(scope) || scopes.includes('admin');

export const mayRead = (caller: Caller): boolean => mayAs(caller, 'read');
