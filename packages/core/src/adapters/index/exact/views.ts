/** Typed views of the whole linear memory. Divide a byte address by the element size. */
export interface Views {
  readonly int8: Int8Array;
  readonly uint8: Uint8Array;
  readonly int16: Int16Array;
  readonly uint16: Uint16Array;
  readonly int32: Int32Array;
  readonly float32: Float32Array;
  readonly float64: Float64Array;
}

export function viewsOf(buffer: ArrayBuffer): Views {
  return {
    int8: new Int8Array(buffer),
    uint8: new Uint8Array(buffer),
    int16: new Int16Array(buffer),
    uint16: new Uint16Array(buffer),
    int32: new Int32Array(buffer),
    float32: new Float32Array(buffer),
    float64: new Float64Array(buffer),
  };
}

/** Linear memory of a kernel without WebAssembly: it grows, keeping its contents. */
export class GrowingViews {
  #views = viewsOf(new ArrayBuffer(0));

  get views(): Views {
    return this.#views;
  }

  grow(bytes: number): void {
    const { uint8 } = this.#views;
    if (bytes <= uint8.length) return;
    const larger = viewsOf(new ArrayBuffer(Math.ceil(bytes / 8) * 8));
    larger.uint8.set(uint8);
    this.#views = larger;
  }
}
