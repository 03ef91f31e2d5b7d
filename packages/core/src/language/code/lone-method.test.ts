import { describe, expect, it } from 'vitest';
import { asLoneMethod } from './code-reader.js';

describe('a method that stands alone', () => {
  it.each([
    'add(item) { return item; }',
    'private static async *#each<T>(list: T[]): T { yield list; }',
    '@Override public Map<String, List<Set<Integer>>> groups() { return null; }',
    'Map<K, V>[] tables (int size) { return null; }',
    '/** Ends. */\n[Symbol.dispose]() { end(); }',
  ])('is told: %s', (code) => {
    expect(asLoneMethod(code, 'java')).toContain(code);
  });

  it.each(['if (a) { b(); }', 'export function f() { }', 'x = (a) => { }', 'add(item);'])(
    'is none: %s',
    (code) => {
      expect(asLoneMethod(code, 'typescript')).toBeNull();
    },
  );

  it('is told of long heads that are none, too', () => {
    for (const part of ['get ', 'a<b> ', 'public static ', '@a(b) ', 'a<b<c> ', 'a[] ', '\n'])
      expect(asLoneMethod(`${part.repeat(390 / part.length)}! { }`, 'typescript')).toBeNull();
  });
});
