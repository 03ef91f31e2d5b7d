import { z } from 'zod';
import { EntityId } from '../../domain/ids.js';
import { EvidenceOutput, Share } from './memory.js';

const Node = z.strictObject({ id: EntityId, name: z.string() });
const Link = z.strictObject({
  from: Node,
  relation: z.enum(['is_a', 'part_of']),
  to: Node,
  confidence: Share,
  evidence: EvidenceOutput.nullable(),
});
const Relation = z.enum(['is_a', 'part_of', 'any']);

export const IsAOutput = z.strictObject({
  entity: Node,
  kind: Node,
  relation: Relation,
  holds: z.boolean(),
  confidence: Share,
  reversed: z.boolean(),
  chain: z.array(Link),
  common: z.array(Node),
  likelihood: Share.nullable(),
});

export const HierarchyOutput = z.strictObject({
  entity: Node,
  direction: z.enum(['ancestors', 'descendants']),
  relation: Relation,
  found: z.array(z.strictObject({ entity: Node, depth: z.number(), chain: z.array(Link) })),
  total: z.number(),
  circles: z.array(Link),
});
