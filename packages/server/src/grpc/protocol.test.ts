import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromStruct, fromWire, toStruct, toWire } from './protocol.js';

it('a value comes back as JSON has it, null and empty ones too', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown;
      expect(JSON.stringify(fromWire(toWire(plain)))).toBe(JSON.stringify(plain));
    }),
  );
  expect(fromStruct(toStruct({ none: undefined, nothing: null, list: [] }))).toEqual({
    nothing: null,
    list: [],
  });
});
