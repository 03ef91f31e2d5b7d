import { MnemeError } from '../domain/errors.js';
import type { LearnedRecord } from '../domain/learned/record.js';
import type { LearnedId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { inTime } from '../kernel/in-time.js';
import { BUDGET_MS, type Consequence, type NewRecord } from '../kernel/module.js';
import { messageOf } from '../spaces/with-timeout.js';
import type { Following } from './following.js';
import type { NewMemory, RememberModule } from './plan-context.js';

/**
 * The consequences of a new memory, from all modules in order; each sees the memory as the earlier ones
 * left it. A failing module is named on the receipt, and the memory is written without it. Throws the
 * `MnemeError` of a module that refuses.
 */
export async function consequencesOf(fresh: NewMemory): Promise<Following> {
  const all: Following[] = [];
  let { memory } = fresh;
  for (const module of fresh.context.modules) {
    const consequence = await ask(module, { ...fresh, memory });
    if (consequence === null) continue;
    const {
      memories = [],
      edges = [],
      claims = [],
      conflicts = [],
      notes = [],
      worth = null,
    } = consequence;
    const own = consequence.records ?? [];
    const declared = own.filter(({ type }) => module.records?.includes(type) === true);
    const refused = own.length - declared.length;
    all.push({
      memories,
      edges,
      claims,
      conflicts,
      worth,
      records: declared.map((record) => founded(record, module.name, fresh)),
      notes:
        refused === 0
          ? notes
          : [...notes, `${refused} records of types that ${module.name} does not declare`],
    });
    memory = memories.find(({ id }) => id === fresh.memory.id) ?? memory;
  }
  const each = <T>(read: (of: Following) => readonly T[]): T[] => all.flatMap(read);
  return {
    memories: latest(each(({ memories }) => memories)),
    edges: each(({ edges }) => edges),
    claims: each(({ claims }) => claims),
    conflicts: each(({ conflicts }) => conflicts),
    records: each(({ records }) => records),
    notes: each(({ notes }) => notes),
    worth: all.findLast(({ worth }) => worth !== null)?.worth ?? null,
  };
}

async function ask(
  { name, budgetMs = BUDGET_MS, onRemember }: RememberModule,
  fresh: NewMemory,
): Promise<Consequence | null> {
  if (onRemember === undefined) return null;
  try {
    return await inTime(onRemember(fresh), budgetMs);
  } catch (error) {
    if (MnemeError.is(error)) throw error;
    return { notes: [`the module ${name} had no part in it: ${messageOf(error)}`] };
  }
}

/** Only the last version of each. */
const latest = (memories: readonly Memory[]): Memory[] => [
  ...new Map(memories.map((memory) => [memory.id, memory])).values(),
];

function founded(
  { type, key, value }: NewRecord,
  module: string,
  { context, memory }: NewMemory,
): LearnedRecord<'module'> {
  return {
    id: context.newId('x') as LearnedId,
    kind: 'module',
    key: `${module} ${type} ${key}`,
    createdAt: context.now,
    changedAt: context.now,
    retractedAt: null,
    version: 1,
    body: { module, type, value, evidence: [memory.id] },
  };
}
