/** Word vectors as they ship; bytes in base64. Stems are in order of frequency, commonest first. */
export interface PackedWordVectors {
  readonly dimensions: number;
  /** Number of neighbours stored per stem. */
  readonly neighbours: number;
  /** Separated by blanks. */
  readonly stems: string;
  /** Signed bytes, `dimensions` per stem. */
  readonly vectors: string;
  /** Rows of the nearest stems, `neighbours` per stem, two bytes each, low byte first. */
  readonly near: string;
  /** The nearness of each, 0..255; 0 for none. */
  readonly nearness: string;
}
