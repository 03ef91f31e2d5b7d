import { NONE } from '../../packages/core/src/indexes/bank-index.js';
import { EdgeIndex, rolesWith } from '../../packages/core/src/indexes/edge-index.js';
import { EDGE_ROLES, type EdgeRole } from '../../packages/core/src/domain/graph.js';
import type { LoadedBank } from '../loaded-bank.js';
import { askingOf } from '../talk/talk.js';
import type { Answered, Told } from './asked-half.js';

const EVERY = rolesWith(Object.keys(EDGE_ROLES) as EdgeRole[]);
const FAN_OUT = 50;
const MIN_WEIGHT = 0.01;

interface Learned {
  readonly base: number;
  readonly role: number;
  readonly ends: readonly [number, number];
  excitatory: number;
  inhibitory: number;
}

/**
 * Edges that learn: those between what a question made active and a memory that was useful for it grow by rate·a·b·(1
 * − w), those to one that was not useful are held back alike; what is only recalled changes nothing. The weight is
 * base·(1 + excitatory − inhibitory), in the open bank alone.
 */
export async function learnEdges(
  bank: LoadedBank,
  answers: readonly { readonly answer: Answered; readonly told: readonly Told[] }[],
  { rate, every }: { readonly rate: number; readonly every: boolean },
): Promise<number> {
  const { state } = await bank.bank();
  await state.follow();
  const { edges, index } = state;
  const learned = new Map<number, Learned>();
  for (const { answer, told } of answers) {
    const { understanding, results, input } = await bank.rankCandidates(askingOf(answer.question));
    const active = new Map<number, number>();
    const best = Math.max(1e-9, ...(input.found.graph ?? []).map(({ score }) => score));
    for (const { slot, score } of input.found.graph ?? [])
      active.set(edges.memoryNode(slot), score / best);
    for (const { slot } of results) active.set(edges.memoryNode(slot), 1);
    for (const { id } of understanding.entities) active.set(edges.node(id), 1);
    for (const { at, useful } of told) {
      const slot = index.slot(answer.delivered[at] as Parameters<typeof index.slot>[0]);
      if (slot === NONE) continue;
      const node = edges.memoryNode(slot);
      const links = edges.links(node, EVERY);
      for (const [place, edge] of edges.strongest(node, EVERY).entries()) {
        const other = EdgeIndex.prototype.across.call(edges, edge, node);
        const pre = every ? 1 : (active.get(other) ?? 0);
        if (pre === 0) continue;
        const each = learned.get(edge) ?? {
          base: EdgeIndex.prototype.weight.call(edges, edge),
          role: rolesWith([links[place]?.role ?? 'mentions']),
          ends: [node, other] as const,
          excitatory: 0,
          inhibitory: 0,
        };
        learned.set(edge, each);
        const weight = weightOf(each);
        if (useful) each.excitatory += rate * pre * (1 - weight);
        else each.inhibitory += rate * pre * weight;
      }
    }
  }
  use(edges, learned);
  return learned.size;
}

function weightOf({ base, excitatory, inhibitory }: Learned): number {
  return Math.max(MIN_WEIGHT, Math.min(1, base * (1 + excitatory - inhibitory)));
}

/** Lets every walk over the edges see the learned weights, also where fifty of thousands are chosen. */
function use(edges: EdgeIndex, learned: ReadonlyMap<number, Learned>): void {
  const ofNode = new Map<number, number[]>();
  for (const [edge, { ends }] of learned)
    for (const end of ends) ofNode.set(end, [...(ofNode.get(end) ?? []), edge]);
  const own = EdgeIndex.prototype;
  edges.weight = (edge) => {
    const known = learned.get(edge);
    return known === undefined ? own.weight.call(edges, edge) : weightOf(known);
  };
  edges.strongest = (node, roles) => {
    const strongest = own.strongest.call(edges, node, roles);
    const changed = (ofNode.get(node) ?? []).filter(
      (edge) => ((learned.get(edge)?.role ?? 0) & roles) !== 0,
    );
    if (changed.length === 0) return strongest;
    return [...new Set([...strongest, ...changed])]
      .map((edge, at) => ({ edge, at, weight: edges.weight(edge) }))
      .sort((a, b) => b.weight - a.weight || a.at - b.at)
      .slice(0, FAN_OUT)
      .map(({ edge }) => edge);
  };
}
