/** A reindexing whose process is killed: nothing is lost, recall goes on, and the next run makes only what is missing. */
import { describe, expect, it, vi } from 'vitest';
import { openModelServer, SERVED_DIMENSIONS } from '../support/model-server.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { runScript } from '../support/run-node.js';

const COUNT = 150;
const REINDEX = `
  process.argv = [process.execPath, 'mneme', 'reindex', '--bank', 'test', '--file', process.env.TEST_FILE, '--json'];
  await import('./dist/bin/mneme.js');
`;

describe('a killed reindexing', () => {
  it('goes on where it was', async () => {
    const server = await openModelServer();
    const file = temporaryFile();
    const settings = { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS };
    const first = await openTestMemory({ file });
    await first.memory.rememberAll(
      Array.from({ length: COUNT }, (_, at) => `The doctor of house ${at} came.`),
    );

    server.behave('well', 'well', 'silent');
    const env = {
      TEST_FILE: file,
      MNEME_EMBEDDER_PACKAGE: '',
      MNEME_EMBEDDER_URL: server.url,
      MNEME_EMBEDDER_MODEL: 'words',
      MNEME_EMBEDDER_DIMENSIONS: String(SERVED_DIMENSIONS),
      MNEME_EMBEDDER_TIMEOUT_MS: '60000',
    };
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    const killed = runScript(REINDEX, { env, onStarted: (send) => (kill = send) });
    await vi.waitFor(() => expect(server.requests).toHaveLength(3), {
      timeout: 25_000,
      interval: 20,
    });
    expect((await first.memory.recall('doctor of house 7')).results[0]?.content).toBe(
      'The doctor of house 7 came.',
    );
    kill('SIGKILL');
    expect((await killed).code).toBeNull();
    expect((await first.memory.care.stats()).bank.encoder).toBe('mneme-hashed-1');
    expect((await first.memory.care.doctor()).problems).toEqual([]);
    expect((await first.memory.recall('doctor of house 8')).results[0]?.content).toBe(
      'The doctor of house 8 came.',
    );
    await first.memory.close();

    server.behave('well');
    const second = await openTestMemory({ file, embedder: settings });
    expect(await second.memory.care.reindex()).toMatchObject({
      made: COUNT - 128,
      found: 128,
      dropped: COUNT,
    });
    expect(server.embedded).toHaveLength(COUNT);
    expect((await second.memory.care.doctor()).problems).toEqual([]);
    expect((await second.memory.recall('doctor of house 7')).notices).toEqual([
      expect.stringMatching(/^No probabilities: they are fitted for /),
    ]);
  });
});
