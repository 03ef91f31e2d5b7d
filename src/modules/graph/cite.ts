import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import type { OpenBank } from '../../bank/core.js';
import { memoriesCited, GraphNode, type GraphPorts } from './name-nodes.js';
import { neighbourhoodOf } from './neighbourhood.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

export const CiteInput = z.strictObject({
  tags: z
    .array(z.string().trim().min(1).max(60))
    .min(1, 'name 1 to 10 citations')
    .max(10, 'name 1 to 10 citations')
    .describe('Citations as a context has them: [m_7wa4]. Ids do as well.'),
  neighbours: z.boolean().default(false).describe('Also what each memory is linked to.'),
});
export type CiteInput = z.input<typeof CiteInput>;

const expansionShape = z.strictObject({
  tag: z.string(),
  /** Several if a short tag has become ambiguous. Empty if it is no citation of this bank. */
  memories: z.array(Memory),
  neighbours: z.array(GraphNode),
});
export interface Expansion extends Of<typeof expansionShape> {}
export const Expansion: SchemaOf<Expansion, typeof expansionShape> = expansionShape;

const MAX_NEIGHBOURS = 10;

/** The memories behind citations, complete and verbatim; forgotten ones are left out. */
export async function expandCitations(
  raw: unknown,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<{ readonly expansions: readonly Expansion[]; readonly unknown: readonly string[] }> {
  const { tags, neighbours } = parseInput(CiteInput, raw, 'cite');
  await bank.state.follow();
  const expansions: Expansion[] = [];
  for (const tag of tags) {
    const memories = (await bank.state.memories.get(memoriesCited(tag, bank))).filter(
      ({ retractedAt }) => retractedAt === null,
    );
    expansions.push({
      tag,
      memories,
      neighbours: neighbours
        ? await around(
            memories.map(({ id }) => id),
            bank,
            ports,
          )
        : [],
    });
  }
  return {
    expansions,
    unknown: expansions.flatMap(({ tag, memories }) => (memories.length === 0 ? [tag] : [])),
  };
}

async function around(
  ids: readonly MemoryId[],
  bank: OpenBank,
  ports: GraphPorts,
): Promise<GraphNode[]> {
  const found = new Map<string, GraphNode>();
  for (const of of ids)
    for (const { node } of (await neighbourhoodOf({ of, limit: MAX_NEIGHBOURS }, bank, ports))
      .neighbours)
      found.set(node.id, node);
  return [...found.values()];
}
