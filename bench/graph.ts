import type { Edge } from '../packages/core/src/domain/graph.js';
import { createGraphSpace, HeldGraph } from '../packages/core/src/spaces/e08-graph.js';
import { TransE } from '../packages/core/src/spaces/e11-entity.js';
import { Hierarchy } from '../packages/core/src/spaces/hierarchy.js';
import { SeededRandom } from '../packages/core/src/spaces/dense-vectors.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { hitsAt10, scoreHierarchy } from './graph-scores.js';
import { holdOut, plantedFamilies, plantedTaxonomy } from './planted-graphs.js';

const LOOKS = 200_000;
const TRAINED = 300;
const STEPS = 1_500_000;
const LINKS_A_MEMORY = 4;
const ENTITIES_A_MEMORY = 0.2;

const TARGETS: Readonly<Record<string, readonly [unit: string, target: string]>> = {
  is_a_ns: ['ns', ''],
  intervals_mean: ['a node', ''],
  intervals_most: ['of one node', ''],
  add_us: ['µs a link', ''],
  tree_f1: ['', '≥ 0.95'],
  tree_map: ['', ''],
  dag_f1: ['', '≥ 0.95'],
  dag_map: ['', ''],
  hits10_untrained: ['', ''],
  hits10_arriving: ['', ''],
  hits10_practised: ['', ''],
  triple_us: ['µs a triple', ''],
  graph_code_us: ['µs a memory', '≤ 300'],
};

/** The hierarchy, the entity space and the graph space on planted graphs; times are of the processor, not of the clock on the wall. */
export const graph: Benchmark = {
  name: 'graph',
  summary:
    'Hierarchies, entity relations and the graph space on planted graphs: how exact, how fast.',
  options: [
    { flag: '--nodes <n>', description: 'Nodes of the large taxonomy.', preset: '20000' },
    { flag: '--seed <n>', description: 'Seed of the planted graphs.', preset: '1' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const nodes = wholeNumber(options, 'nodes', 20_000, 2);
    const seed = wholeNumber(options, 'seed', 1, 0);
    log(`exact index of ${nodes} nodes`);
    const exact = measureExact(nodes, seed);
    log('cones');
    const [tree, dag] = [0, 0.1].map((second) => trained(seed, second));
    log('entities');
    const results = {
      ...exact,
      tree_f1: tree?.f1 ?? 0,
      tree_map: tree?.meanAveragePrecision ?? 0,
      dag_f1: dag?.f1 ?? 0,
      dag_map: dag?.meanAveragePrecision ?? 0,
      ...measureEntities(seed),
      ...measureGraph(seed),
    };
    return Promise.resolve({
      results,
      table: Object.entries(results).map(([name, value]) => [
        name,
        value.toFixed(3),
        ...(TARGETS[name] ?? ['', '']),
      ]),
    });
  },
};

/** Processor time of the work, in milliseconds. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

function measureExact(nodes: number, seed: number): Record<string, number> {
  const hierarchy = new Hierarchy({ seed });
  const steps = plantedTaxonomy(nodes, seed, 0.1);
  const added = cost(() => hierarchy.extend(steps));
  hierarchy.rebuild();
  const random = new SeededRandom(seed);
  const pairs = Array.from(
    { length: LOOKS },
    () => [`n${random.below(nodes)}`, `n${random.below(nodes)}`] as const,
  );
  let below = 0;
  const looked = cost(() => {
    for (const [a, b] of pairs) if (hierarchy.isBelow(a, b)) below++;
  });
  const { intervals, most } = hierarchy.size;
  return {
    is_a_ns: (looked * 1e6) / LOOKS,
    is_a_true: below / LOOKS,
    intervals_mean: intervals / nodes,
    intervals_most: most,
    add_us: (added * 1_000) / steps.length,
  };
}

function trained(seed: number, second: number): ReturnType<typeof scoreHierarchy> {
  const hierarchy = new Hierarchy({ seed, steps: STEPS });
  hierarchy.extend(plantedTaxonomy(TRAINED, seed, second));
  return scoreHierarchy(hierarchy);
}

function measureEntities(seed: number): Record<string, number> {
  const all = plantedFamilies(40, seed);
  const { told, heldOut } = holdOut(all, seed + 1);
  const untrained = new TransE({ seed, rate: 0 });
  untrained.learn(told);
  const model = new TransE({ seed });
  const learnt = cost(() => model.learn(told));
  const arriving = hitsAt10(model, all, heldOut);
  model.practise(told.length * 10);
  return {
    hits10_untrained: hitsAt10(untrained, all, heldOut),
    hits10_arriving: arriving,
    hits10_practised: hitsAt10(model, all, heldOut),
    triple_us: (learnt * 1_000) / told.length,
  };
}

/** Memories that mention some of a fifth as many entities, each code computed right after its links came in. */
function measureGraph(seed: number): Record<string, number> {
  const memories = 5_000;
  const random = new SeededRandom(seed);
  const held = new HeldGraph();
  const space = createGraphSpace(held);
  const spent = cost(() => {
    for (let at = 0; at < memories; at++) {
      const id = `m_${String(at).padStart(13, '0')}`;
      held.put(
        Array.from({ length: LINKS_A_MEMORY }, (): Edge =>
          mention(id, random.below(Math.ceil(memories * ENTITIES_A_MEMORY))),
        ),
      );
      space.memory({ id } as Parameters<typeof space.memory>[0]);
    }
  });
  return { graph_code_us: (spent * 1_000) / memories };
}

function mention(memory: string, entity: number): Edge {
  return {
    from: memory as Edge['from'],
    to: `e_${String(entity).padStart(13, '0')}` as Edge['to'],
    role: 'mentions',
    label: '',
    weight: 0.9,
    confidence: 0.9,
    status: 'resolved',
    evidence: null,
  };
}
