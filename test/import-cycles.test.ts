/** No file imports itself by way of others: what two files need of each other lies in a third. */
import { describe, expect, it } from 'vitest';
import { importCycles, importsOf, readImports } from '../scripts/import-graph.mjs';

describe('our own code', () => {
  it('has no circle of imports, types included', async () => {
    const graph = await readImports();
    expect(graph.get('packages/core/src/open-with.ts')?.length).toBeGreaterThan(10);
    // Move what both ends need into a file of its own, most often a type; `node scripts/import-graph.mjs` lists the ways round.
    expect(importCycles(graph)).toEqual([]);
  });
});

describe('the search', () => {
  const graphOf = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

  it('finds a shortest way round each group, and only in groups', () => {
    const graph = graphOf({
      a: ['b', 'd'],
      b: ['c'],
      c: ['a'],
      d: ['c', 'e'],
      e: ['f'],
      f: ['e'],
      g: ['a', 'f'],
    });
    expect(importCycles(graph)).toEqual([
      ['e', 'f', 'e'],
      ['a', 'b', 'c', 'a'],
    ]);
  });

  it('finds a file that imports itself', () => {
    expect(importCycles(graphOf({ a: ['a'], b: ['a'] }))).toEqual([['a', 'a']]);
  });

  it.each([
    "import { b } from './b.js';",
    "import type { B } from './b.js';",
    "import './b.js';",
    "export { b } from './b.js';",
    "export type * from './b.js';",
    "export const load = () => import('./b.js');",
    "export type B = import('./b.js').B;",
  ])('sees %s', async (text) => {
    expect(await importsOf('packages/core/src/a.ts', text)).toEqual(['packages/core/src/b.ts']);
  });

  it('takes neither packages nor comments for files of ours', async () => {
    const text = "import { z } from 'zod';\n// import { b } from './b.js';\n";
    expect(await importsOf('packages/core/src/a.ts', text)).toEqual([]);
  });
});
