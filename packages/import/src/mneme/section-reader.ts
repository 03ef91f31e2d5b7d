import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankLoader, PortableRecord } from '@mneme/core/domain/import-export.js';
import type { Line } from '../read-text.js';
import { malformed } from '../item.js';
import { checkRecord, END, readExportLine } from '@mneme/core/modules/maintenance/index.js';
import { type ImportOptions, MAX_REPORTED } from '../import-text.js';

/** Larger than any other format's: one line holds a whole run of an agent. */
export const LONGEST_LINE = 64 * 1024 * 1024;
/** Record type in exports of earlier versions: derived data that is no longer used. */
const PASSED_OVER = 'purposeSample';
const BATCH = 256;

/** The error for a line of an export. */
export function fault(
  line: number,
  problem: string,
  hint = 'Mend the line, or take it out, or go on without such lines by --skip-bad.',
): MnemeError {
  return malformed({ line, bytes: 0 }, { problem, hint }).error;
}

interface Waiting {
  readonly line: number;
  readonly record: PortableRecord;
}

/** Reads an export section line by line and passes records on in batches. */
export class SectionReader {
  memories = 0;
  badCount = 0;
  readonly bad: { line: number; message: string }[] = [];
  #bytes: number;
  #records = 0;
  #ended: number | null = null;
  #last = 1;
  #waiting: Waiting[] = [];

  constructor(
    private readonly options: ImportOptions,
    private readonly totalBytes: number,
    headerBytes: number,
    private readonly put: (records: readonly PortableRecord[]) => ReturnType<BankLoader['put']>,
  ) {
    this.#bytes = headerBytes;
  }

  /** Bytes read, up to and including the last line. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of its last non-blank line. */
  get last(): number {
    return this.#last;
  }

  /** Whether the final line was read. */
  get isOver(): boolean {
    return this.#ended !== null;
  }

  async take(line: Line): Promise<void> {
    this.#bytes += line.bytes;
    if (line.text.trim() === '' && !line.tooLong) return;
    this.#last = line.number;
    if (this.#ended !== null)
      return this.#refuse(line.number, 'it stands behind the end of the export');
    const read = line.tooLong
      ? ({ ok: false, problem: `the line is longer than ${LONGEST_LINE} characters` } as const)
      : readExportLine(line.text);
    if (!read.ok) return this.#refuse(line.number, read.problem);
    if (read.value['type'] === END) {
      this.#ended = Number(read.value['lines']);
      return;
    }
    if (read.value['type'] === PASSED_OVER && read.checked) {
      this.#records++;
      return;
    }
    const checked = checkRecord(read.value);
    if (!checked.ok) return this.#refuse(line.number, checked.problem);
    if (!read.checked)
      return this.#refuse(
        line.number,
        'it has no checksum, as every line of an export has that is put back as it was; without one in its first line the file is taken in as text of others',
      );
    this.#waiting.push({ line: line.number, record: checked.record });
    if (this.#waiting.length >= BATCH) await this.#flush();
  }

  /** Writes the rest, and checks that nothing was cut off. */
  async end(): Promise<void> {
    await this.#flush();
    const lines = this.#records + this.badCount + 2;
    if (this.#ended === null)
      this.#refuse(this.#last + 1, 'the export is cut off: its last line is missing');
    else if (this.#ended !== lines)
      this.#refuse(this.#last, `the export had ${this.#ended} lines, and ${lines} are there`);
  }

  async #flush(): Promise<void> {
    if (this.options.signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped; nothing was taken in.', {
        hint: 'Run the import again.',
      });
    const batch = this.#waiting;
    this.#waiting = [];
    const refused = new Map(
      (await this.put(batch.map(({ record }) => record))).map(({ at, message }) => [at, message]),
    );
    for (const [at, { line, record }] of batch.entries()) {
      const message = refused.get(at);
      if (message !== undefined) this.#refuse(line, message);
      else {
        this.#records++;
        if (record.type === 'memory') this.memories++;
      }
    }
    this.options.onProgress?.({
      bytes: this.#bytes,
      totalBytes: this.totalBytes,
      items: this.#records,
    });
  }

  #refuse(line: number, problem: string): void {
    const error = fault(line, problem);
    if (this.options.skipBad !== true) throw error;
    this.badCount++;
    if (this.bad.length < MAX_REPORTED) this.bad.push({ line, message: error.message });
  }
}
