import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { assertNotOpenHere } from '@mneme/mneme/open.js';

/** The part of a transcript that was written since the last read: whole lines only. */
interface TranscriptPart {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly chunks: AsyncIterable<string>;
  /** Offset of the next read; known once the chunks are consumed. */
  end(): number;
}

const LINE_END = 10;

/**
 * The part from offset `start`; from the beginning where the file was truncated. Null when there is nothing new.
 * Rejects when it cannot be read.
 */
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
    // A chunk may end within a line, and the last line may be incomplete.
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

/** Maximum number of transcripts tracked; others are read again from the start, which adds nothing. */
const MAX_TRANSCRIPTS = 300;

/**
 * How far each transcript has been read, stored next to the memory. Losing it does no harm: what is known is not
 * stored twice.
 */
export class TranscriptProgress {
  readonly #read: Map<string, number>;

  constructor(private readonly path: string) {
    this.#read = new Map(Object.entries(load(path)));
  }

  /** Bytes already read. */
  of(transcript: string): number {
    return this.#read.get(keyOf(transcript)) ?? 0;
  }

  note(transcript: string, bytes: number): void {
    const key = keyOf(transcript);
    this.#read.delete(key);
    this.#read.set(key, bytes);
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= MAX_TRANSCRIPTS) break;
      this.#read.delete(oldest);
    }
    const fresh = `${this.path}.${process.pid}.tmp`;
    writeFileSync(fresh, JSON.stringify({ version: 1, read: Object.fromEntries(this.#read) }), {
      mode: 0o600,
    });
    renameSync(fresh, this.path);
  }
}

/** Hashed, as paths reveal what people work on. */
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
