import { type Edge, EDGE_FAMILIES, type EdgeRole } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Note } from '../../domain/note.js';
import { everyPage } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';
import {
  type KnownNote,
  mayDependOn,
  reasonOf,
  DEPENDENCE_CONFIDENCE,
} from '../../indexes/note-index.js';
import { type NoteLinks, presentAt, validityByNotes } from '../../indexes/note-validity.js';
import type { Consequence, Finding } from '../../kernel/module.js';
import type { Store } from '../../ports/store.js';
import type { NewMemory } from '../../remember/plan-context.js';

/**
 * Number of link steps followed: from a turn to its notes, their grounds, the grounds' successors, and what cancelled
 * those.
 */
const STEPS = 5;
const MAX_LINKS = 200;
const LINKS: ReadonlySet<EdgeRole> = new Set<EdgeRole>([
  'derived_from',
  'supersedes',
  'doubts',
  'rests_on',
]);

/** Loads the note links of memories from the store alone; slots are numbered in order of discovery. */
export async function linksInStore(
  given: readonly Memory[],
  { bank, store, asOf }: { bank: BankName; store: Store; asOf: Instant | undefined },
): Promise<NoteLinks & { slot(id: MemoryId): number }> {
  const slots = new Map<MemoryId, number>();
  const notes = new Map<MemoryId, KnownNote>();
  const links = new Map<string, Set<MemoryId>>();
  const add = ({ id, note, saidAt, recordedAt, retractedAt }: Memory): void => {
    const slot = slots.get(id) ?? slots.size;
    slots.set(id, slot);
    if (note !== undefined && retractedAt === null)
      notes.set(id, { id, slot, note, saidAt, recordedAt, vectors: [] });
  };
  given.forEach(add);
  let open: readonly MemoryId[] = given.map(({ id }) => id);
  for (let step = 0; step < STEPS && open.length > 0; step++) {
    const edges = wanted(await store.neighbours(bank, open, EDGE_FAMILIES, MAX_LINKS), open);
    for (const { of, role, other } of edges) {
      const key = `${role} ${of}`;
      links.set(key, (links.get(key) ?? new Set()).add(other));
    }
    open = [...new Set(edges.map(({ other }) => other))].filter((id) => !slots.has(id));
    (await store.get(bank, open, asOf)).forEach(add);
  }
  const ids = [...slots.keys()];
  const at = (slot: number): KnownNote | undefined => notes.get(ids[slot] as MemoryId);
  const linked = (role: EdgeRole) => (slot: number) =>
    [...(links.get(`${role} ${ids[slot] ?? ''}`) ?? [])].flatMap((id) => notes.get(id) ?? []);
  return {
    slot: (id) => slots.get(id) ?? -1,
    of: at,
    // The number of notes in the bank is unknown here.
    size: Infinity,
    notesOf: linked('derived_from'),
    replacedBy: linked('supersedes'),
    doubtedBy: linked('doubts'),
    groundsOf: linked('rests_on'),
  };
}

interface WantedLink {
  readonly of: MemoryId;
  readonly role: EdgeRole;
  readonly other: MemoryId;
}

/** Links that point at these memories, and links to what they rest on. */
function wanted(edges: readonly Edge[], ids: readonly MemoryId[]): WantedLink[] {
  const asked = new Set<string>(ids);
  return edges.flatMap(({ from, to, role }): WantedLink[] => {
    const [of, other] = (role === 'rests_on' ? [from, to] : [to, from]) as [MemoryId, MemoryId];
    return LINKS.has(role) && asked.has(of) ? [{ of, role, other }] : [];
  });
}

/** A word in the values of more notes than this identifies none of them. */
const MAX_NOTES_OF_WORD = 64;
/** Maximum number of grounds of a note. */
const MAX_GROUNDS = 8;

/** Links a new note to the notes that its reason names: when one is superseded, the new note becomes doubtful. */
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
    if (named.length > MAX_NOTES_OF_WORD) continue;
    for (const known of named) found.set(known.id, known.note);
  }
  for (const each of pending.drafts)
    if (each.note !== null && each.id !== memory.id) found.set(each.id, each.note);
  const grounds = [...found]
    .filter(([id, other]) => id !== memory.id && mayDependOn(note, reason, other))
    .slice(-MAX_GROUNDS);
  return grounds.length === 0 ? null : { edges: grounds.map(([id]) => link(memory.id, id)) };
}

const link = (from: MemoryId, to: MemoryId): Edge => ({
  from,
  to,
  role: 'rests_on',
  label: 'because',
  weight: 1,
  confidence: DEPENDENCE_CONFIDENCE,
  status: 'resolved',
  evidence: from,
});

const PAGE = 200;
/** Maximum number of notes examined. */
const MAX_EXAMINED = 5_000;
const NAMED = 3;

/** Notes not confirmed since their grounds changed, for `doctor`. */
export async function findDoubted({
  bank,
  store,
}: {
  readonly bank: BankName;
  readonly store: Store;
}): Promise<readonly Finding[]> {
  const doubted: MemoryId[] = [];
  let seen = 0;
  const find = (after: string | undefined) => store.find(bank, { kinds: ['note'] }, PAGE, after);
  for await (const items of everyPage(find)) {
    const links = await linksInStore(items, { bank, store, asOf: undefined });
    const last = items.reduce<Instant>((most, { recordedAt }) => Math.max(most, recordedAt), 0);
    for (const { id } of items)
      if (validityByNotes(id, links.slot(id), links, presentAt(last))?.state === 'doubtful')
        doubted.push(id);
    seen += items.length;
    if (seen >= MAX_EXAMINED) break;
  }
  if (doubted.length === 0) return [];
  const named = doubted.slice(0, NAMED).join(', ');
  const more = doubted.length > NAMED ? ', …' : '';
  return [
    {
      what: `${doubted.length === 1 ? '1 note rests' : `${doubted.length} notes rest`} on what has changed, and nobody said whether it still holds: ${named}${more}`,
      mend: 'Look at what each rests on with `mneme show ID --support`, and tell what holds now.',
    },
  ];
}
