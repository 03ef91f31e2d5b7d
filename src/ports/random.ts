/** Randomness as a value: 32 uniformly distributed bits a call. */
export interface Random {
  uint32(): number;
}
