import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { SPACES } from '../../domain/space.js';
import { spaceNamed } from '../../spaces/registry.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { slotOf } from './search-spaces.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

export const CompareInput = z.strictObject({
  a: MemoryId.describe('A memory, as in m_01h5k0c2x9w7a.'),
  b: MemoryId.describe('Another memory.'),
});
export type CompareInput = z.input<typeof CompareInput>;

const spaceLikenessShape = z.strictObject({
  space: z.enum(SPACES),
  /** The purpose of the space, in words; null if it is not built. */
  serves: z.string().nullable(),
  /** Which of the two have a code in this space. */
  present: z.strictObject({
    a: z.boolean(),
    b: z.boolean(),
  }),
  /** -1..1 by that space's own measure; null if either has no code in it. */
  likeness: z.number().nullable(),
});
/** How similar two memories are in one space. */
export interface SpaceLikeness extends Of<typeof spaceLikenessShape> {}
export const SpaceLikeness: SchemaOf<SpaceLikeness, typeof spaceLikenessShape> = spaceLikenessShape;

const memoryComparisonShape = z.strictObject({
  a: Memory,
  b: Memory,
  /** Always twelve, in the order of `SPACES`. No sum: likenesses of two spaces are not comparable. */
  spaces: z.array(SpaceLikeness),
});
export interface MemoryComparison extends Of<typeof memoryComparisonShape> {}
export const MemoryComparison: SchemaOf<MemoryComparison, typeof memoryComparisonShape> =
  memoryComparisonShape;

/** How similar two memories are in each space. Throws `not_found`. */
export async function compareMemories(
  raw: unknown,
  bank: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<MemoryComparison> {
  const ids = parseInput(CompareInput, raw, 'compare');
  const { spaces } = bank;
  await spaces.follow();
  const [slotA, slotB] = [slotOf(ids.a, 'compare.a', bank), slotOf(ids.b, 'compare.b', bank)];
  const likenesses: SpaceLikeness[] = [];
  for (const space of SPACES) {
    const registered = spaceNamed(space, spaces.registered);
    const codes =
      registered === undefined
        ? new Map<number, unknown>()
        : await spaces.codes(registered, [slotA, slotB]);
    const [a, b] = [codes.get(slotA), codes.get(slotB)];
    likenesses.push({
      space,
      serves: registered?.serves ?? null,
      present: { a: a !== undefined, b: b !== undefined },
      likeness:
        registered === undefined || a === undefined || b === undefined
          ? null
          : registered.space.likeness(a, b),
    });
  }
  const memories = new Map(
    (await store.get(bank.name, [ids.a, ids.b])).map((memory) => [memory.id, memory]),
  );
  return { a: memories.get(ids.a) as Memory, b: memories.get(ids.b) as Memory, spaces: likenesses };
}
