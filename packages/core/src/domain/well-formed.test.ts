import { describe, expect, it } from 'vitest';
import { jsonExcess, MAX_JSON_VALUES } from './well-formed.js';

describe('JSON is read', () => {
  it('to a depth of 100, whatever texts hold', () => {
    expect(jsonExcess(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeNull();
    expect(jsonExcess(`{"a": ${'[{'.repeat(49)}1`)).toBeNull();
    expect(jsonExcess(JSON.stringify({ a: '[{'.repeat(300), b: '\\"[' }))).toBeNull();
    expect(jsonExcess(`"${'['.repeat(300)}`)).toBeNull();
    expect(jsonExcess('['.repeat(101))).toMatchObject({ at: 100 });
    expect(jsonExcess(`"\\\\" ${'{"a":'.repeat(101)}`)).toMatchObject({ at: 505 });
  });

  it('up to as many values as are asked for', () => {
    const values = (count: number): string => `[${'1,'.repeat(count - 1)}1]`;
    expect(jsonExcess(values(MAX_JSON_VALUES), MAX_JSON_VALUES)).toBeNull();
    expect(jsonExcess(values(MAX_JSON_VALUES + 1), MAX_JSON_VALUES)?.reason).toContain('more than');
    expect(jsonExcess(values(MAX_JSON_VALUES + 1))).toBeNull();
  });
});
