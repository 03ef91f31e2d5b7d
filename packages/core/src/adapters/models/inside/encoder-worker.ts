import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { EncoderReply, EncoderRequest, EncoderThreadData } from './encoder-threads.js';
import { SentenceEncoder } from './sentence-encoder.js';
import { readEncoderFile } from './sentence-model.js';

/** The worker's side of a thread that encodes. */
const port = parentPort;
if (port === null) throw new Error('this module runs in a thread');
const { weights } = workerData as EncoderThreadData;
const loading = readFile(new URL(weights)).then(
  (file) => new SentenceEncoder(readEncoderFile(file)),
);

port.on('message', ({ id, parts }: EncoderRequest) => {
  // An unhandled rejection ends the thread, and whoever asked encodes by itself.
  void loading.then((encoder) => {
    const vectors = parts.map((part) => encoder.encode(part));
    port.postMessage({ id, vectors } satisfies EncoderReply);
  });
});
