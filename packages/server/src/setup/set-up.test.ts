import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { CLIENT_NAMES, planChange } from '../mcp/clients.js';
import { partsOf, setUp, undoSetup } from './set-up.js';
import { SetupRecords } from './setup-record.js';

const PARTS = CLIENT_NAMES.flatMap((client) => partsOf(client));

function home() {
  const folder = temporaryFolder();
  const surroundings = { home: folder, folder, platform: 'linux' as const };
  const records = new SetupRecords(join(folder, 'kept', 'setup'));
  const set = (bank: string, parts = PARTS, works: () => boolean = () => true) =>
    setUp(parts, {
      records,
      surroundings,
      scope: 'user',
      commands: {
        server: { command: 'node', args: ['mneme.js', 'mcp', '--bank', bank] },
        hook: `node mneme-hook.js --file /m --bank ${bank}`,
      },
      prove: () =>
        works() ? Promise.resolve('works') : Promise.reject(new MnemeError('unavailable', 'no')),
    });
  const undo = () => undoSetup(() => true, records, surroundings);
  const pathOf = (client: 'cursor' | 'gemini') => planChange(client, null, surroundings).path;
  return { folder, records, surroundings, set, undo, pathOf };
}

it('what others changed between two setups and after them stays', async () => {
  const { set, undo, pathOf } = home();
  const cursor = [{ client: 'cursor', kind: 'server' }] as const;
  await set('default', [...cursor]);
  const path = pathOf('cursor');
  writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "theirs": 1,'));
  expect(await set('work', [...cursor])).toMatchObject([{ action: 'replace', error: null }]);
  expect(readFileSync(path, 'utf8')).toContain('"work"');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"theirs": 1', '"theirs": 2'));
  expect(await undo()).toMatchObject([{ how: 'entry_only', error: null }]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ theirs: 2, mcpServers: {} });
  expect(await undo()).toEqual([]);
});

it('an entry that a person had put there comes back', async () => {
  const { set, undo, pathOf } = home();
  const path = pathOf('gemini');
  mkdirSync(dirname(path));
  const mine = '{"mcpServers": {"mneme": {"command": "mine"}}}';
  writeFileSync(path, mine);
  expect(await set('default')).toContainEqual(expect.objectContaining({ action: 'replace', path }));
  await set('work');
  await undo();
  expect(readFileSync(path, 'utf8')).toBe(mine);
});

it('what does not work is put back as it was just before, and an earlier setup stays undoable', async () => {
  const { set, undo, records, pathOf } = home();
  await set('default');
  const before = readFileSync(pathOf('cursor'), 'utf8');
  const failed = await set('work', PARTS, () => false);
  expect(failed.map(({ action }) => action)).toEqual(PARTS.map(() => 'failed'));
  expect(readFileSync(pathOf('cursor'), 'utf8')).toBe(before);
  expect(records.all()).toHaveLength(PARTS.length);
  expect((await undo()).map(({ how }) => how)).toEqual(PARTS.map(() => 'as_before'));
  expect(existsSync(dirname(pathOf('cursor')))).toBe(false);
});

it('one at a time; a lock that a dead process left is taken', async () => {
  const { folder, records } = home();
  await records.alone(async () => {
    await expect(records.alone(() => Promise.resolve())).rejects.toMatchObject({ code: 'locked' });
  });
  const lock = join(folder, 'kept', 'setup', 'lock');
  writeFileSync(lock, '999999999');
  expect(await records.alone(() => Promise.resolve('taken'))).toBe('taken');
  expect(existsSync(lock)).toBe(false);
});
