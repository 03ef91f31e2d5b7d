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
    ['packages/core/src/domain/memory.ts', './ids.js'],
    ['packages/core/src/domain/memory.ts', 'zod'],
    ['packages/core/src/domain/deep/memory.ts', '../ids.js'],
    ['packages/core/src/ports/store.ts', '../domain/change.js'],
    ['packages/core/src/language/stem.ts', '../domain/time.js'],
    ['packages/core/src/language/stem.ts', '../../data/lexicon/words.json'],
    ['packages/core/src/spaces/e01-semantic.ts', '../language/stem.js'],
    ['packages/core/src/recall/paths/graph.ts', '../../indexes/postings.js'],
    ['packages/core/src/recall/paths/graph.ts', '../candidate.js'],
    ['packages/core/src/mneme.ts', './recall/recall.js'],
    ['packages/agent/src/goals/capability.ts', '@mneme/core/mneme.js'],
    ['packages/agent/src/goals/module.ts', './capability.js'],
    ['packages/agent/src/goals/operations.ts', './view.js'],
    ['packages/agent/src/goals/capability.ts', '../task-loop/pursue.js'],
    ['packages/agent/src/goals/goals.ts', '@mneme/core/modules/evidence/index.js'],
    ['packages/core/src/modules/inspect/list.ts', '../../bank/core.js'],
    ['packages/core/src/modules/inspect/operations.ts', './list.js'],
    ['packages/agent/src/graph/operations.ts', '@mneme/core/format/style.js'],
    ['packages/core/src/bank/core.ts', '../remember/remember.js'],
    ['packages/postgres/src/rows.ts', '@mneme/core/adapters/store/sql/rows.js'],
    ['packages/postgres/src/rows.ts', '@mneme/core/ports/store.js'],
    ['packages/postgres/src/rows.ts', 'pg'],
    ['packages/core/src/adapters/system/clock.ts', 'node:crypto'],
    ['packages/core/src/open-with.ts', './adapters/store/sqlite/sqlite-store.js'],
    ['packages/core/src/open-with.ts', './config/config.js'],
    ['packages/mneme/src/index.ts', './open.js'],
    ['packages/cli/src/main.ts', '@mneme/mneme/index.js'],
    ['packages/core/src/modules/validity/succession.ts', '../../recall/rank-candidates.js'],
    ['packages/mneme/src/modules.ts', '@mneme/core/modules/validity/index.js'],
  ])('%s may import %s', (file, path) => {
    expect(lint(file, importing(path))).toEqual([]);
  });

  it.each(['packages/core/src/recall/fuse.test.ts', 'test/year.ts', 'bench/main.ts'])(
    '%s may import anything',
    (file) => {
      expect(lint(file, importing('../adapters/store/sqlite/rows.js'))).toEqual([]);
    },
  );
});

