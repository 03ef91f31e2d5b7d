// The import graph of our own code, type imports included, and its cycles.
//   node scripts/import-graph.mjs       prints a shortest cycle of each component
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, say } from './setup.mjs';

const FOLDERS = ['packages', 'bench', 'test'];

/** The TypeScript files of the folders, as paths from the root with forward slashes. */
function sources() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map(
      (name) => `${folder}/${String(name).replaceAll('\\', '/')}`,
    ),
  )
    .filter((name) => name.endsWith('.ts'))
    .sort();
}

/** The file of a specifier: relative to the importing file, or in a workspace package. */
export function fileMeant(file, specifier) {
  const [, name, rest] = /^@mneme\/([a-z]+)\/(.+)$/.exec(specifier) ?? [];
  if (name !== undefined)
    return rest.endsWith('.js') ? `packages/${name}/src/${rest}` : `packages/${name}/${rest}`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}

/**
 * The internal imports in a text: `import`, `import type`, `export … from`, `import()` and
 * `import('…').Type`.
 */
export async function importsOf(file, text) {
  const { default: ts } = await import('typescript');
  const targets = ts
    .preProcessFile(text, true)
    .importedFiles.map(({ fileName }) => fileMeant(file, fileName)?.replace(/\.js$/, '.ts'))
    .filter((target) => target !== undefined);
  return [...new Set(targets)];
}

/** The imports among our files. */
export async function readImports() {
  const files = sources();
  const known = new Set(files);
  const imported = await Promise.all(
    files.map((file) => importsOf(file, readFileSync(join(root, file), 'utf8'))),
  );
  return new Map(
    files.map((file, at) => [file, imported[at].filter((target) => known.has(target))]),
  );
}

/**
 * Strongly connected components of two and more files (or one that imports itself): Tarjan, 1972.
 */
function knots(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const open = new Set();
  const found = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    open.add(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.has(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const member of group) open.delete(member);
    if (group.length > 1 || graph.get(file)?.includes(file)) found.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** A shortest path from a file back to itself. */
function wayRound(graph, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const target of graph.get(file) ?? []) {
      if (target === start) {
        const way = [file];
        while (way[0] !== start) way.unshift(cameFrom.get(way[0]));
        return [...way, start];
      }
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      queue.push(target);
    }
  }
  return [];
}

/** Import cycles, one per strongly connected component: a shortest cycle of each. */
export function importCycles(graph) {
  return knots(graph).map((group) => {
    const ways = group.map((file) => wayRound(graph, file));
    return ways.reduce((best, way) => (way.length < best.length ? way : best));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const graph = await readImports();
  const groups = knots(graph);
  for (const [at, way] of importCycles(graph).entries()) {
    say(`${groups[at].length} files: ${way.join('\n  → ')}`);
  }
  say(`${graph.size} files, ${groups.length} knots of imports`);
  process.exitCode = groups.length > 0 ? 1 : 0;
}
