import { expect, it, onTestFinished, vi } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import { AnswerOnce } from './answers.js';

const REQUEST = { owner: 'key', key: 'k', parts: ['PATCH', '/memories/m'] };

it.each([
  [false, 1],
  [true, 2],
])(
  'a retry of a request whose server ended before its answer was stored: repeatable %s, carried out %i times',
  async (repeatable, times) => {
    const { memory } = await openTestMemory({ file: temporaryFile() });
    const { id } = await memory.remember('The heron of the north pond is grey.');
    const { replies } = memory.file;
    const once = new AnswerOnce(replies, async () => undefined);
    const ask = () =>
      once.answer({ ...REQUEST, repeatable }, async () => ({
        status: 200,
        body: JSON.stringify(await memory.update(id, { boost: 0.1 })),
      }));
    vi.spyOn(replies, 'keep').mockRejectedValueOnce(new Error('killed'));
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(ask()).rejects.toThrow('killed');
    const again = await ask().catch((error: unknown) => error);
    const changes = (await memory.curation.log()).changes.filter(({ verb }) => verb === 'update');
    expect(changes).toHaveLength(times);
    expect(again).toMatchObject(
      repeatable ? { replayed: false } : { code: 'conflict', field: 'Idempotency-Key' },
    );
  },
);

it('waits for the answer of another server that carries the same request out', async () => {
  const { memory } = await openTestMemory({ file: temporaryFile() });
  const { id } = await memory.remember('The heron of the north pond is grey.');
  const servers = [1, 2].map(() => new AnswerOnce(memory.file.replies));
  const answers = await Promise.all(
    servers.map((server) =>
      server.answer({ ...REQUEST, repeatable: false }, async () => ({
        status: 200,
        body: JSON.stringify(await memory.update(id, { boost: 0.1 })),
      })),
    ),
  );
  expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body]);
  expect(answers.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
  expect(
    (await memory.curation.log()).changes.filter(({ verb }) => verb === 'update'),
  ).toHaveLength(1);
});

it('lets a request that failed be sent again, whatever else was done beside it', async () => {
  const { memory, clock } = await openTestMemory({ file: temporaryFile() });
  const { id } = await memory.remember('The heron of the north pond is grey.');
  await memory.remember({ content: 'The weir is shut.', ttl: '1d' });
  clock.advance(3 * 86_400_000);
  const once = new AnswerOnce(memory.file.replies, async () => undefined);
  let wrong = true;
  const ask = () =>
    once.answer({ ...REQUEST, repeatable: false }, async () => {
      await memory.recall('Is the weir shut?');
      if (wrong) throw new Error('refused');
      return { status: 200, body: JSON.stringify(await memory.update(id, { boost: 0.1 })) };
    });
  await expect(ask()).rejects.toThrow('refused');
  expect((await memory.curation.log()).changes.map(({ verb }) => verb)).toContain('expire');
  wrong = false;
  expect(await ask()).toMatchObject({ status: 200, replayed: false });
});
