import { MnemeError } from '@mneme/core/domain/errors.js';
import { citedPrefix, MemoryId } from '@mneme/core/domain/ids.js';
import { everyPage } from '@mneme/core/domain/schema.js';
import type { Mneme } from '@mneme/mneme/index.js';
import type { Property } from '@mneme/mneme/operations/table.js';

type Input = Readonly<Record<string, unknown>>;

const ID = '^[m]_';

/** A citation that stands in place of a memory's id: `[m_7wa4]`, `m_7wa4`. */
const isCitation = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\[?m_/.test(value) &&
  citedPrefix(value) !== null &&
  !MemoryId.safeParse(value).success;

/** The fields that name memories by citations. A reversal hash may be the id of a forgotten memory instead. */
export function citingFields(
  input: Input,
  properties: Readonly<Record<string, Property>>,
): readonly string[] {
  return Object.entries(properties).flatMap(([field, { pattern, items }]) =>
    (field === 'hash' || (pattern ?? items?.pattern)?.startsWith(ID) === true) &&
    [input[field]].flat().some(isCitation)
      ? [field]
      : [],
  );
}

/** The input with an id in place of each citation. Throws `not_found`, or `invalid_input` where one fits several. */
export async function withIds(
  input: Input,
  fields: readonly string[],
  memory: Mneme,
): Promise<Record<string, unknown>> {
  const named: Record<string, unknown> = { ...input };
  for (const field of fields) {
    const given = input[field];
    const idOf = (value: unknown): unknown =>
      isCitation(value) ? idCited(value, field, memory) : value;
    named[field] = Array.isArray(given) ? await Promise.all(given.map(idOf)) : await idOf(given);
  }
  return named;
}

async function idCited(tag: string, field: string, memory: Mneme): Promise<string> {
  const { expansions } = await memory.graph.cite({ tags: [tag] });
  const present = expansions.flatMap(({ memories }) => memories.map(({ id }) => id));
  const ids = present.length > 0 ? present : await forgotten(citedPrefix(tag) ?? tag, memory);
  const [id] = ids;
  if (id === undefined)
    throw new MnemeError('not_found', `${tag} fits no memory.`, {
      field,
      value: tag,
      hint: 'Give its whole id, as `mneme list` shows it, or name another bank with --bank.',
    });
  if (ids.length > 1)
    throw new MnemeError('invalid_input', `${tag} fits ${ids.length} memories.`, {
      field,
      value: tag,
      hint: `Give more of its id: ${ids.slice(0, 5).join(', ')}.`,
    });
  return id;
}

async function forgotten(prefix: string, memory: Mneme): Promise<readonly MemoryId[]> {
  const found: MemoryId[] = [];
  const pages = everyPage(async (cursor) => {
    const page = { onlyForgotten: true, ...(cursor === undefined ? {} : { cursor }) };
    const { memories, next } = await memory.list(page);
    return { items: memories, next };
  });
  for await (const memories of pages)
    found.push(...memories.flatMap(({ id }) => (id.startsWith(prefix) ? [id] : [])));
  return found;
}
