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
 * Base58Check, as in Bitcoin's older addresses and its exported private keys: the last four bytes are the
 * first of a double SHA-256.
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
