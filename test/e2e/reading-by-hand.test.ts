/** Reading turns into notes by hand, at the command line. */
import { expect, it } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { runHere } from '../support/run-here.js';
import { runProgram } from '../support/run-node.js';

/** A bank with one turn, and the command line on it. */
async function withTurn(content: string) {
  const file = temporaryFile();
  const memory = await openMemory({ file });
  const { id } = await memory.remember({ content, speaker: 'Nadia', session: 's' });
  await memory.close();
  const run = async (...words: string[]): Promise<string> =>
    (await runHere([...words, '--file', file])).out;
  const handIn = (text: string, value: string): Promise<string> => {
    const note = { text, about: 'Nadia', aspect: 'home', value, turns: [id] };
    return run('mark', 'read', id, '--notes', JSON.stringify([note]));
  };
  return { file, id, run, handIn };
}

it('counts what was read, and the notes, though no reader is configured', async () => {
  const { file, run, handIn } = await withTurn('I live in Utrecht.');
  expect(await handIn('Nadia lives in Utrecht.', 'Utrecht')).toContain('1 note written');
  expect(await run('reading')).toMatch(/read +1 turn, 1 note/);
  const overview = await runProgram(['--file', file]);
  expect(overview.out).toContain('2 memories, 1 note');
});

it('takes a refused note once it is mended, and says which word nobody said', async () => {
  const { run, handIn } = await withTurn('I moved in with my sister.');
  const refused = await handIn('Nadia lives with Magdalena.', 'with her sister');
  expect(refused).toContain('x1 was not written: a name that stands nowhere: Magdalena');
  expect(await run('reading', '--review')).toContain('Magdalena');
  const mended = await handIn('Nadia lives with her sister.', 'with her sister');
  expect(mended).toContain('1 note written');
  expect(await run('reading', '--review')).not.toContain('Magdalena');
});

it('says how a note is written and handed in, and what is known already by its subject', async () => {
  const { file, id, run } = await withTurn('I live in Utrecht.');
  expect((await runProgram(['--file', file])).out).toContain(
    'or read by hand: mneme reading --next',
  );
  const known = { about: 'Nadia', aspect: 'home', value: 'Delft', status: 'planned' };
  await run('remember', 'Nadia is to live in Delft.', '--note', JSON.stringify(known));
  const shown = await run('reading', '--next');
  expect(shown).toContain('ONE sentence that is understood alone');
  expect(shown).toContain('Null may stand for is, from,');
  expect(shown).toMatch(/Nadia:\n +m_\w+ home \| planned \| Nadia is to live in Delft\./);
  expect(shown).toContain(`mneme mark read ${id} --notes '[{"text":`);
  expect(await run('mark', 'read', '--help')).toContain('--notes');
});
