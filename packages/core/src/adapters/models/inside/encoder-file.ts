import { createHash } from 'node:crypto';

/** The named parts of the weights file, as written by `scripts/sentence-encoder/pack.py`. */
export interface EncoderParts {
  /** A matrix of signed bytes, row by row, and the scale of each row. */
  bytes(name: string): {
    readonly values: Int8Array;
    readonly scales: Float32Array;
    readonly rows: number;
    readonly width: number;
  };
  numbers(name: string): Float32Array;
  text(name: string): string;
}

interface Entry {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  readonly shape: readonly number[];
}

interface Head {
  readonly sha256: string;
  readonly parts: readonly Entry[];
}

/** Parses the weights file. Throws a plain error that says what is damaged. */
export function readEncoderFile(file: Buffer): EncoderParts {
  const head = headOf(file);
  const body = file.subarray(4 + file.readUInt32LE(0));
  if (createHash('sha256').update(body).digest('hex') !== head.sha256)
    throw new Error('its contents do not match their checksum');
  const entries = new Map(head.parts.map((entry) => [entry.name, entry]));
  // A copy, so that 4-byte numbers are aligned.
  const whole = new Uint8Array(body).buffer;
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`it has no part ${name}`);
    return entry;
  };
  const numbers = (name: string): Float32Array => {
    const { at, bytes } = entryOf(name);
    return new Float32Array(whole, at, bytes / 4);
  };
  return {
    numbers,
    bytes: (name) => {
      const { at, bytes, shape } = entryOf(name);
      const [rows = 0, width = 0] = shape;
      return {
        values: new Int8Array(whole, at, bytes),
        scales: numbers(`${name}_scale`),
        rows,
        width,
      };
    },
    text: (name) => {
      const { at, bytes } = entryOf(name);
      return Buffer.from(whole, at, bytes).toString('utf8');
    },
  };
}

function headOf(file: Buffer): Head {
  try {
    const length = file.readUInt32LE(0);
    return JSON.parse(file.toString('utf8', 4, 4 + length)) as Head;
  } catch {
    throw new Error('it does not begin as such a file does');
  }
}
