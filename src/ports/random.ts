/** Randomness as a value: 32 uniformly distributed bits per call. */
export interface Random {
  uint32(): number;
}
