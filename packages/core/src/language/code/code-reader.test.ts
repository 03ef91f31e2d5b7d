import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from '../stem.js';
import { CodeReader } from './code-reader.js';
import type { CodeReading, CodeRole } from './code-reading.js';
import { Grammars } from './code-language.js';

const stemmer = createStemmer();
const reader = new CodeReader(stemmer);

async function read(text: string): Promise<CodeReading> {
  await reader.ready(text);
  const reading = reader.read(text);
  if (reading === null) throw new Error('no code found');
  return reading;
}

const having = ({ terms }: CodeReading, role: CodeRole): string[] =>
  terms.filter((term) => term.role === role).map(({ term }) => term);
const stems = (...words: string[]): string[] => words.map((word) => stemmer(word, 'en'));

const SAMPLES = {
  python: `import os
def read_lines(path, limit=10):
    """Read the first lines of a file. Stops early."""
    # keep it short
    with open(path) as handle:
        return [line.strip() for line in handle.readlines()[:limit]]
`,
  typescript: `import { readFile } from 'node:fs/promises';
/**
 * Reads the first lines of a file. Stops early.
 * @param path where it lies
 */
export async function readLines(path: string, limit = 10): Promise<string[]> {
  // keep it short
  const text: string = await readFile(path, 'utf8');
  return text.split('\\n').slice(0, limit);
}
`,
  javascript: `const fs = require('fs');
/** Reads the first lines of a file. Stops early. */
function readLines(path, limit = 10) {
  // keep it short
  return fs.readFileSync(path, 'utf8').split('\\n').slice(0, limit);
}
`,
  go: `package files

import "os"

// ReadLines reads the first lines of a file. Stops early.
func ReadLines(path string, limit int) ([]string, error) {
	// keep it short
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.Split(string(data), "\\n")[:limit], nil
}
`,
  rust: `use std::fs;

/// Reads the first lines of a file. Stops early.
pub fn read_lines(path: &str, limit: usize) -> Vec<String> {
    // keep it short
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().take(limit).map(String::from).collect()
}
`,
  java: `import java.nio.file.Files;

public class LineReader {
  /** Reads the first lines of a file. Stops early. */
  public static List<String> readLines(Path path, int limit) throws IOException {
    // keep it short
    return Files.readAllLines(path).subList(0, limit);
  }
}
`,
  c: `#include <stdio.h>

/* Reads the first lines of a file. Stops early. */
static int read_lines(const char *path, int limit) {
  // keep it short
  FILE *handle = fopen(path, "r");
  while (limit-- > 0 && fgets(buffer, sizeof buffer, handle)) count++;
  return count;
}
`,
} as const;

const CALLED = {
  python: 'open',
  typescript: 'split',
  javascript: 'split',
  go: 'split',
  rust: 'take',
  java: 'list',
  c: 'fopen',
} as const;

describe.each(Object.keys(SAMPLES) as (keyof typeof SAMPLES)[])('code in %s', (language) => {
  it('is known without a tag and read as a tree: names, what is said of them, parameters, calls, comments, imports', async () => {
    const reading = await read(SAMPLES[language]);
    expect(reading.language).toBe(language);
    expect(reading.broken).toBeLessThan(0.05);
    expect(having(reading, 'name')).toEqual(expect.arrayContaining(stems('read', 'line')));
    expect(having(reading, 'parameter')).toEqual(expect.arrayContaining(stems('path', 'limit')));
    expect(having(reading, 'called')).toContain(stemmer(CALLED[language], 'en'));
    expect(having(reading, 'comment')).toEqual(expect.arrayContaining(stems('keep', 'short')));
    if (language !== 'java') {
      expect(having(reading, 'summary')).toEqual(
        expect.arrayContaining(stems('first', 'line', 'file')),
      );
      expect(having(reading, 'summary')).not.toContain(stemmer('early', 'en'));
    }
    if (language !== 'javascript') expect(having(reading, 'import').length).toBeGreaterThan(0);
    expect(reading.paths.length).toBeGreaterThan(5);
  });

  it('reads the same under its fence, and the prose around it as a comment', async () => {
    const plain = await read(SAMPLES[language]);
    const fenced = await read(
      `My marmalade helper:\n\`\`\`${language}\n${SAMPLES[language]}\`\`\`\n`,
    );
    expect(fenced.language).toBe(language);
    expect(having(fenced, 'name')).toEqual(having(plain, 'name'));
    expect(having(fenced, 'comment')).toContain(stemmer('marmalade', 'en'));
  });

  it('survives being cut off in the middle', async () => {
    const code = SAMPLES[language];
    const reading = await read(
      `\`\`\`${language}\n${code.slice(0, Math.floor(code.length * 0.7))}`,
    );
    expect(having(reading, 'parameter').concat(having(reading, 'identifier'))).toContain(
      stemmer('path', 'en'),
    );
  });
});

