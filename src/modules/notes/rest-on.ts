import type { Edge } from '../../domain/graph.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Note } from '../../domain/note.js';
import { mayRestOn, reasonOf, REST_CONFIDENCE } from '../../indexes/note-support.js';
import type { Consequence } from '../../kernel/module.js';
import type { NewMemory } from '../../remember/plan-context.js';

/** A word that more notes have in their values tells none of them. */
const MOST_OF_A_WORD = 64;
/** A reason names few things. */
const MOST_GROUNDS = 8;

/** Links a new note to those that its reason names: where one gives way, whether the new one still holds is not known. */
export async function restOnGrounds({
  memory,
  context,
  pending,
}: NewMemory): Promise<Consequence | null> {
  const { note } = memory;
  const reason = note === undefined ? null : reasonOf(note);
  if (note === undefined || reason === null) return null;
  const { notes } = context.state;
  await notes.ready();
  const found = new Map<MemoryId, Note>();
  for (const word of reason) {
    const named = notes.valuedWith(word);
    if (named.length > MOST_OF_A_WORD) continue;
    for (const known of named) found.set(known.id, known.note);
  }
  for (const each of pending.drafts)
    if (each.note !== null && each.id !== memory.id) found.set(each.id, each.note);
  const grounds = [...found]
    .filter(([id, other]) => id !== memory.id && mayRestOn(note, reason, other))
    .slice(-MOST_GROUNDS);
  return grounds.length === 0 ? null : { edges: grounds.map(([id]) => link(memory.id, id)) };
}

const link = (from: MemoryId, to: MemoryId): Edge => ({
  from,
  to,
  role: 'rests_on',
  label: 'because',
  weight: 1,
  confidence: REST_CONFIDENCE,
  status: 'resolved',
  evidence: from,
});
