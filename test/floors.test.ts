import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { FLOORS, floorsConfig } from '../scripts/eslint-floors.mjs';

const linter = new Linter({ cwd: process.cwd() });
const parser = tseslint.parser as Linter.Parser;

/** What the rule says about a file that lies at `file` and holds `code`. */
function lint(file: string, code: string): string[] {
  const messages = linter.verify(
    code,
    [{ files: ['**/*.ts'], languageOptions: { parser } }, floorsConfig],
    file,
  );
  return messages.map(({ message }) => message);
}

const importing = (path: string) => `import { thing } from '${path}';\nthing();\n`;

describe('allowed imports', () => {
  it.each([
    ['src/domain/memory.ts', './ids.js'],
    ['src/domain/memory.ts', 'zod'],
    ['src/domain/deep/memory.ts', '../ids.js'],
    ['src/ports/store.ts', '../domain/change.js'],
    ['src/language/stem.ts', '../domain/time.js'],
    ['src/spaces/text-encoder.ts', '../language/stem.js'],
    ['src/recall/paths/graph.ts', '../../indexes/postings.js'],
    ['src/recall/paths/graph.ts', '../candidate.js'],
    ['src/mneme.ts', './recall/recall.js'],
    ['src/modules/goals/capability.ts', '../../mneme.js'],
    ['src/modules/goals/module.ts', './capability.js'],
    ['src/modules/goals/module.ts', './operations/goal.js'],
    ['src/modules/goals/operations/goal.ts', '../view.js'],
    ['src/modules/goals/capability.ts', '../task-loop/pursue.js'],
    ['src/modules/inspect/list.ts', '../../bank/core.js'],
    ['src/modules/inspect/operations.ts', '../../../mneme.js'],
    ['src/modules/inspect/operations.ts', '../list.js'],
    ['src/modules/graph/view.ts', '../../../format/style.js'],
    ['src/bank/core.ts', '../remember/remember.js'],
    ['src/adapters/store/postgres/store.ts', '../sqlite/rows.js'],
    ['src/adapters/store/postgres/store.ts', '../../../ports/store.js'],
    ['src/adapters/system/clock.ts', 'node:crypto'],
    ['src/open.ts', './adapters/store/sqlite/sqlite-store.js'],
    ['src/open.ts', './config/config.js'],
    ['src/index.ts', './open.js'],
    ['src/cli/main.ts', '../index.js'],
    ['src/modules/validity/judge.ts', '../../recall/rank-candidates.js'],
    ['src/modules/validity/judge.ts', './circles/circles.js'],
    ['src/modules/index.ts', './validity/index.js'],
  ])('%s may import %s', (file, path) => {
    expect(lint(file, importing(path))).toEqual([]);
  });

  it.each(['src/recall/fuse.test.ts', 'test/year.ts', 'bench/main.ts'])(
    '%s may import anything',
    (file) => {
      expect(lint(file, importing('../adapters/store/sqlite/rows.js'))).toEqual([]);
    },
  );
});

