import type { MemoryId } from '../../domain/ids.js';
import { type Memory, trustRank } from '../../domain/memory.js';
import { FORGOTTEN } from '../../domain/note.js';
import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import { tellsAgain } from '../../indexes/note-index.js';
import type { Consequence } from '../../kernel/module.js';
import { defineModule } from '../module.js';
import type { NewMemory } from '../../remember/plan-context.js';

/**
 * Carries out a request to forget in the same change: the memories that the request's note replaces, and the turns
 * they were read from, are retracted. They can be restored or erased; other notes from the same turns stay.
 */
async function forgetAsAsked(fresh: NewMemory): Promise<Consequence | null> {
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
  `forgot ${gone.map(({ id }) => id).join(', ')}, as asked; undo brings it back, erase removes it for good`;

/**
 * The memories that a note of a request to forget covers: the notes it replaces, with their turns. The owner may
 * request it of anything, others only of what they said themselves.
 */
async function meantByNote({ draft, context }: NewMemory): Promise<MemoryId[]> {
  const { note, provenance } = draft;
  if (note?.aspect !== FORGOTTEN) return [];
  const { index, notes } = context.state;
  await notes.ready();
  const slotsOf = (ids: readonly MemoryId[]): number[] =>
    ids.map((id) => index.slot(id)).filter((slot) => slot !== NONE);
  const cited = slotsOf(note.turns);
  // The request is a person's last cited turn; turns cited before it are its subject.
  const request = cited
    .filter((slot) => index.trust.get(slot) === trustRank('user'))
    .toSorted((a, b) => index.saidAt.get(a) - index.saidAt.get(b))
    .at(-1);
  const told = new Set([
    ...cited.filter((slot) => request !== undefined && comesBefore(slot, request, index)),
    ...slotsOf(note.replaces).flatMap((slot) => notes.turnsOf(slot).slice(0, 1)),
  ]);
  // Without a person's request, the note itself must come from a person.
  const isOwners =
    note.type === 'instruction' && (request !== undefined || provenance.source === 'user');
  const may = (slot: number): boolean =>
    isOwners || (request !== undefined && index.speaker(slot) === index.speaker(request));
  const turns = [...told].filter(may).flatMap((slot) => [slot, ...answersTo(slot, index)]);
  const replaced = slotsOf(note.replaces).filter(
    (slot) =>
      isOwners ||
      notes
        .turnsOf(slot)
        .slice(0, 1)
        .some((turn) => turns.includes(turn)),
  );
  // Notes that give a forgotten one as their reason would reveal it.
  const telling = replaced.flatMap((slot) => {
    const secret = notes.of(slot)?.note;
    return notes
      .restingOn(slot)
      .filter(({ note }) => secret !== undefined && tellsAgain(note, secret))
      .map((known) => known.slot);
  });
  return [...turns, ...replaced, ...telling]
    .filter((slot) => slot !== request)
    .map((slot) => index.id(slot));
}

const comesBefore = (slot: number, other: number, index: BankIndex): boolean =>
  index.saidAt.get(slot) < index.saidAt.get(other);

/** The assistant's reply right after a turn, which may repeat it. */
function answersTo(slot: number, index: BankIndex): number[] {
  const next = index.next(slot);
  return next !== NONE && index.assistants.has(index.speaker(next)) ? [next] : [];
}

/** Carries out requests to forget, in conversation and in notes. */
export const forgetting = defineModule({ name: 'forgetting', onRemember: forgetAsAsked });
