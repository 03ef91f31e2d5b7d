import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { assertNotOpenHere } from '../../open.js';

/** What was written of a transcript since the last reading: whole lines only. */
export interface TranscriptPart {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly chunks: AsyncIterable<string>;
  /** Where the next reading begins; known when the chunks are read. */
  end(): number;
}

const LINE_END = 10;

/** The part from `start` on; from the beginning where the file has become shorter. Null when there is nothing new. Rejects when it cannot be read. */
export async function openTranscriptPart(
  path: string,
  start: number,
): Promise<TranscriptPart | null> {
  assertNotOpenHere(path);
  const { size, mtimeMs } = await stat(path);
  const from = size < start ? 0 : start;
  if (size === from) return null;
  let end = from;
  async function* wholeLines(): AsyncGenerator<string, void, undefined> {
    // A line may be cut by a chunk, and the last one may still be being written.
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of createReadStream(path, {
      start: from,
      end: size - 1,
    }) as AsyncIterable<Buffer>) {
      const cut = chunk.lastIndexOf(LINE_END) + 1;
      if (cut === 0) {
        rest = Buffer.concat([rest, chunk]);
        continue;
      }
      const whole = Buffer.concat([rest, chunk.subarray(0, cut)]);
      rest = Buffer.from(chunk.subarray(cut));
      end += whole.length;
      yield whole.toString('utf8');
    }
  }
  return {
    bytes: size - from,
    modifiedAt: Math.trunc(mtimeMs),
    chunks: wholeLines(),
    end: () => end,
  };
}
