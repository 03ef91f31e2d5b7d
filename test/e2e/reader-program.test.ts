/** A program that reads, as a person has it: tried once, read with, interrupted; the real command line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { readerPrograms } from '../support/reader-program.js';
import { ROOT, runNode, runProgram } from '../support/run-node.js';

vi.setConfig({ testTimeout: 120_000 });

describe('doctor --reader', () => {
  it('lets the command read one made-up session, and says what came of it and how long it took', async () => {
    const { folder, callsOf } = readerPrograms('claude');
    const ran = await runProgram(['doctor', '--reader', `${join(folder, 'claude')} -p`]);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(
      /^program claude read one made-up session in [\d.]+ s: 2 notes of 3 turns\./,
    );
    expect(ran.out).toContain('Bertil, my landlord, wants 780 euros');
    const [call = ''] = readFileSync(callsOf('claude'), 'utf8').split('\n');
    expect(JSON.parse(call)).toMatchObject({ args: ['-p'], within: '1' });
  });

  it('takes the configured one, and says what is wrong with what does not read', async () => {
    const none = await runProgram(['doctor', '--reader']);
    expect(none.code).toBe(3);
    expect(none.err).toContain('No reader is configured.');
    const env = { MNEME_READER: 'no-such-program-here -p' };
    const gone = await runProgram(['doctor', '--reader'], { env });
    expect(gone.code).toBe(11);
    expect(gone.err).toContain('there is no such program');
    const path = join(temporaryFolder(), 'prose.mjs');
    writeFileSync(path, 'process.stdin.resume(); console.log(process.env.SAYS);');
    const prose = { MNEME_READER: `"${process.execPath}" "${path}"`, SAYS: 'Sure! I will.' };
    expect((await runProgram(['doctor', '--reader'], { env: prose })).err).toContain('not JSON');
    const empty = await runProgram(['doctor', '--reader'], {
      env: { ...prose, SAYS: '{"notes":[]}' },
    });
    expect(empty).toMatchObject({ code: 11 });
    expect(empty.err).toContain('wrote no note that could be taken');
  });
});

it('hooks of an agent’s program that reads for a memory say and take in nothing', async () => {
  const file = temporaryFile();
  const ran = await runNode(
    [join(ROOT, 'dist/bin/mneme-hook.js'), '--file', file, '--bank', 'default'],
    {
      env: { MNEME_WITHIN_READER: '1' },
      input: JSON.stringify({ hook_event_name: 'Stop', session_id: 's', transcript_path: '/x' }),
    },
  );
  expect(ran).toMatchObject({ code: 0, out: '', err: '' });
  expect([existsSync(file), existsSync(`${file}.hooks.log`)]).toEqual([false, false]);
});
