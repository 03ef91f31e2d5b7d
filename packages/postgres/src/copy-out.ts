import type { PgPoolClient } from './postgres-database.js';

/** The fields of a row as the server's own bytes. */
export type BytesRow = readonly (Buffer | null)[];

/**
 * The rows that a query gives, as bytes. The driver reads all else as text, where bytes come as hexadecimal digits: twice as many, written
 * there and read here. The query is given no values: it must hold no word of a caller. (PostgreSQL's documentation, COPY, binary format.)
 */
export async function copyOut(client: PgPoolClient, query: string): Promise<readonly BytesRow[]> {
  const reader = new RowReader();
  let failed: Error | null = null;
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (wire) => {
        wire.query(`COPY (${query}) TO STDOUT (FORMAT binary)`);
        return null;
      },
      handleCopyData: ({ chunk }) => reader.take(chunk),
      handleError: (error) => {
        failed = error;
        // After an error of the server it becomes ready again; a connection that is gone never does.
        if (!('severity' in error)) reject(error);
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failed === null ? resolve() : reject(failed)),
    });
  });
  return reader.rows;
}

/** Before the first row: a signature of 11 bytes, flags, and the length of what else the header has. */
const EXTENSION_AT = 15;

/** Rows off a stream that may be cut anywhere. */
class RowReader {
  readonly rows: BytesRow[] = [];
  #left: Buffer = Buffer.alloc(0);
  #begun = false;

  take(chunk: Uint8Array): void {
    // A copy in any case: what the driver hands out lies in a buffer that it fills again.
    const data = Buffer.concat([this.#left, chunk]);
    let at = this.#begun ? 0 : headerEnd(data);
    this.#begun ||= at > 0;
    while (this.#begun) {
      const [row, next] = rowAt(data, at);
      if (next < 0) break;
      if (row !== null) this.rows.push(row);
      at = next;
    }
    this.#left = data.subarray(at);
  }
}

/** 0 where it has not come whole. */
function headerEnd(data: Buffer): number {
  const extension = EXTENSION_AT + 4;
  if (data.length < extension) return 0;
  const end = extension + data.readInt32BE(EXTENSION_AT);
  return data.length < end ? 0 : end;
}

/** A row and where the next begins; -1 where it has not come whole, null for the mark at the end, which counts no fields. */
function rowAt(data: Buffer, from: number): readonly [BytesRow | null, number] {
  if (data.length < from + 2) return [null, -1];
  const fields = data.readInt16BE(from);
  const row: (Buffer | null)[] = [];
  let at = from + 2;
  for (let field = 0; field < fields; field++) {
    if (data.length < at + 4) return [null, -1];
    const length = data.readInt32BE(at);
    at += 4;
    if (data.length < at + length) return [null, -1];
    row.push(length < 0 ? null : data.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return [fields < 0 ? null : row, at];
}
