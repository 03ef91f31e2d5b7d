import { EMPTY_CHANGE } from '../../packages/core/src/domain/change.js';
import { EDGE_ROLES, type Edge, type EdgeRole } from '../../packages/core/src/domain/graph.js';
import type { MemoryId } from '../../packages/core/src/domain/ids.js';
import { NONE } from '../../packages/core/src/indexes/bank-index.js';
import { rolesWith } from '../../packages/core/src/indexes/edge-index.js';
import type { IdleRound, IdleTurn } from '../../packages/core/src/kernel/module.js';
import type { CapabilityModule, OpenedBank } from '../../packages/core/src/modules/module.js';
import { cosine } from '../../packages/core/src/spaces/dense-vectors.js';
import {
  createCausalSpace,
  type CausalCode,
  type CausalSpace,
} from '../../packages/core/src/spaces/e05-causal.js';
import { seededRandom } from '../loaded-bank.js';

const EVERY = rolesWith(Object.keys(EDGE_ROLES) as EdgeRole[]);
const WEIGHT = 0.3;
const CONFIDENCE = 0.5;
/** Memories whose cosine is above this are no leap. */
const NEAR = 0.3;
/** From here on two causes, or two effects, are one. */
const SAME_CAUSE = 0.6;
const MAX_LINKS = 3;
const WALKS = 100;
const HOPS = 3;
/** A shortcut is drawn over what was walked so often. */
const WALKED = 5;

type Finds = (slot: number, opened: OpenedBank) => readonly number[];

/** Jobs that are tried: links that a night draws between memories far apart, a memory a turn. */
export const TRIAL_JOBS: Readonly<Record<string, CapabilityModule>> = {
  causes: linking('causes', sharedCause()),
  walks: linking('walks', walked()),
};

function linking(name: string, finds: Finds): CapabilityModule {
  return {
    name: `trial-${name}`,
    onIdle: [
      {
        name,
        about: 'memories far apart are linked',
        version: 1,
        turn: (opened, cursor, turn) => look(finds, opened, Number(cursor?.['slot'] ?? 0), turn),
      },
    ],
  };
}

function look(finds: Finds, opened: OpenedBank, from: number, turn: IdleTurn): IdleRound {
  const { index } = opened.state;
  const total = index.size;
  const at = (next: number): Pick<IdleRound, 'cursor' | 'done' | 'total'> => ({
    cursor: next < total ? { slot: next } : null,
    done: next,
    total,
  });
  let slot = from;
  for (; slot < total && !turn.over(); slot++) {
    const others = index.isLive(slot) ? finds(slot, opened).slice(0, MAX_LINKS) : [];
    if (others.length === 0) continue;
    const id = index.id(slot);
    return {
      ...at(slot + 1),
      step: {
        kind: 'link',
        why: `${id} is linked over a distance`,
        put: { ...EMPTY_CHANGE, edges: others.map((other) => edge(id, index.id(other))) },
      },
    };
  }
  return at(slot);
}

const edge = (from: MemoryId, to: MemoryId): Edge => ({
  from,
  to,
  role: 'similar_to',
  label: '',
  weight: WEIGHT,
  confidence: CONFIDENCE,
  status: 'resolved',
  evidence: from,
});

/** Memories that are far in meaning and state the same cause, or the same effect. */
function sharedCause(): Finds {
  const space = new WeakMap<object, CausalSpace>();
  const codes = new WeakMap<object, Map<number, CausalCode>>();
  return (slot, { state: { index }, stemmer }) => {
    const own = space.get(index) ?? createCausalSpace(stemmer);
    space.set(index, own);
    const known = codes.get(index) ?? new Map<number, CausalCode>();
    codes.set(index, known);
    const codeOf = (at: number) => {
      const packed = index.causal.get(at);
      if (packed === undefined) return null;
      const code = known.get(at) ?? own.unpack(packed);
      known.set(at, code);
      return code;
    };
    const code = codeOf(slot);
    if (code === null) return [];
    const vector = index.vectors.vector(slot);
    return [...index.causal.keys()]
      .filter((other) => other < slot && index.isLive(other))
      .map((other) => {
        const theirs = codeOf(other);
        const alike = (['cause', 'effect'] as const).map((role) => {
          const [one, another] = [code[role], theirs?.[role] ?? null];
          return one === null || another === null ? 0 : cosine(one, another);
        });
        return { other, alike: Math.max(...alike) };
      })
      .filter(({ alike }) => alike >= SAME_CAUSE)
      .filter(({ other }) => {
        const theirs = index.vectors.vector(other);
        return vector !== null && theirs !== null && cosine(vector, theirs) <= NEAR;
      })
      .sort((a, b) => b.alike - a.alike)
      .map(({ other }) => other);
  };
}

/** Memories at which walks of three hops by the links' weights end most often, and that are not linked yet. */
function walked(): Finds {
  return (slot, { state: { index, edges } }) => {
    const random = seededRandom(slot + 1);
    const start = edges.memoryNode(slot);
    const linked = new Set(edges.links(start, EVERY).map(({ other }) => other));
    const ends = new Map<number, number>();
    for (let walk = 0; walk < WALKS; walk++) {
      let at = start;
      for (let hop = 0; hop < HOPS; hop++) {
        const links = edges.links(at, EVERY);
        const total = links.reduce((sum, { weight }) => sum + weight, 0);
        let draw = (random.uint32() / 2 ** 32) * total;
        at = links.find(({ weight }) => (draw -= weight) <= 0)?.other ?? at;
      }
      ends.set(at, (ends.get(at) ?? 0) + 1);
    }
    return [...ends]
      .filter(([node, count]) => count >= WALKED && node !== start && !linked.has(node))
      .sort((a, b) => b[1] - a[1])
      .map(([node]) => edges.slot(node))
      .filter((other) => other !== NONE && index.isLive(other));
  };
}