describe('forbidden imports', () => {
  it.each([
    [
      'src/recall/recall.ts',
      '../remember/draft.js',
      'src/recall may not import src/remember: a flow never imports another flow',
    ],
    [
      'src/recall/paths/graph.ts',
      '../../mneme.js',
      'src/recall may not import src/mneme.ts: floors are imported downward only',
    ],
    [
      'src/language/stem.ts',
      '../spaces/space.js',
      'src/language may not import src/spaces: floors are imported downward only',
    ],
    [
      'src/indexes/postings.ts',
      '../spaces/space.js',
      'src/indexes may not import src/spaces: no sideways imports',
    ],
    [
      'src/domain/memory.ts',
      '../ports/clock.js',
      'src/domain may not import src/ports: src/domain is the ground',
    ],
    [
      'src/domain/ids.ts',
      'node:crypto',
      'src/domain may not import node:crypto: zod is the one package',
    ],
    ['src/domain/ids.ts', 'zodiac', 'src/domain may not import zodiac: zod is the one package'],
    [
      'src/mneme.ts',
      './adapters/index/exact/query.js',
      'src/mneme.ts may not import src/adapters/index: src/open.ts alone knows',
    ],
    [
      'src/mneme.ts',
      './config/config.js',
      'src/mneme.ts may not import src/config: only src/open.ts',
    ],
    [
      'src/adapters/store/sqlite/search.ts',
      '../../index/exact/query.js',
      'src/adapters/store may not import src/adapters/index',
    ],
    [
      'src/adapters/store/sqlite/search.ts',
      '../../../language/stem.js',
      'adapters see src/domain and src/ports only',
    ],
    [
      'src/cli/main.ts',
      '../modules/import/import-text.js',
      'src/cli may not import src/modules/import: the command line reaches the memory',
    ],
    [
      'src/mneme.ts',
      './modules/goals/capability.js',
      'src/mneme.ts may not import src/capabilities',
    ],
    [
      'src/modules/goals/goals.ts',
      './module.js',
      'src/modules/goals may not import src/rooms: floors are imported downward only',
    ],
    [
      'src/modules/goals/goals.ts',
      './capability.js',
      'src/modules/goals may not import src/capabilities: floors are imported downward only',
    ],
    [
      'src/bank/core.ts',
      '../modules/goals/goals.js',
      'src/bank may not import src/modules/goals: floors are imported downward only',
    ],
    ['src/recall/recall.ts', '../utils/text.js', 'src/utils is not in the table of floors'],
    [
      'src/recall/recall.ts',
      '../../bench/main.js',
      'src/recall may not import bench/main.js: what src/ needs lies in src/',
    ],
    ['src/recall/recall.ts', 'mneme', 'src/recall may not import the package by its own name'],
    [
      'src/recall/rank-candidates.ts',
      '../modules/validity/judge.js',
      'src/recall may not import src/modules/validity: a flow calls what modules have handed in',
    ],
    [
      'src/modules/validity/judge.ts',
      '../graph/index.js',
      'src/modules/validity may not import src/modules/graph: a module knows only those that stand before it',
    ],
    [
      'src/modules/validity/judge.ts',
      '../elsewhere/index.js',
      'src/modules/elsewhere is not in the list of src/modules/index.ts',
    ],
    ['src/kernel/module.ts', '../recall/recall.js', 'src/kernel may not import src/recall'],
  ])('%s may not import %s', (file, path, message) => {
    expect(lint(file, importing(path))).toEqual([expect.stringContaining(message)]);
  });

  it('names what the folder may import instead', () => {
    const [message] = lint('src/spaces/space.ts', importing('../safety/reveal.js'));
    expect(message).toContain('src/spaces may import src/domain, src/ports, src/language.');
  });

  it.each([
    "import type { Draft } from '../remember/draft.js';\nexport type D = Draft;",
    "export { Draft } from '../remember/draft.js';",
    "export * from '../remember/draft.js';",
    "export const load = () => import('../remember/draft.js');",
    "export type Draft = import('../remember/draft.js').Draft;",
  ])('sees %s', (code) => {
    expect(lint('src/recall/recall.ts', code)).toEqual([
      expect.stringContaining('src/recall may not import src/remember'),
    ]);
  });

  it('asks for a floor for a new folder', () => {
    expect(lint('src/misc/text.ts', 'export const a = 1;')).toEqual([
      expect.stringContaining('give src/misc a floor'),
    ]);
  });
});

describe('the table', () => {
  it('has a row for every folder that a row names, and no cycle', () => {
    const settled = new Set<string>();
    const visit = (folder: string, path: readonly string[]): void => {
      if (settled.has(folder)) return;
      expect(path).not.toContain(folder);
      expect(Object.keys(FLOORS)).toContain(folder);
      for (const below of FLOORS[folder] ?? []) visit(below, [...path, folder]);
      settled.add(folder);
    };
    for (const folder of Object.keys(FLOORS)) visit(folder, []);
  });
});