describe('forbidden imports', () => {
  it.each([
    [
      'packages/core/src/recall/recall.ts',
      '../remember/draft.js',
      'recall may not import remember: a flow never imports another flow',
    ],
    [
      'packages/core/src/recall/paths/graph.ts',
      '../../mneme.js',
      'recall may not import mneme: floors are imported downward only',
    ],
    [
      'packages/core/src/language/stem.ts',
      '../spaces/space.js',
      'language may not import spaces: floors are imported downward only',
    ],
    [
      'packages/core/src/indexes/postings.ts',
      '../spaces/space.js',
      'indexes may not import spaces: no sideways imports',
    ],
    [
      'packages/core/src/domain/memory.ts',
      '../ports/clock.js',
      'domain may not import ports: domain is the ground',
    ],
    [
      'packages/core/src/domain/ids.ts',
      'node:crypto',
      'domain may not import node:crypto: zod is the one package',
    ],
    ['packages/core/src/domain/ids.ts', 'zodiac', 'domain may not import zodiac: zod is the one'],
    [
      'packages/core/src/mneme.ts',
      './adapters/index/exact/query.js',
      'mneme may not import adapters/index: open-with.ts alone knows',
    ],
    [
      'packages/core/src/mneme.ts',
      './config/config.js',
      'mneme may not import config: only what opens a memory',
    ],
    [
      'packages/core/src/adapters/store/sqlite/search.ts',
      '../../index/exact/query.js',
      'adapters/store may not import adapters/index',
    ],
    [
      'packages/postgres/src/search.ts',
      '@mneme/core/language/stem.js',
      'adapters see domain and ports only',
    ],
    [
      'packages/cli/src/main.ts',
      '@mneme/import/import-text.js',
      'cli may not import modules/import: the command line reaches the memory',
    ],
    [
      'packages/mneme/src/open.ts',
      '@mneme/server/serve.js',
      'packages/mneme may not import @mneme/server: its package.json does not declare it',
    ],
    [
      'packages/core/src/bank/core.ts',
      '@mneme/agent/goals/goals.js',
      'packages/core may not import @mneme/agent: its package.json does not declare it',
    ],
    [
      'packages/core/src/bank/core.ts',
      '../../../agent/src/goals/goals.js',
      "by its path: it is another package's, @mneme/agent",
    ],
    [
      'packages/import/src/read.ts',
      'commander',
      'packages/import may not import commander: its package.json does not declare it',
    ],
    [
      'packages/agent/src/goals/goals.ts',
      './module.js',
      'modules/goals may not import rooms: floors are imported downward only',
    ],
    [
      'packages/agent/src/goals/goals.ts',
      './capability.js',
      'modules/goals may not import capabilities: floors are imported downward only',
    ],
    [
      'packages/agent/src/goals/goals.ts',
      '@mneme/core/modules/context/pulse.js',
      'of another module it knows its index.ts alone',
    ],
    [
      'packages/core/src/bank/core.ts',
      '../modules/validity/judge.js',
      'bank may not import modules/validity: floors are imported downward only',
    ],
    [
      'packages/core/src/recall/recall.ts',
      '../utils/text.js',
      'utils is not in the table of floors',
    ],
    [
      'packages/core/src/recall/recall.ts',
      '../../../../bench/main.js',
      'recall may not import bench/main.js: what a package needs lies in its src/',
    ],
    ['packages/core/src/recall/recall.ts', 'mneme', 'recall may not import the package by its own'],
    [
      'packages/core/src/recall/rank-candidates.ts',
      '../modules/validity/judge.js',
      'recall may not import modules/validity: a flow calls what modules have handed in',
    ],
    [
      'packages/core/src/modules/validity/succession.ts',
      '../inspect/index.js',
      'modules/validity may not import modules/inspect: a module knows only those that stand before it',
    ],
    [
      'packages/core/src/modules/validity/succession.ts',
      '../elsewhere/index.js',
      'modules/elsewhere is not in the list of packages/mneme/src/modules.ts',
    ],
    ['packages/core/src/kernel/module.ts', '../recall/recall.js', 'kernel may not import recall'],
  ])('%s may not import %s', (file, path, message) => {
    expect(lint(file, importing(path))).toEqual([expect.stringContaining(message)]);
  });

  it('names what the folder may import instead', () => {
    const [message] = lint('packages/core/src/spaces/space.ts', importing('../safety/reveal.js'));
    expect(message).toContain('spaces may import domain, ports, language.');
  });

  it.each([
    "import type { Draft } from '../remember/draft.js';\nexport type D = Draft;",
    "export { Draft } from '../remember/draft.js';",
    "export * from '../remember/draft.js';",
    "export const load = () => import('../remember/draft.js');",
    "export type Draft = import('../remember/draft.js').Draft;",
  ])('sees %s', (code) => {
    expect(lint('packages/core/src/recall/recall.ts', code)).toEqual([
      expect.stringContaining('recall may not import remember'),
    ]);
  });

  it('asks for a floor for a new folder', () => {
    expect(lint('packages/core/src/misc/text.ts', 'export const a = 1;')).toEqual([
      expect.stringContaining('give misc a floor'),
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
