/** The house's tidiness that no linter checks: names of files and folders, marks left behind, readable text. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['packages', 'test', 'bench', 'scripts', 'samples', 'docs'];
/** Written by programs: their names are not ours. */
const GENERATED = new Set(['node_modules', 'dist', 'api', 'results', '__snapshots__']);
const CODE = new Set(['.ts', '.mts', '.mjs', '.js', '.wat', '.sql']);
const TEXT = new Set([
  ...CODE,
  '.md',
  '.json',
  '.jsonl',
  '.yml',
  '.yaml',
  '.txt',
  '.csv',
  '.html',
  '.css',
]);

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A name that says nothing of what is inside. */
const EMPTY_NAMES = /^(utils?|helpers?|commons?|misc|managers?|services?|base)$/;
/**
 * A mark of unfinished work in a comment, in capitals; as data, or in small letters, the words are welcome. The
 * brackets keep the pattern from finding itself.
 */
const LEFT_BEHIND = /(\/\/|\/\*|^\s*\*|;;|--\s).*\b(T[O]DO|F[I]XME)\b/m;

interface Found {
  folders: string[];
  files: string[];
}

/** All folders and files under `folder`, relative to the root; nothing where it does not exist. */
function walk(folder: string, found: Found = { folders: [], files: [] }): Found {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !GENERATED.has(entry.name)) {
      found.folders.push(relative(ROOT, path));
      walk(path, found);
    } else if (entry.isFile()) found.files.push(relative(ROOT, path));
  }
  return found;
}

const present = readdirSync(ROOT);
const found: Found = { folders: [], files: [] };
for (const folder of FOLDERS.filter((name) => present.includes(name)))
  walk(join(ROOT, folder), found);

const code = found.files.filter((file) => CODE.has(extname(file)));
/** The name before its first dot: fuse.test.ts → fuse. */
const stemOf = (file: string): string => basename(file).split('.')[0] ?? '';

describe('names', () => {
  it('finds the sources', () => {
    expect(code.length).toBeGreaterThan(0);
  });

  it('files of code are in kebab-case', () => {
    expect(
      code.filter(
        (file) =>
          !basename(file)
            .split('.')
            .every((part) => KEBAB.test(part)),
      ),
    ).toEqual([]);
  });

  it('folders are in kebab-case', () => {
    expect(found.folders.filter((folder) => !KEBAB.test(basename(folder)))).toEqual([]);
  });

  it('folders and files of code say what is inside', () => {
    const empty = [
      ...found.folders.filter((folder) => EMPTY_NAMES.test(basename(folder))),
      ...code.filter((file) => EMPTY_NAMES.test(stemOf(file))),
    ];
    expect(empty).toEqual([]);
  });
});

describe('text', () => {
  it('holds no mark of unfinished work', () => {
    expect(code.filter((file) => LEFT_BEHIND.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual(
      [],
    );
    // Every file is read for the first time here, which takes long where the disk is busy.
  }, 120_000);

  it('is valid UTF-8 without a byte order mark', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const isBroken = (file: string): boolean => {
      try {
        return decoder.decode(readFileSync(join(ROOT, file))).startsWith('\uFEFF');
      } catch {
        return true;
      }
    };
    expect(found.files.filter((file) => TEXT.has(extname(file)) && isBroken(file))).toEqual([]);
  });
});

describe('classes', () => {
  /** Classes of the packages that extend one of ours; errors, and what a package gives to be extended, are others. */
  const heirs = (text: string): string[] => {
    const imported = [
      ...text.matchAll(/^import (?:type )?\{([^}]*)\} from '[^./][^']*'/gm),
    ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
    return [...text.matchAll(/\bclass (?:\w+(?:<[^{]*?>)? )?extends (\w+)/g)]
      .map(([found, parent = '']) => ({ found, parent }))
      .filter(({ parent }) => parent !== 'Error' && !imported.includes(parent))
      .map(({ found }) => found);
  };

  it('extend no other class, errors and those of packages aside', () => {
    const below = found.files.filter(
      (file) => file.startsWith('packages/') && file.endsWith('.ts'),
    );
    const towers = below.flatMap((file) =>
      heirs(readFileSync(join(ROOT, file), 'utf8')).map((each) => `${file}: ${each}`),
    );
    expect(towers).toEqual([]);
  });

  it.each([
    ['class Goals extends Bank {}', 1],
    ['const made = class extends Bank {};', 1],
    [
      "import { Bank } from './bank.js';\nexport abstract class Goals<T extends object> extends Bank {}",
      1,
    ],
    ['class Refused extends Error {}', 0],
    ["import { type Row, Base } from 'package';\nclass Ours extends Base<Row> {}", 0],
    ['class Growing<T extends object> {}', 0],
  ])('sees %s', (text, count) => {
    expect(heirs(text)).toHaveLength(count);
  });
});

describe('the ratchet of lengths', () => {
  const lengths = JSON.parse(
    readFileSync(join(ROOT, 'scripts/length-ratchet.json'), 'utf8'),
  ) as Record<string, { file?: number; function?: number }>;

  it('names only files that are there, and only what is beyond the limits', () => {
    const stale = Object.entries(lengths).filter(
      ([file, { file: lines = Infinity, function: longest = Infinity }]) =>
        !code.includes(file) || lines <= 350 || longest <= 70,
    );
    expect(stale.map(([file]) => file)).toEqual([]);
  });

  it('holds each file at the length it has, so that it can only shrink', () => {
    const slack = Object.entries(lengths).filter(([file, { file: lines }]) => {
      const now = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      return lines !== undefined && now < lines - 20;
    });
    expect(slack.map(([file]) => file)).toEqual([]);
  });
});
