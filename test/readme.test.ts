import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exampleIn, runExample } from './support/run-readme.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the example of the README prints what stands below it (npx tsx scripts/write-readme.mts writes it)', () => {
  const { code, printed } = exampleIn(README);
  expect(runExample(code)).toBe(printed);
});

it('the README is read in three minutes', () => {
  expect(README.split(/\s+/).length).toBeLessThanOrEqual(800);
});
