import type { Delegated } from '../../domain/access.js';
import type { Mneme } from '../../mneme.js';
import type { Caller } from './admission.js';

/** On whose behalf a memory acts for a caller; null for who opened it. */
export function delegatedTo({ actor, banks, scopes }: Caller): Delegated | null {
  const standing = scopes.includes('admin') ? 'admin' : 'guest';
  return actor === null ? null : { actor, within: banks, standing };
}

export function actingFor(who: Delegated | null, memory: Mneme): Mneme {
  return who === null ? memory : memory.as(who);
}
