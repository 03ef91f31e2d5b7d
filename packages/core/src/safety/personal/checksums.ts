import { createHash } from 'node:crypto';

/** ISO/IEC 7812: the check digit of card numbers. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616: an IBAN modulo 97 is 1. Letters count 10 to 35. */
export function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const sign of (iban.slice(4) + iban.slice(0, 4)).toUpperCase()) {
    const value = Number.parseInt(sign, 36);
    if (Number.isNaN(value)) return false;
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const D5 = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTATIONS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff's check digit, as in India's Aadhaar. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    check = Number(D5[check]?.[Number(PERMUTATIONS[i % 8]?.[digit])]);
  }
  return check === 0;
}

/** The two check digits of a Brazilian CPF of 11 digits. */
export function passesCpf(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  const check = (length: number): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** The check character of a Chinese identity number of 18 characters. */
export function passesChineseId(id: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(id[i]), 0);
  return '10X98765432'[sum % 11] === id[17]?.toUpperCase();
}

/** The check letter of a Spanish DNI or NIE. */
export function passesDni(id: string): boolean {
  const number = Number(
    id.slice(0, -1).replace(/^[XYZ]/i, (letter) => String('XYZ'.indexOf(letter.toUpperCase()))),
  );
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === id.at(-1)?.toUpperCase();
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Base58Check, as in Bitcoin's older addresses and its exported private keys: the last four bytes are the first of a
 * double SHA-256.
 */
export function passesBase58Check(text: string): boolean {
  let value = 0n;
  for (const sign of text) {
    const digit = BASE58.indexOf(sign);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  const leading = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = Buffer.concat([
    Buffer.alloc(leading),
    Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex'),
  ]);
  if (bytes.length < 25 || bytes.length > 38) return false;
  const sha = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return sha(sha(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** BIP 173 and BIP 350: the checksum of `bc1…` and the like. */
export function passesBech32(address: string): boolean {
  const text = address.toLowerCase();
  const split = text.lastIndexOf('1');
  const data = [...text.slice(split + 1)].map((sign) => BECH32.indexOf(sign));
  if (split < 1 || data.length < 6 || data.includes(-1)) return false;
  const prefix = [...text.slice(0, split)].map((sign) => sign.charCodeAt(0));
  let check = 1;
  for (const value of [
    ...prefix.map((code) => code >> 5),
    0,
    ...prefix.map((code) => code & 31),
    ...data,
  ]) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, mask] of GENERATOR.entries()) if (((top >> bit) & 1) === 1) check ^= mask;
  }
  return check === 1 || check === 0x2bc830a3;
}

/** Bits per character, 0 to about 6: low for a word or a repetition. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

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

/**
 * Whether an address carries EIP-55's checksum: its letters are upper case where its Keccak-256 says so. An address
 * in lower case carries none.
 */
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
