import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/open-test-memory.js';
import { createProgram } from '@mneme/cli/program.js';
import type { Terminal } from '@mneme/cli/process.js';
import { radarSvg } from './operations.js';

/** Elements are balanced, attributes quoted and special characters escaped. */
function assertWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, closing, name, attributes = '', selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closing === '/') expect(open.pop()).toBe(name);
    else if (selfClosing !== '/') open.push(name ?? '');
    expect(attributes).not.toContain('NaN');
  }
  expect(open).toEqual([]);
  const text = svg.replace(/<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g, '');
  expect(text).not.toMatch(/[<]|&(?!amp;|lt;|gt;|quot;)/);
}

describe('a radar picture', () => {
  it('is well-formed whatever is written in it, and names every axis', () => {
    const svg = radarSvg({
      title: 'a < b & "c" \u0001\ud800',
      axes: ['one', 'two & more', 'three'],
      series: [{ name: 'x>y', values: [0.5, null, -1] }],
    });
    assertWellFormed(svg);
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;');
    expect(svg).toContain('two &amp; more absent');
    expect(svg).toContain('one 0.50');
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('is written where --svg says', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'memory.mneme');
    let out = '';
    const terminal: Terminal = {
      screen: { width: 100 },
      interactive: false,
      out: (text) => void (out += text),
      piped: async function* () {},
    };
    const run = async (...args: string[]): Promise<string> => {
      out = '';
      await createProgram(terminal, new AbortController().signal).parseAsync([
        'node',
        'mneme',
        ...args,
        '--file',
        file,
      ]);
      return out;
    };
    const { id } = JSON.parse(await run('remember', 'The heron nests by the weir.', '--json')) as {
      id: string;
    };
    expect(await run('explain', id, '--svg', join(folder, 'a.svg'))).toContain('hyperdimensional');
    assertWellFormed(readFileSync(join(folder, 'a.svg'), 'utf8'));
    expect(await run('near', 'heron', '--spaces', 'semantic=1,graph=0.5')).toContain(
      'The heron nests',
    );
    await expect(
      run('compare', id, id, '--svg', join(folder, 'missing', 'a.svg')),
    ).rejects.toMatchObject({ code: 'invalid_input', field: '--svg' });
  });
});
