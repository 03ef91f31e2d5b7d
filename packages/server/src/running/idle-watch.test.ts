import { expect, it, vi } from 'vitest';
import { serveTestMemory } from '../../../../test/support/served-memory.js';

it('a served bank dreams once nobody has asked for a while, and only where it was told to', async () => {
  const { memory, ask } = await serveTestMemory({ idle: { idleMs: 60, everyMs: 20 } });
  await memory.remember('Maria works as a nurse at the clinic in Leeds.');
  await memory.remember('In Leeds Maria works as a nurse at the clinic.');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await memory.dreams.report()).night).toBeNull();
  await ask('POST', '/v1/banks/default/dreams', { body: { schedule: 'idle' } });
  await vi.waitFor(async () => expect((await memory.dreams.report()).changes).toBe(1), {
    timeout: 10_000,
    interval: 50,
  });
  const { body } = await ask('GET', '/v1/banks/default/dreams/last');
  expect(body).toMatchObject({ changes: 1, schedule: 'idle', counts: { join: 1 } });
});
