import { describe, expect, it } from 'vitest';
import type { Edge, EdgeRole } from '../domain/graph.js';
import type { EntityId, MemoryId } from '../domain/ids.js';
import { createEntitySpace, type EntitySpace, TransE, triplesOf } from './e11-entity.js';
import { hitsAt10 } from '../../../../bench/graph-scores.js';
import { holdOut, plantedFamilies } from '../../../../bench/planted-graphs.js';
import type { Inquiry, Subject } from './space.js';

describe('TransE', () => {
  const all = plantedFamilies(40, 99);
  const { told, heldOut } = holdOut(all, 5);
  const trained = (seed: number, rate?: number): TransE => {
    const model = new TransE({ seed, ...(rate === undefined ? {} : { rate }) });
    model.learn(told);
    return model;
  };

  it('completes triples it was never told, far above chance and above an untrained one, as they arrive and better after practice', () => {
    const model = trained(3);
    const chance = 10 / model.entities.length;
    const untrained = hitsAt10(trained(3, 0), all, heldOut);
    const arriving = hitsAt10(model, all, heldOut);
    model.practise(told.length * 10);
    const practised = hitsAt10(model, all, heldOut);
    expect(untrained).toBeLessThan(3 * chance);
    expect(arriving).toBeGreaterThan(0.7);
    expect(practised).toBeGreaterThan(0.95);
  });

  it('is the same for the same seed, and another for another', () => {
    const points = [trained(3), trained(3), trained(4)].map((model) => model.entity('a 7'));
    expect(points[0]).toEqual(points[1]);
    expect(points[0]).not.toEqual(points[2]);
  });

  it('keeps every entity within the unit ball', () => {
    const model = trained(1);
    for (const entity of model.entities)
      expect(Math.hypot(...(model.entity(entity) ?? [2]))).toBeLessThanOrEqual(1 + 1e-6);
  });

  it('predicts nothing of strangers, and never the head itself', () => {
    const model = trained(1);
    expect(model.predictTail('nobody', 'lives_in', 5)).toEqual([]);
    expect(model.predictTail('a 1', 'unheard_of', 5)).toEqual([]);
    const found = model.predictTail('a 1', 'lives_in', 5);
    expect(found).toHaveLength(5);
    expect(found.map(({ entity }) => entity)).not.toContain('a 1');
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).sort((a, b) => b - a),
    );
    new TransE({ seed: 1 }).practise(10);
  });
});

const memory = (number: number): MemoryId => `m_${String(number).padStart(13, '0')}` as MemoryId;
const entity = (number: number): EntityId => `e_${String(number).padStart(13, '0')}` as EntityId;

function edge(
  from: Edge['from'],
  role: EdgeRole,
  to: Edge['to'],
  evidence: MemoryId,
  label = '',
): Edge {
  return { from, to, role, label, weight: 0.9, confidence: 0.9, status: 'resolved', evidence };
}

/** Memory n: somebody (of 6) says that one of 30 people lives in one of 5 cities. */
function livingEdges(): Edge[] {
  return Array.from({ length: 30 }, (_, at): Edge[] => [
    edge(memory(at), 'said_by', entity(100 + (at % 6)), memory(at)),
    edge(memory(at), 'mentions', entity(at), memory(at)),
    edge(memory(at), 'mentions', entity(200 + (at % 5)), memory(at)),
    edge(entity(at), 'related_to', entity(200 + (at % 5)), memory(at), 'lives_in'),
  ]).flat();
}

function space(): EntitySpace {
  const learning = createEntitySpace({ seed: 2 });
  learning.learn(livingEdges());
  learning.practise(2_000);
  return learning;
}

const ask = (
  learning: EntitySpace,
  entities: readonly EntityId[],
  terms: readonly string[] = [],
): Float32Array | null =>
  learning.query({
    entities,
    terms: terms.map((term) => ({ term, weight: 1 })),
  } as unknown as Inquiry);

describe('triplesOf', () => {
  it('tells of entities alone: statements, and who mentions what', () => {
    const edges = [
      edge(memory(1), 'said_by', entity(1), memory(1)),
      edge(memory(1), 'mentions', entity(2), memory(1)),
      edge(memory(1), 'mentions', entity(1), memory(1)),
      edge(entity(2), 'related_to', entity(3), memory(1), 'lives_in'),
      edge(entity(3), 'part_of', entity(4), memory(1)),
      edge(memory(1), 'follows', memory(0), memory(1)),
      edge(memory(1), 'belongs_to', 'c_0000000000001' as Edge['to'], memory(1)),
    ];
    expect(triplesOf(edges).get(memory(1))?.triples).toEqual([
      { head: entity(2), relation: 'lives_in', tail: entity(3) },
      { head: entity(3), relation: 'part_of', tail: entity(4) },
      { head: entity(1), relation: 'mentions', tail: entity(2) },
    ]);
    expect(triplesOf(edges).get(memory(0))).toBeUndefined();
  });
});

describe('the entity space', () => {
  it('finds first the memory that is about the entity named', () => {
    const learning = space();
    for (let person = 0; person < 30; person++) {
      const query = ask(learning, [entity(person)]);
      const scores = Array.from({ length: 30 }, (_, at) =>
        learning.similarity(
          query as Float32Array,
          learning.memory({ id: memory(at) } as Subject) as Float32Array,
        ),
      );
      expect(scores.indexOf(Math.max(...scores))).toBe(person);
    }
  });

  it('completes what is asked for where the words name the relation', () => {
    const learning = space();
    const city = learning.predictTail(entity(7), 'lives_in', 5).map(({ entity: id }) => id);
    expect(city).toContain(entity(202));
    expect(ask(learning, [entity(7)], ['live'])).not.toEqual(ask(learning, [entity(7)], ['sing']));
    expect(ask(learning, [entity(7)], ['sing'])).toEqual(ask(learning, [entity(7)]));
  });

  it('has nothing for strangers, for questions without names, for what was forgotten', () => {
    const learning = space();
    expect(ask(learning, [])).toBeNull();
    expect(ask(learning, [entity(999)])).toBeNull();
    expect(learning.memory({ id: memory(999) } as Subject)).toBeNull();
    learning.forget(memory(3));
    expect(learning.memory({ id: memory(3) } as Subject)).toBeNull();
    expect(learning.memory({ id: memory(4) } as Subject)).not.toBeNull();
  });
});
