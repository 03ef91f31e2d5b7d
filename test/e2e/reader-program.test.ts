/** A program that reads, as a person has it: tried once, read with, interrupted; the real command line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
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

describe('read', () => {
  const said = async (...texts: string[]): Promise<string> => {
    const file = temporaryFile();
    const memory = await openMemory({ file });
    for (const [at, content] of texts.entries())
      await memory.remember({ content, speaker: 'Ylva', session: `s${at}` });
    await memory.close();
    return file;
  };
  const reading = (reader: string, waits = '0') => ({
    env: { MNEME_READER: reader, READER_WAITS: waits },
  });

  it('says what was read, what a trial would refuse, and that nothing waits', async () => {
    const { folder } = readerPrograms('claude');
    const claude = join(folder, 'claude');
    const file = await said('Bertil asks 780 euros.', 'The course moved to Thursday.');
    const trial = await runProgram(['read', '--dry', '--file', file], reading(claude));
    expect(trial.out).toMatch(/^1 note of 1 turn, not written:\n {2}Bertil asks 780 euros\./);
    const path = join(temporaryFolder(), 'lies.mjs');
    const lie = { id: 'x', turns: ['t1'], about: 'Bertil', aspect: 'rent', value: '999' };
    const text = 'Bertil asks 999 euros.';
    writeFileSync(
      path,
      `console.log(${JSON.stringify(JSON.stringify({ notes: [{ ...lie, text }] }))})`,
    );
    const lies = await runProgram(
      ['read', '--dry', '--file', file],
      reading(`"${process.execPath}" "${path}"`),
    );
    expect(lies.out).toContain('0 notes of 1 turn, not written.\n  1 refused: a number that');
    expect(lies.out).toContain(`not taken: ${text}`);
    const ran = await runProgram(['read', '--file', file], reading(claude));
    expect(ran).toMatchObject({ code: 0, out: 'Read 2 notes off 2 turns.\n' });
    const again = await runProgram(['read', '--file', file], reading(claude));
    expect(again).toMatchObject({ code: 0, out: 'Nothing waits to be read.\n' });
  });

  it('ends with 11 where the reader fails, says why and what to do', async () => {
    const file = await said('Bertil asks 780 euros.');
    const ran = await runProgram(['read', '--file', file], reading('no-such-program-here'));
    expect(ran.code).toBe(11);
    expect(ran.out).toMatch(
      /^Nothing was read\.\n {2}1 turn waits\n {2}the reader failed: there is no/,
    );
    expect(ran.out).toContain('mneme read --dry');
    const none = await runProgram(['read', '--file', file]);
    expect(none).toMatchObject({ code: 0 });
    expect(none.out).toContain('set MNEME_READER, or run mneme setup');
  });

  it('ends with 130 when it is interrupted in the midst of a request; the turns go on waiting', async () => {
    const { folder, callsOf } = readerPrograms('claude');
    const file = await said('Bertil asks 780 euros.');
    const ran = await runProgram(['read', '--file', file], {
      ...reading(join(folder, 'claude'), '60000'),
      onStarted: (kill) => {
        const asked = setInterval(() => {
          if (!existsSync(callsOf('claude'))) return;
          clearInterval(asked);
          kill('SIGINT');
        }, 50);
      },
    });
    expect(ran.code).toBe(130);
    expect(ran.err).toContain('Reading was stopped.');
    const after = await runProgram(['reading', '--json', '--file', file]);
    expect(JSON.parse(after.out)).toMatchObject({ waiting: 1, failures: 0, reading: false });
  });
});
