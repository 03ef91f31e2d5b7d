import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExactIndex } from '../adapters/index/exact/exact-index.js';
import {
  EDGE_FAMILIES,
  EDGE_ROLES,
  type Edge,
  type EdgeRole,
  type NodeId,
} from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import type { IndexRow } from '../ports/store.js';
import { BankIndex, NONE } from './bank-index.js';
import { EdgeIndex, rolesOf, rolesWith } from './edge-index.js';

const MEMORIES = 6;
const ALL = rolesOf(EDGE_FAMILIES);

function row(at: number, retractedAt: number | null = null): IndexRow {
  return {
    memory: {
      id: `m_${at}` as MemoryId,
      kind: 'fact',
      speaker: null,
      session: null,
      context: null,
      position: at,
      saidAt: at,
      occurredFrom: at,
      occurredTo: at + 1,
      recordedAt: at,
      retractedAt,
      supersededBy: null,
      confidence: 1,
      importance: 0.5,
      trust: 'user',
      tags: [],
    },
    usage: { accessCount: 0, lastAccessedAt: null },
    terms: '',
    traits: 0,
    vector: null,
  };
}

function bank(): { index: BankIndex; edges: EdgeIndex } {
  const index = new BankIndex(createExactIndex(16), (name) => name, createExactIndex(16));
  for (let at = 0; at < MEMORIES; at++) index.put(row(at));
  return { index, edges: new EdgeIndex(index) };
}

const edge = (
  from: string,
  role: EdgeRole,
  to: string,
  weight = 1,
  extra: Partial<Edge> = {},
): Edge => ({
  from: from as NodeId,
  to: to as NodeId,
  role,
  label: '',
  weight,
  confidence: 1,
  status: 'resolved',
  evidence: null,
  ...extra,
});

const node = fc.constantFrom('m_0', 'm_1', 'm_2', 'm_3', 'e_a', 'e_b', 'c_x');
const anyEdge = fc.record({
  from: node,
  to: node,
  role: fc.constantFrom(...(Object.keys(EDGE_ROLES) as EdgeRole[])),
  label: fc.constantFrom('', 'likes'),
  weight: fc.integer({ min: 0, max: 20 }).map((steps) => steps / 20),
  evidence: fc.option(fc.constantFrom('m_4', 'm_5')),
});

describe('the index of edges', () => {
  it('gives what a plain list of the last state of each edge gives, whatever was put, replaced and removed', () => {
    const steps = fc.array(fc.record({ edge: anyEdge, removed: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(steps, fc.boolean(), (list, taken) => {
        const { index, edges } = bank();
        const expected = new Map<string, Edge>();
        for (const { edge: plain, removed } of list) {
          const put = edge(plain.from, plain.role, plain.to, plain.weight, {
            label: plain.label,
            evidence: plain.evidence as MemoryId | null,
          });
          const key = [put.from, put.role, put.to, put.label].join('|');
          if (removed && expected.delete(key)) edges.remove(put);
          else if (!removed) {
            edges.put(put);
            expected.set(key, put);
          }
        }
        if (taken) index.put(row(4, 99));
        for (const id of ['m_0', 'm_1', 'm_2', 'm_3', 'e_a', 'e_b', 'c_x'] as NodeId[]) {
          const wanted = [...expected.values()].filter(
            ({ from, to, evidence }) =>
              (from === id || to === id) && !(taken && evidence === 'm_4'),
          );
          const number = edges.node(id);
          const found = number === NONE ? [] : edges.links(number, ALL);
          const described = found.map(({ other, role, weight, outgoing }) =>
            [edges.id(other), role, weight, outgoing].join(' '),
          );
          expect(described.sort()).toEqual(
            wanted
              .map(({ from, to, role, weight }) =>
                [from === id ? to : from, role, weight, from === id].join(' '),
              )
              .sort(),
          );
          expect(number === NONE ? 0 : edges.rolesAt(number, ALL)).toBe(
            rolesWith(found.map(({ role }) => role)),
          );
          expect(found.map(({ weight }) => weight)).toEqual(
            found.map(({ weight }) => weight).sort((a, b) => b - a),
          );
        }
      }),
    );
  });

  it('gives only the roles asked for, and at most 50, the strongest and of equals the newest', () => {
    const { edges } = bank();
    for (let at = 0; at < 80; at++)
      edges.put(edge('e_a', 'related_to', `e_${at}`, at < 70 ? 0.5 : 0.9));
    edges.put(edge('e_a', 'is_a', 'e_kind', 1));
    const found = edges.links(edges.node('e_a' as NodeId), rolesOf(['relational']));
    expect(found.length).toBe(50);
    expect(found.slice(0, 11).map(({ other }) => edges.id(other))).toEqual([
      'e_79',
      'e_78',
      'e_77',
      'e_76',
      'e_75',
      'e_74',
      'e_73',
      'e_72',
      'e_71',
      'e_70',
      'e_69',
    ]);
    expect(
      edges.links(edges.node('e_a' as NodeId), rolesOf(['hierarchical'])).map(({ role }) => role),
    ).toEqual(['is_a']);
  });

  it('knows no node without edges, and drops the edges of a memory that is taken back', () => {
    const { index, edges } = bank();
    expect(edges.node('e_nobody' as NodeId)).toBe(NONE);
    edges.put(edge('m_0', 'mentions', 'e_a'));
    edges.put(edge('m_1', 'similar_to', 'm_0'));
    index.put(row(0, 50));
    expect(edges.links(edges.node('e_a' as NodeId), ALL)).toEqual([]);
    expect(edges.links(edges.memoryNode(1), ALL)).toEqual([]);
    index.put(row(0));
    expect(edges.links(edges.memoryNode(1), ALL).map(({ other }) => edges.slot(other))).toEqual([
      0,
    ]);
  });

  it('keeps the strongest edges of a hub in step with what changes', () => {
    const { index, edges } = bank();
    const plain = new Map<string, Edge>();
    const put = (from: string, weight: number, evidence: string | null = null): void => {
      const made = edge(from, 'related_to', 'e_hub', weight, { evidence: evidence as MemoryId });
      edges.put(made);
      plain.set(from, made);
    };
    const strongest = (): string[] =>
      edges.links(edges.node('e_hub' as NodeId), ALL).map(({ other }) => edges.id(other));
    const anew = (): string[] => {
      const other = new EdgeIndex(index);
      for (const made of plain.values()) other.put(made);
      return other.links(other.node('e_hub' as NodeId), ALL).map(({ other: at }) => other.id(at));
    };
    for (let at = 0; at < 400; at++) put(`e_${at}`, 0.2 + (at % 7) / 10);
    expect(strongest()).toEqual(anew());
    put('e_new', 0.95);
    put('m_3', 0.99, 'm_4');
    expect(strongest().slice(0, 2)).toEqual(['m_3', 'e_new']);
    expect(strongest()).toEqual(anew());
    edges.remove(plain.get('e_new') as Edge);
    plain.delete('e_new');
    expect(strongest()).toEqual(anew());
    index.put(row(4, 99));
    expect(strongest()).not.toContain('m_3');
    index.put(row(4));
    expect(strongest()[0]).toBe('m_3');
  });
});
