import { PURPOSE_SCAN_WASM } from './purpose-scan-wasm.js';

/** Bytes per row, one per space; 0 is absent. */
export const ROW = 12;
/** Cost of a space that only one side has: half of the maximum difference, squared. */
const ONE_SIDED = 127 * 127;

/** Rows of twelve bytes, and the loop that compares all of them with one. */
export interface PurposeScan {
  readonly name: 'wasm-simd' | 'typescript';
  put(slot: number, row: Uint8Array): void;
  /** The row of a slot; zeros if none was put. */
  row(slot: number): Uint8Array;
  /** Sets the row that others are compared with. */
  aim(query: Uint8Array): void;
  /**
   * The highest slot from `slot` down whose cost is below `limit`, or -1. The cost is the sum of squared differences; a space that
   * only one side has costs 127², one that neither has costs nothing.
   */
  next(slot: number, limit: number): number;
  /** The cost of the slot that {@link next} last returned. */
  readonly cost: number;
}

/** By WebAssembly if it runs here, including 128-bit SIMD, else in TypeScript. Both give the same results. */
export function createPurposeScan(): PurposeScan {
  try {
    return new WasmScan();
  } catch {
    return new TypescriptScan();
  }
}

/** The part of the WebAssembly API in use: its types are in the DOM library, which the engine does not include. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The exports of purpose-scan.wat. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  next(slot: number, limit: number): number;
}

const PAGE = 65_536;
/** Addresses in the module's memory. */
const AT = { query: 0, mask: 16, cost: 32, rows: 64 } as const;
/** The module reads sixteen bytes from the start of a row. */
const SLACK = 16;

class WasmScan implements PurposeScan {
  readonly name = 'wasm-simd';
  readonly #exports: Exports;
  #bytes: Uint8Array;
  #costs: Int32Array;

  /** Throws if the runtime lacks WebAssembly or SIMD. */
  constructor() {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
      .WebAssembly;
    this.#exports = new Instance(new Module(Buffer.from(PURPOSE_SCAN_WASM, 'base64')))
      .exports as Exports;
    this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    this.#costs = new Int32Array(this.#exports.memory.buffer);
  }

  get cost(): number {
    return this.#costs[AT.cost / 4] ?? 0;
  }

  put(slot: number, row: Uint8Array): void {
    const at = AT.rows + slot * ROW;
    if (at + ROW + SLACK > this.#bytes.length) this.#grow(at + ROW + SLACK);
    this.#bytes.set(row, at);
  }

  row(slot: number): Uint8Array {
    const row = new Uint8Array(ROW);
    row.set(this.#bytes.subarray(AT.rows + slot * ROW, AT.rows + (slot + 1) * ROW));
    return row;
  }

  aim(query: Uint8Array): void {
    this.#bytes.set(query, AT.query);
    this.#bytes.set(
      query.map((byte) => (byte === 0 ? 0 : 255)),
      AT.mask,
    );
  }

  next(slot: number, limit: number): number {
    return this.#exports.next(slot, limit);
  }

  /** Doubles, so that filling a table copies each byte a bounded number of times. */
  #grow(needed: number): void {
    const { memory } = this.#exports;
    const held = memory.buffer.byteLength;
    memory.grow(Math.ceil((Math.max(needed, held * 2) - held) / PAGE));
    this.#bytes = new Uint8Array(memory.buffer);
    this.#costs = new Int32Array(memory.buffer);
  }
}

const VALUES = 256;
const FIRST_ROOM = 1_024;

/** The fallback: looks up the cost of each byte in each column, and abandons a row as soon as it costs too much. */
export class TypescriptScan implements PurposeScan {
  readonly name = 'typescript';
  cost = 0;
  #bytes = new Uint8Array(FIRST_ROOM * ROW);
  readonly #costs = new Uint16Array(ROW * VALUES);

  put(slot: number, row: Uint8Array): void {
    while ((slot + 1) * ROW > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(row, slot * ROW);
  }

  row(slot: number): Uint8Array {
    const row = new Uint8Array(ROW);
    row.set(this.#bytes.subarray(slot * ROW, (slot + 1) * ROW));
    return row;
  }

  aim(query: Uint8Array): void {
    query.forEach((wanted, column) => {
      for (let value = 0; value < VALUES; value++) {
        const oneSided = (wanted === 0) !== (value === 0);
        this.#costs[column * VALUES + value] = oneSided ? ONE_SIDED : (value - wanted) ** 2;
      }
    });
  }

  next(slot: number, limit: number): number {
    const bytes = this.#bytes;
    const costs = this.#costs;
    for (let at = slot * ROW; at >= 0; at -= ROW) {
      let cost = 0;
      for (let column = 0; column < ROW && cost < limit; column++)
        cost += costs[column * VALUES + (bytes[at + column] ?? 0)] ?? 0;
      if (cost >= limit) continue;
      this.cost = cost;
      return at / ROW;
    }
    return -1;
  }
}
