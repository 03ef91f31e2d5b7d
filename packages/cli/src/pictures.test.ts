/** Images on the command line, as a person gives them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../../test/support/open-test-memory.js';
import { canvas, draw, png, sharp } from '../../../test/support/pictures.js';
import { createProgram } from './program.js';
import type { Terminal } from './process.js';

async function run(args: readonly string[]): Promise<string> {
  let out = '';
  const terminal: Terminal = {
    screen: { width: 160 },
    interactive: false,
    out: (text) => void (out += `${text}\n`),
    piped: async function* () {},
  };
  await createProgram(terminal, new AbortController().signal).parseAsync([
    'node',
    'mneme',
    ...args,
  ]);
  return out;
}

describe.skipIf(sharp === null)('pictures on the command line (needs sharp)', () => {
  it('are remembered, shown with their sizes, and found by a copy', async () => {
    const [folder, file] = [temporaryFolder(), temporaryFile()];
    const [bridge, garden, copy] = [
      join(folder, 'bridge, dusk.png'),
      join(folder, 'garden.jpg'),
      join(folder, 'copy.webp'),
    ];
    writeFileSync(bridge, await png(draw('scene', 1)));
    writeFileSync(garden, await canvas(draw('shapes', 5)).jpeg().toBuffer());
    writeFileSync(copy, await canvas(draw('scene', 1)).resize(100).webp().toBuffer());
    const remembered = await run([
      'remember',
      '--image',
      bridge,
      'Two pictures of the day.',
      '--image',
      JSON.stringify({ path: garden, alt: 'the garden' }),
      '--file',
      file,
    ]);
    const id = /m_[0-9a-z]{13}/.exec(remembered)?.[0] ?? '';
    const shown = await run(['show', id, '--file', file]);
    const { width, height } = draw('scene', 1);
    expect(shown).toContain(`bridge, dusk.png (png, ${width} × ${height}, `);
    expect(shown).toMatch(/garden\.jpg \(jpeg, \d+ × \d+, [\d.]+ KiB\) “the garden”/);
    const found = await run(['recall', '--image', copy, '--why', '--file', file]);
    expect(found).toContain('Two pictures of the day.');
    expect(found).toContain('alike; found by image.');
    expect(found).toContain('image 1');
    expect(await run(['recall', 'day', '--image', copy, '--why', '--file', file])).toContain(
      'found by semantic, lexical and image',
    );
  });

  it('that cannot be read are refused by name', async () => {
    const [folder, file] = [temporaryFolder(), temporaryFile()];
    const path = join(folder, 'notes.png');
    writeFileSync(path, 'no picture');
    await expect(run(['remember', 'x', '--image', path, '--file', file])).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'input.images.0',
      value: path,
    });
    await expect(run(['recall', '--file', file])).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'recall.query',
    });
    expect(await run(['list', '--file', file])).toContain('No memories.');
  });
});
