import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe,expect,it } from 'vitest';
import { shapeOf } from '../shape.js';
import { fromWire,toWire } from '../wire.js';
import { extendNumbers,retired,type FieldNumbers } from './numbers.js';
import { schemaNames } from './schema-names.js';
import { writeProto } from './write-proto.js';

const committed = (file: string): string => readFileSync(new URL(`../../../../proto/mneme/v1/${file}`, import.meta.url), 'utf8');

describe('the committed description', () => {
  it('is what the operations say today, with every number it ever gave: `npm run proto` writes it', async () => {
    const known = JSON.parse(committed('numbers.json')) as FieldNumbers;
    const { text, numbers } = writeProto(schemaNames(), known);
    expect(numbers).toEqual(known);
    expect(text === committed('mneme.proto')).toBe(true);
  });
});

describe('the number of a field', () => {
  it('stays when others come between, go or change their type', () => {
    const first = extendNumbers({}, new Map([['A', ['string a', 'double b', 'bool c']]]));
    const then = ['string a', 'string new', 'string b', 'bool c'];
    const second = extendNumbers(first, new Map([['A', then], ['B', ['string a']]]));
    expect(second).toEqual({ A: { 'string a': 1, 'double b': 2, 'bool c': 3, 'string new': 4, 'string b': 5 }, B: { 'string a': 1 } });
    expect(retired(second['A']!, then)).toEqual([2]);
    // What comes back is what it was.
    expect(extendNumbers(second, new Map([['A', ['double b']]]))).toEqual(second);
  });

  it('is never another’s, whatever becomes of a message', () => {
    const declarations = fc.uniqueArray(fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `string f${at}`)));
    fc.assert(
      fc.property(fc.array(declarations, { minLength: 1, maxLength: 8 }), (versions) => {
        let numbers: FieldNumbers = {};
        for (const version of versions) {
          const next = extendNumbers(numbers, new Map([['A', version]]));
          expect(next['A']).toMatchObject(numbers['A'] ?? {});
          const given = Object.values(next['A'] ?? {});
          expect(new Set(given).size).toBe(given.length);
          numbers = next;
        }
      }),
    );
    expect(Object.values(extendNumbers({ A: { 'string a': 18_999 } }, new Map([['A', ['string b']]]))['A'] ?? {})).toEqual([18_999, 20_000]);
  });
});

describe('a value on the wire', () => {
  it('comes back as it went, whatever its schema leaves open', () => {
    const text = { type: 'string' };
    const schema = {
      type: 'object',
      properties: {
        free: {},
        moment: { anyOf: [{ type: 'number' }, text] },
        action: { anyOf: [text, { type: 'object', properties: { tool: text }, required: ['tool'] }] },
        many: { type: 'array', items: { anyOf: [text, { type: 'number' }] } },
        counts: { type: 'object', additionalProperties: { type: 'number' } },
        pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
        rows: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
        trigger: { oneOf: [{ type: 'object', properties: { on: { const: 'time', type: 'string' } }, required: ['on'] }, { type: 'object', properties: { on: { const: 'mention', type: 'string' }, words: text }, required: ['on'] }] },
      },
    };
    const shape = shapeOf(schema);
    const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const value = fc.record(
      {
        free: json,
        moment: fc.oneof(number, fc.string()),
        action: fc.oneof(fc.string(), fc.record({ tool: fc.string() })),
        many: fc.array(fc.oneof(fc.string(), number)),
        counts: fc.dictionary(fc.string(), number),
        pair: fc.tuple(number, number),
        rows: fc.array(fc.array(fc.integer())),
        trigger: fc.oneof(fc.constant({ on: 'time' }), fc.record({ on: fc.constant('mention'), words: fc.string() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.stringify(fromWire(toWire(given, shape), shape))).toBe(JSON.stringify(ordered(given)));
      }),
    );

    /** Fields in the order of the schema. */
    function ordered(given: Record<string, unknown>): unknown {
      return Object.fromEntries(Object.keys(schema.properties).filter((key) => given[key] !== undefined).map((key) => [key, given[key]]));
    }
  });
});
