import { expect, it, onTestFinished } from 'vitest';
import { RecallPool } from './recall-pool.js';

it('does not ask what everybody took back while it waited in line', async () => {
  // Without threads, the main thread answers one query at a time.
  const pool = new RecallPool({ threads: 0, atOnce: 1, open: {} }, () => undefined);
  const [gone, stays] = [new AbortController(), new AbortController()];
  const done: string[] = [];
  let release = (): void => undefined;
  const question = (name: string, signal?: AbortSignal) => ({
    operation: 'recall',
    bank: 'b',
    input: name,
    here: async () => (done.push(name), name),
    ...(signal === undefined ? {} : { signal }),
  });
  const first = pool.run({
    ...question('first'),
    here: () => new Promise((resolve) => (release = () => resolve('first'))),
  });
  const taken = pool.run(question('taken back', gone.signal)).catch((error: unknown) => error);
  const shared = [
    pool.run(question('shared', gone.signal)),
    pool.run(question('shared', stays.signal)),
  ];
  gone.abort();
  release();
  expect(await first).toBe('first');
  expect(await taken).toMatchObject({ code: 'interrupted' });
  expect(await Promise.all(shared)).toEqual(['shared', 'shared']);
  expect(done).toEqual(['shared']);
});

it('says why a thread ended, and answers what comes after without it', async () => {
  // Next to the sources there is no program for a thread.
  const told: unknown[] = [];
  const pool = new RecallPool({ threads: 1, atOnce: 1, open: {} }, (error) => told.push(error));
  onTestFinished(() => pool.close());
  const question = { operation: 'recall', bank: 'default', input: 'x', here: async () => 'here' };
  await expect(pool.run(question)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringContaining('memory-worker') as string },
  });
  expect(told).toMatchObject([{ message: expect.stringContaining('memory-worker') as string }]);
  expect(await pool.run(question)).toBe('here');
});
