/** Branches for callers who may not open every bank: over HTTP, with keys bound to banks and to users. */
import { expect, it } from 'vitest';
import { serveTestMemory } from '../../../../../test/support/served-memory.js';

async function served() {
  const server = await serveTestMemory();
  const { memory } = server;
  await memory.bank('team').remember('The kiln is lit on Mondays.');
  await memory.bank('other').remember('The vault code is zebulon.');
  await memory.bank('other').branching.make('othertrial');
  await memory.bank('team').scope({ userId: 'alice' }).remember('Alice lives in Porto.');
  await memory.bank('team').scope({ userId: 'bob' }).remember('Bob lives in Leeds.');
  let keys = 0;
  const keyOf = async (banks: readonly string[], scopes: readonly string[] = ['read', 'write']) =>
    (await memory.file.keys.create({ name: `key-${(keys += 1)}`, banks, scopes } as never)).key;
  /** Sends a request for a bank. */
  const askAs =
    (key: string, bank: string) =>
    async (method: string, path: string, body?: Record<string, unknown>) => {
      const { status, body: answer } = await server.ask(method, `/v1/banks/${bank}${path}`, {
        key,
        ...(body === undefined ? {} : { body }),
      });
      return { status, ...answer } as Record<string, unknown>;
    };
  const textsOf = async (bank: string): Promise<string[]> =>
    (await memory.bank(bank).list({})).memories.map(({ content }) => content).sort();
  return { memory, keyOf, askAs, textsOf };
}

it('a key of one bank forks it, works on the branch, compares, merges and lists, all within its bank', async () => {
  const { keyOf, askAs, textsOf } = await served();
  const key = await keyOf(['team']);
  const team = askAs(key, 'team');
  expect(await team('POST', '/branches', { name: 'trial' })).toMatchObject({
    status: 200,
    branch: 'team+trial',
    of: 'team',
    memories: 1,
  });
  expect(await team('POST', '/branches', { name: 'trial' })).toMatchObject({ status: 409 });
  const branch = askAs(key, 'team+trial');
  expect(await branch('POST', '/memories', { content: 'The weir is closed.' })).toMatchObject({
    status: 200,
  });
  expect(await textsOf('team')).toEqual(['The kiln is lit on Mondays.']);
  // A branch of the branch is a sibling of it.
  expect(await branch('POST', '/branches', { name: 'deeper' })).toMatchObject({
    branch: 'team+deeper',
    of: 'team+trial',
  });
  expect(await team('GET', '/branches')).toMatchObject({
    status: 200,
    branches: [{ branch: 'team+deeper' }, { branch: 'team+trial', of: 'team', ahead: 1 }],
  });
  for (const name of ['trial', 'team+trial'])
    expect(await team('GET', `/branches/${encodeURIComponent(name)}`)).toMatchObject({
      status: 200,
      inBranch: [{ content: 'The weir is closed.' }],
    });
  expect(await team('POST', '/branches/trial/merge', {})).toMatchObject({ merged: true });
  expect(await textsOf('team')).toEqual(['The kiln is lit on Mondays.', 'The weir is closed.']);
});

it('tells a key of one bank nothing of another, and leaves nothing there', async () => {
  const { memory, keyOf, askAs } = await served();
  const team = askAs(await keyOf(['team']), 'team');
  const answers = [
    await team('POST', '/branches', { name: 'other+trial' }),
    await team('GET', '/branches/othertrial'),
    await team('GET', '/branches/other%2Btrial'),
    await team('POST', '/branches/othertrial/merge', {}),
    await team('GET', '/branches/team@bob'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  expect(JSON.stringify(answers)).not.toMatch(/zebulon|Leeds/);
  expect(await team('GET', '/branches')).toMatchObject({ branches: [] });
  // A key for a branch gives no access to the bank it was forked from.
  const { branch } = await memory.bank('other').branching.make('lent');
  const lent = askAs(await keyOf([branch]), branch);
  expect(await lent('GET', '/branches')).toMatchObject({ status: 200, branches: [] });
  const reader = askAs(await keyOf(['team'], ['read']), 'team');
  expect(await reader('POST', '/branches', { name: 'trial' })).toMatchObject({ status: 403 });
  expect((await memory.file.banks()).map(({ name }) => name).sort()).toEqual(
    ['default', 'lent', 'other', 'othertrial', 'team', 'team@alice', 'team@bob'].sort(),
  );
});

it('a user’s branch is the user’s alone, whichever key asks for them, and goes with their bank', async () => {
  const { memory, keyOf, askAs, textsOf } = await served();
  const everywhere = (await memory.file.keys.create({ name: 'all' })).key;
  for (const [name, key, bank, user] of [
    ['one', await keyOf(['team@alice']), 'team', '?userId=alice'],
    ['two', await keyOf(['team']), 'team', '?userId=alice'],
    ['three', everywhere, 'team', '?userId=alice'],
    ['four', await keyOf(['team@alice']), 'team@alice', ''],
  ] as const) {
    const ask = askAs(key, bank);
    expect(await ask('POST', `/branches${user}`, { name })).toMatchObject({
      status: 200,
      branch: `team+${name}@alice`,
      of: 'team@alice',
    });
    expect(
      await askAs(key, `team+${name}`)('POST', '/memories?userId=alice', {
        content: `Her note ${name}.`,
      }),
    ).toMatchObject({ status: 200 });
    expect(await ask('GET', `/branches/${name}${user}`)).toMatchObject({
      inBranch: [{ content: `Her note ${name}.` }],
    });
    expect(await ask('POST', `/branches/${name}/merge${user}`, {})).toMatchObject({ merged: true });
    expect(await textsOf('team@alice')).toContain(`Her note ${name}.`);
  }
  const bob = askAs(await keyOf(['team@bob']), 'team');
  expect(await bob('GET', '/branches?userId=bob')).toMatchObject({ status: 200, branches: [] });
  expect(await bob('GET', '/branches/one?userId=bob')).toMatchObject({ status: 404 });
  expect(await bob('GET', '/branches/team+one@alice?userId=bob')).toMatchObject({ status: 404 });
  expect(
    await askAs(await keyOf(['team@bob']), 'team+one')('GET', '/memories?userId=alice'),
  ).toMatchObject({ status: 404 });

  await memory.file.deleteBank({ name: 'team' });
  const names = async (): Promise<readonly string[]> =>
    (await memory.file.banks()).map(({ name }) => name).filter((name) => name.startsWith('team'));
  expect(await names()).toEqual([]);
  expect(await askAs(everywhere, 'team+one')('GET', '/memories?userId=alice')).toMatchObject({
    status: 404,
  });
  await memory.file.deleteBank({ name: 'team', restore: true });
  expect(await textsOf('team+one@alice')).toContain('Her note one.');
  await memory.file.deleteBank({ name: 'team', now: true, yes: true });
  expect(await names()).toEqual([]);
});
