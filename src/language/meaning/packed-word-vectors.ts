/** Word vectors as they ship; bytes in base64. Stems stand in order, the commonest first. */
export interface PackedWordVectors {
  readonly dimensions: number;
  /** How many neighbours are told of each stem. */
  readonly neighbours: number;
  /** With blanks between. */
  readonly stems: string;
  /** Signed bytes, `dimensions` a stem. */
  readonly vectors: string;
  /** Rows of the nearest, `neighbours` a stem, two bytes each, the low one first. */
  readonly near: string;
  /** How near each is, 0..255; 0 for none. */
  readonly nearness: string;
}
