import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { FORGOTTEN } from '../../domain/note.js';
import { NONE } from '../../indexes/bank-index.js';
import type { Consequence } from '../../kernel/module.js';
import type { NewMemory } from '../../remember/plan-context.js';

/**
 * Who asks that something be forgotten is obeyed in the same change: what a note of that request replaces, and the turns that told
 * it, are taken back. They can be restored, or erased for good; other notes that were read off these turns stay.
 */
export async function forgetAsAsked(fresh: NewMemory): Promise<Consequence | null> {
  const meant = await meantByNote(fresh);
  if (meant.length === 0) return null;
  const { memory, context, pending } = fresh;
  const ids = [...new Set(meant)].filter((id) => id !== memory.id);
  const stored = await context.load(ids.filter((id) => !pending.memories.has(id)));
  const gone = [...stored, ...ids.flatMap((id) => pending.memories.get(id) ?? [])].filter(
    ({ retractedAt }) => retractedAt === null,
  );
  return {
    memories: gone.map((each) => ({
      ...each,
      retractedAt: context.now,
      retraction: `forgotten as was asked in ${memory.id}`,
      version: each.version + 1,
    })),
    notes: gone.length === 0 ? [] : [took(gone)],
  };
}

const took = (gone: readonly Memory[]): string =>
  `forgot ${gone.map(({ id }) => id).join(', ')}, as asked; restore brings back, erase removes for good`;

/** What a note of a request to forget names: the notes it replaces, with the turns that told them. */
async function meantByNote({ draft, context }: NewMemory): Promise<MemoryId[]> {
  const { note, provenance } = draft;
  if (note?.aspect !== FORGOTTEN || note.type !== 'instruction' || provenance.source !== 'user')
    return [];
  const { index, notes } = context.state;
  await notes.ready();
  const slotsOf = (ids: readonly MemoryId[]): number[] =>
    ids.map((id) => index.slot(id)).filter((slot) => slot !== NONE);
  const asked = slotsOf(note.turns).toSorted((a, b) => index.saidAt.get(a) - index.saidAt.get(b));
  const replaced = slotsOf(note.replaces);
  // The request is the last of its turns: what it cites besides is what it is about.
  const told = [
    ...asked.slice(0, -1),
    ...replaced.flatMap((slot) => notes.turnsOf(slot).slice(0, 1)),
  ];
  const turns = told.flatMap((slot) => [slot, ...answersTo(slot, context.state.index)]);
  return [...turns, ...replaced].filter((slot) => slot !== asked.at(-1)).map((slot) => index.id(slot));
}

/** The assistant's words right after a turn: they take up what it told. */
function answersTo(slot: number, index: NewMemory['context']['state']['index']): number[] {
  const next = index.next(slot);
  return next !== NONE && index.assistants.has(index.speaker(next)) ? [next] : [];
}
