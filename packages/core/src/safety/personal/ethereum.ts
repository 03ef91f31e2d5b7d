const ROTATIONS = [
  1n,
  3n,
  6n,
  10n,
  15n,
  21n,
  28n,
  36n,
  45n,
  55n,
  2n,
  14n,
  27n,
  41n,
  56n,
  8n,
  25n,
  43n,
  62n,
  18n,
  39n,
  61n,
  20n,
  44n,
];
const LANES = [
  10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
];
const MASK = (1n << 64n) - 1n;
const RATE = 136;

/** Whether an address carries EIP-55's checksum: its letters are capital where Keccak-256 of it says so. One without capitals carries none. */
export function isChecksummedEthereum(address: string): boolean {
  const plain = address.slice(2).toLowerCase();
  if (address.slice(2) === plain || !/[a-f]/i.test(plain)) return false;
  const hash = keccak256(plain);
  return [...address.slice(2)].every(
    (sign, i) =>
      sign === (Number.parseInt(hash[i] ?? '0', 16) >= 8 ? sign.toUpperCase() : sign.toLowerCase()),
  );
}

/** Keccak-256 of a text of fewer than 136 bytes, as hex. Node has SHA-3, which pads differently. */
function keccak256(text: string): string {
  const block = new Uint8Array(RATE);
  block.set(new TextEncoder().encode(text).subarray(0, RATE - 1));
  block[Math.min(text.length, RATE - 1)] = 1;
  block[RATE - 1] = (block[RATE - 1] ?? 0) | 0x80;
  const state = new BigUint64Array(25);
  state.set(new BigUint64Array(block.buffer));
  permute(state);
  return Buffer.from(state.buffer, 0, 32).toString('hex');
}

function permute(state: BigUint64Array): void {
  const at = (i: number): bigint => state[i] ?? 0n;
  const rotate = (value: bigint, by: bigint): bigint =>
    ((value << by) | (value >> (64n - by))) & MASK;
  for (const constant of roundConstants()) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20),
    );
    for (let i = 0; i < 25; i++)
      state[i] = at(i) ^ (columns[(i + 4) % 5] ?? 0n) ^ rotate(columns[(i + 1) % 5] ?? 0n, 1n);
    let carried = at(1);
    for (const [i, lane] of LANES.entries()) {
      const next = at(lane);
      state[lane] = rotate(carried, ROTATIONS[i] ?? 0n);
      carried = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = [0, 1, 2, 3, 4].map((x) => at(row + x));
      for (let x = 0; x < 5; x++)
        state[row + x] =
          (lanes[x] ?? 0n) ^ (~(lanes[(x + 1) % 5] ?? 0n) & MASK & (lanes[(x + 2) % 5] ?? 0n));
    }
    state[0] = at(0) ^ constant;
  }
}

/** The round constants, from the linear feedback shift register that defines them. */
function roundConstants(): bigint[] {
  const constants: bigint[] = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if ((register & 1) === 1) constant |= 1n << BigInt((1 << j) - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    constants.push(constant);
  }
  return constants;
}
