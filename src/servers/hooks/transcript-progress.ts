import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

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