describe('the reader of code', () => {
  it('takes code in no known language by its identifiers, without an error', async () => {
    const reading = await read('```cobol\nPERFORM READ-LINES VARYING LINE-COUNT\n```');
    expect(having(reading, 'identifier')).toEqual(
      expect.arrayContaining(stems('perform', 'read', 'line', 'count')),
    );
    const foreign = await read('```sql\nSELECT user_name FROM accounts;\n```');
    expect(foreign).toMatchObject({ language: null, broken: 1, paths: [] });
    expect(having(foreign, 'identifier')).toEqual(
      expect.arrayContaining(stems('user', 'name', 'accounts')),
    );
  });

  it('finds nothing in prose and needs no grammar for it', async () => {
    const idle = new CodeReader(stemmer, {
      installed: () => true,
      open: () => Promise.reject(new Error('must not be opened')),
    });
    await idle.ready('We met at the lake.');
    expect(idle.read('We met at the lake.')).toBeNull();
    expect(idle.mode).toBe('trees');
  });

  it('lexes identifiers and says so where the grammars are not installed or do not load', async () => {
    const missing = new CodeReader(stemmer, {
      installed: () => false,
      open: () => Grammars.open(),
    });
    const broken = new CodeReader(stemmer, {
      installed: () => true,
      open: () => Promise.reject(new Error('no WebAssembly here')),
    });
    await broken.ready(SAMPLES.python);
    for (const lexed of [missing, broken]) {
      expect(lexed.mode).toBe('lexed');
      const reading = lexed.read(SAMPLES.python);
      expect(reading).toMatchObject({ language: null, paths: [] });
      expect(reading?.terms).toContainEqual({ term: stemmer('line', 'en'), role: 'identifier' });
    }
    expect(missing.describe).toContain('not installed');
    expect(broken.describe).toContain('no WebAssembly here');
  });

  it.each([
    [
      'javascript',
      '/** Adds the text. Once. */\ndigest(encoding) {\n  const extra = this.text;\n  return extra;\n}',
      ['digest'],
      ['encoding'],
      ['adds', 'text'],
    ],
    [
      'typescript',
      'protected async #callAll<Name extends string>(bank: string): Promise<void> {\n  const local = 1;\n  await this.send(bank, local);\n}',
      ['call', 'all'],
      ['bank'],
      [],
    ],
    [
      'typescript',
      '*dump(): Iterable<Uint8Array> {\n  const head = [1];\n  yield new Uint8Array(head);\n}',
      ['dump'],
      [],
      [],
    ],
    [
      'java',
      'public static List<String> readLines(Path path) throws IOException {\n  final int rest = 1;\n  return Files.readAllLines(path);\n}',
      ['read', 'line'],
      ['path'],
      [],
    ],
  ] as const)(
    'reads a method that stands alone by its name, in %s',
    async (language, code, name, parameter, summary) => {
      const reading = await read(code);
      expect(reading).toMatchObject({ language, broken: 0 });
      expect(having(reading, 'name')).toEqual(stems(...name));
      expect(having(reading, 'parameter')).toEqual(expect.arrayContaining(stems(...parameter)));
      expect(having(reading, 'summary')).toEqual(stems(...summary));
    },
  );

  it('takes a call with a block behind it for no method', async () => {
    const reading = await read('```js\nif (ready(now)) {\n  start();\n}\n```');
    expect(having(reading, 'name')).toEqual([]);
    expect(having(reading, 'called')).toEqual(expect.arrayContaining(stems('ready', 'start')));
  });

  it('refuses to read what it was not made ready for', () => {
    expect(() => new CodeReader(stemmer).read(SAMPLES.rust)).toThrow(/not loaded/);
  });

  it('reads huge code in bounded size', async () => {
    const huge = await read(
      `def big():\n${'    total = total + compute(value, other)\n'.repeat(1_500)}`,
    );
    expect(huge.language).toBe('python');
    expect(huge.terms.length).toBeLessThanOrEqual(4_000);
    expect(huge.paths.length).toBeLessThanOrEqual(400);
    const deep = await read(`\`\`\`js\n${'('.repeat(1_000)}\n\`\`\``);
    expect(deep.broken).toBeGreaterThan(0);
  });

  it('never fails on anything in a fence, and gives the same twice', async () => {
    for (const language of Object.keys(SAMPLES)) await reader.ready(`\`\`\`${language}\nx\n\`\`\``);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(SAMPLES)),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (language, garbage) => {
          const text = `\`\`\`${language}\n${garbage.replaceAll('`', '')}\nfoo(bar)\n\`\`\``;
          const once = reader.read(text);
          expect(once?.broken).toBeGreaterThanOrEqual(0);
          expect(once?.broken).toBeLessThanOrEqual(1);
          expect(reader.read(text)).toEqual(once);
        },
      ),
      { numRuns: 8 },
    );
  });
});
