import { NONE, type Graph } from './graph.js';
import type { NodeInserter } from './insert-node.js';
import { FIELDS, STATES } from './node-layout.js';
import type { SlotMembers } from './slot-members.js';

/** Dead nodes are ignored until there are this many, and they are this share of all. */
const MIN_DEAD = 64;
const DEAD_SHARE = 0.2;
/** Nodes examined in one step. Most need no work. */
const STEP = 64;

/**
 * Removes nodes that lost their vector from the graph, a few nodes at a time: whoever links to one gets
 * instead the best of what that one linked to (after FreshDiskANN's delete consolidation, Singh et al.
 * 2021, algorithm 4). When all have been examined, no link points at a condemned node and its number is
 * free.
 */
export class DeadNodeSweep {
  /** The next node to examine, and where the sweep ends; {@link NONE} if none is running. */
  #next = NONE;
  #end = 0;

  constructor(
    private readonly graph: Graph,
    private readonly members: SlotMembers,
    private readonly inserter: NodeInserter,
  ) {}

  /** Called after every put: its work is bounded. */
  step(): void {
    if (this.#next === NONE && !this.#begin()) return;
    const until = Math.min(this.#end, this.#next + STEP);
    for (; this.#next < until; this.#next++) this.#mend(this.#next);
    if (this.#next === this.#end) this.#finish();
  }

  get state(): Int32Array {
    return Int32Array.of(this.#next, this.#end);
  }

  restore([next = NONE, end = 0]: Int32Array): void {
    this.#next = next;
    this.#end = end;
  }

  #begin(): boolean {
    const { graph, members } = this;
    const { dead } = members;
    if (dead < MIN_DEAD || dead < graph.nodes * DEAD_SHARE) return false;
    if (dead === graph.nodes) {
      graph.clear();
      return false;
    }
    let entry = NONE;
    for (let node = 0; node < graph.count; node++) {
      if (graph.field(node, FIELDS.state) === STATES.free) continue;
      if (graph.field(node, FIELDS.member) === 0)
        graph.setField(node, FIELDS.state, STATES.condemned);
      else if (entry === NONE || graph.level(node) > graph.level(entry)) entry = node;
    }
    graph.entry = entry;
    this.#next = 0;
    this.#end = graph.count;
    return true;
  }

  #mend(node: number): void {
    const { graph } = this;
    if (graph.field(node, FIELDS.state) !== STATES.used) return;
    for (let level = graph.level(node); level >= 0; level--) {
      const links = linksOf(graph, node, level);
      if (links.every((other) => this.#stays(other))) continue;
      const better = new Set<number>();
      for (const other of links) {
        if (this.#stays(other)) better.add(other);
        else
          for (const beyond of linksOf(graph, other, level))
            if (beyond !== node && this.#stays(beyond)) better.add(beyond);
      }
      this.inserter.rechoose(node, level, [...better]);
    }
  }

  #finish(): void {
    const { graph } = this;
    for (let node = 0; node < this.#end; node++)
      if (graph.field(node, FIELDS.state) === STATES.condemned) graph.release(node);
    this.#next = NONE;
  }

  #stays(node: number): boolean {
    return this.graph.field(node, FIELDS.state) === STATES.used;
  }
}

function linksOf(graph: Graph, node: number, level: number): Int32Array {
  const links = graph.links(level);
  const at = graph.linksAt(node, level);
  return links.slice(at + 1, at + 1 + (links[at] as number));
}
