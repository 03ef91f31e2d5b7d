import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityStatement, observationStatement, relationStatement, statedPart } from './graph.js';

const name = fc
  .oneof(
    fc.constantFrom('John_Smith', 'works_at', 'Ana', 'a'),
    fc.string({ minLength: 1, maxLength: 60 }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '');

describe('a part of a knowledge graph as a memory', () => {
  it('gives back what it was made of, to the letter', () => {
    fc.assert(
      fc.property(
        name,
        name,
        name,
        fc
          .string({ minLength: 1, maxLength: 300 })
          .map((text) => text.trim())
          .filter((text) => text !== ''),
        (a, type, b, text) => {
          const entity = { name: a, entityType: type };
          expect(statedPart(entityStatement(entity))).toEqual({ what: 'entity', entity });
          expect(statedPart(observationStatement(entity, text))).toEqual({
            what: 'observation',
            entity,
            text,
          });
          const told = `${text} ${a} `.repeat(40).trim();
          expect(statedPart(observationStatement(entity, told))).toEqual({
            what: 'observation',
            entity,
            text: told,
          });
          const relation = { from: a, to: b, relationType: type };
          expect(statedPart(relationStatement(relation))).toEqual({ what: 'relation', relation });
        },
      ),
    );
  });

  it('reads as a sentence that stands alone', () => {
    const john = { name: 'John_Smith', entityType: 'actor' };
    expect(entityStatement(john).content).toBe('John Smith is an actor.');
    expect(observationStatement(john, 'Likes tea').content).toBe('John Smith: Likes tea');
    expect(observationStatement(john, 'John_Smith likes tea').content).toBe('John Smith likes tea');
    expect(
      relationStatement({ from: 'John_Smith', to: 'Acme_Ltd', relationType: 'works_at' }).content,
    ).toBe('John Smith works at Acme Ltd.');
    expect(statedPart({ content: 'The sky is blue.', metadata: {} })).toBeNull();
  });
});
