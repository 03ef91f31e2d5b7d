import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from '../../../../../../test/support/run-node.js';
import { temporaryFolder } from '../../../../../../test/support/open-test-memory.js';
import { EncoderThreads } from './encoder-threads.js';
import { openInsideEmbedder } from './sentence-encoder.js';

const SETTINGS = { documentPrefix: '', queryPrefix: '', maxCharacters: 8_000 };
const WEIGHTS = new URL('./sentence-encoder.bin', import.meta.url);
/** As it is built before any test. */
const WORKER = pathToFileURL(join(ROOT, 'dist', 'bin', 'encoder-worker.js'));
const TEXTS = Array.from({ length: 120 }, (_, at) =>
  at % 40 === 0
    ? 'a long story '.repeat(30 + at)
    : `Order ${at}: ${at * 3} jars of honey for house ${at % 7}.`,
);

const using = (file: URL | undefined, cores: number) =>
  openInsideEmbedder({ ...SETTINGS, threads: new EncoderThreads(WEIGHTS, file, cores) });

it('encodes a batch in several threads as in one, to the bit and in order', async () => {
  const alone = await using(undefined, 1).embed(TEXTS, 'document');
  const threads = using(WORKER, 3);
  expect(await threads.embed(TEXTS, 'document')).toEqual(alone);
  // At once, and few: by the threads that are there.
  const [all, few] = await Promise.all([
    threads.embed(TEXTS, 'document'),
    threads.embed(TEXTS.slice(50, 65), 'document'),
  ]);
  expect(all).toEqual(alone);
  expect(few).toEqual(alone.slice(50, 65));
});

it('encodes by itself what a thread cannot, or does not live to', async () => {
  const folder = temporaryFolder();
  const dying = join(folder, 'dying.mjs');
  writeFileSync(
    dying,
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));`,
  );
  const alone = await using(undefined, 1).embed(TEXTS, 'document');
  for (const file of [dying, join(folder, 'missing.mjs')])
    expect(await using(pathToFileURL(file), 2).embed(TEXTS, 'document')).toEqual(alone);
});

it('stops a batch in threads when it is told to', async () => {
  const stop = new AbortController();
  const work = using(WORKER, 2).embed([...TEXTS, ...TEXTS], 'document', stop.signal);
  setImmediate(() => stop.abort());
  await expect(work).rejects.toMatchObject({ code: 'interrupted' });
});
