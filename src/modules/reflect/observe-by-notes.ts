import type { Entity } from '../../domain/graph.js';
import type { Memory } from '../../domain/memory.js';
import { bankClock } from '../../indexes/bank-clock.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { isPresent } from '../../indexes/note-disagreements.js';
import { presentAt } from '../../indexes/note-validity.js';
import { readOwner } from '../../indexes/read-owner.js';
import { normaliseName } from '../../language/entity-names.js';
import { findSubject } from '../notes/index.js';
import type { Claim } from './claim.js';
import type { ReflectRun } from './ports.js';

/** So many aspects make a summary; `about` tells all. */
const MOST_ASPECTS = 12;

/** What holds of an entity by its notes, an aspect a sentence, wishes first, then the latest; null in a bank without notes. Of several entities that a subject is known as, the one of its name has it. */
export async function observeByNotes(entity: Entity, run: ReflectRun): Promise<Claim[] | null> {
  const { notes, index } = run.state;
  await notes.ready();
  if (notes.size === 0) return null;
  const { store, clock, stemmer } = run.ports;
  const owner = (await readOwner(run.bank, store))?.name ?? null;
  const found = findSubject(entity.name, entity.aliases, { notes, index, owner, stemmer });
  const subject = found?.subject ?? null;
  const names = new Set([entity.name, ...entity.aliases].map(normaliseName));
  if (
    found === null ||
    subject === null ||
    ![subject.name, ...subject.aliases].some((name) => names.has(normaliseName(name)))
  )
    return [];
  const own = run.state.entities.named(subject.name).at(-1);
  if (own !== undefined && own.id !== entity.id) return [];
  const now = clock.now();
  const moment = presentAt(now, (await bankClock(run.bank, store))(now));
  const beside = { notes, moment, stemmer };
  const held = found.own
    .filter((known) => isPresent(known, beside))
    .sort((a, b) => placeOf(a) - placeOf(b) || b.saidAt - a.saidAt || b.slot - a.slot)
    .slice(0, MOST_ASPECTS);
  const memories = new Map(
    (await run.state.memories.get(held.map(({ id }) => id))).map((memory) => [memory.id, memory]),
  );
  return held.flatMap((known) => {
    const memory = memories.get(known.id);
    return memory === undefined ? [] : [claimOf(known, memory)];
  });
}

const placeOf = ({ note: { type } }: KnownNote): number => (type === 'instruction' ? 0 : 1);

/** "Home: Perth." */
function claimOf({ note: { aspect, value } }: KnownNote, memory: Memory): Claim {
  const text = `${aspect.charAt(0).toUpperCase()}${aspect.slice(1)}: ${value.replace(/\.$/u, '')}.`;
  return { text, memories: [memory], label: aspect };
}
