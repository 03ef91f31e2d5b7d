import type { Recollection } from '../domain/recollection.js';
import type { Instant } from '../domain/time.js';
import type { OpenBank } from './open-bank.js';

/** Keeps that memories were delivered, and for which question. */
export async function noteUse(
  { state, privacy, uses }: OpenBank,
  recollection: Pick<Recollection, 'id' | 'plan' | 'delivered'>,
  query: string,
  now: Instant,
): Promise<void> {
  for (const id of recollection.delivered) state.index.noteUse(state.index.slot(id), now);
  // What was asked with a secret in it is written down nowhere.
  if ((await privacy.at(state.sequence)).mayNote(query)) uses.note(recollection, now);
}
