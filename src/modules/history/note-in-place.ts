import { MnemeError } from '../../domain/errors.js';
import { EDGE_FAMILIES, type Edge } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import type { Store } from '../../ports/store.js';

/** More links than any note has. */
const ALL = 100_000;
const ROLES: ReadonlySet<Edge['role']> = new Set(['derived_from', 'supersedes', 'doubts']);

/**
 * The links of a note as links of the one that is put in its place: to its turns, to the notes that it replaces
 * or puts in doubt, and from those that do so to it.
 */
export async function noteLinksOf(
  old: MemoryId,
  by: MemoryId,
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<Edge[]> {
  const moved = <Id>(id: Id): Id | MemoryId => (id === (old as unknown) ? by : id);
  return (await store.neighbours(bank, [old], EDGE_FAMILIES, ALL))
    .filter(({ role, label }) => ROLES.has(role) && label === '')
    .map((edge) => ({
      ...edge,
      from: moved(edge.from),
      to: moved(edge.to),
      evidence: moved(edge.evidence),
    }));
}

/**
 * The structure of a note with new words: as it was, unless it is given. Throws `invalid_input` where the value
 * that it was about is not in them any more.
 */
export function structureFor(
  { id, content: before, note }: Memory,
  content: string,
  given: RememberInput['note'],
): Pick<RememberInput, 'note'> {
  if (given !== undefined) return { note: given };
  if (note === undefined) return {};
  const [was, is, value] = [before, content, note.value].map((text) => text.toLowerCase()) as [
    string,
    string,
    string,
  ];
  if (was.includes(value) && !is.includes(value))
    throw new MnemeError(
      'invalid_input',
      `${id} is a note of “${note.about}: ${note.aspect}: ${note.value}”, and its new words do not say that.`,
      {
        field: 'update.note',
        value: content,
        hint: 'Give its note, too, with the new value; or remember a note that replaces it.',
      },
    );
  return { note: { ...note, asks: [...note.asks], matters: [...note.matters] } };
}
