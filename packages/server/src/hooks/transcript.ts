import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { assertNotOpenHere } from '@mneme/mneme/open.js';

/** What was written of a transcript since the last reading: whole lines only. */
interface TranscriptPart {
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

/** So many transcripts are known; of others the whole file is read again, which adds nothing. */
const MOST = 300;

/** How far each transcript has been read, kept beside the memory. Losing it harms nothing: what is known is not taken in twice. */
export class TranscriptProgress {
  readonly #read: Map<string, number>;

  constructor(private readonly path: string) {
    this.#read = new Map(Object.entries(load(path)));
  }

  /** Bytes of the transcript that have been read. */
  of(transcript: string): number {
    return this.#read.get(keyOf(transcript)) ?? 0;
  }

  note(transcript: string, bytes: number): void {
    const key = keyOf(transcript);
    this.#read.delete(key);
    this.#read.set(key, bytes);
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= MOST) break;
      this.#read.delete(oldest);
    }
    const fresh = `${this.path}.${process.pid}.tmp`;
    writeFileSync(fresh, JSON.stringify({ version: 1, read: Object.fromEntries(this.#read) }), {
      mode: 0o600,
    });
    renameSync(fresh, this.path);
  }
}

/** Paths tell of people's work; their hashes do not. */
function keyOf(transcript: string): string {
  return createHash('sha256').update(transcript).digest('hex').slice(0, 24);
}

function load(path: string): Record<string, number> {
  try {
    const { read } = JSON.parse(readFileSync(path, 'utf8')) as { read?: unknown };
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, number] =>
          Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0,
      ),
    );
  } catch {
    return {};
  }
}
