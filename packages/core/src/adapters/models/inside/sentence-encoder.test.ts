import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { quantise } from '../../../spaces/dense-vectors.js';
import {
  type EncoderParts,
  expOfNegative,
  readEncoderFile,
  tanh,
  typescriptKernel,
} from './sentence-model.js';
import { SentenceEncoder } from './sentence-encoder.js';

const TONGUES = [
  'Where does my sister live now?',
  'Wo wohnt meine Schwester jetzt?',
  'Où habite ma sœur maintenant ?',
  '¿Dónde vive mi hermana ahora?',
  'Где сейчас живёт моя сестра?',
  'أين تعيش أختي الآن؟',
  '我姐姐现在住在哪里？',
  '姉は今どこに住んでいますか。',
  '내 여동생은 지금 어디에 살고 있나요?',
  'मेरी बहन अब कहाँ रहती है?',
  'Kız kardeşim şimdi nerede yaşıyor?',
  '😀',
  Buffer.from('some bytes of a picture, say').toString('base64'),
  'word '.repeat(200),
  '',
];

let parts: EncoderParts;
let encoder: SentenceEncoder;

beforeAll(async () => {
  parts = readEncoderFile(await readFile(new URL('./sentence-encoder.bin', import.meta.url)));
  encoder = new SentenceEncoder(parts);
});

const vectorOf = (text: string, own = encoder): Float32Array => own.encode(own.pieces(text));
const cosine = (one: string, other: string): number => {
  const [a, b] = [vectorOf(one), vectorOf(other)];
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
};

describe('SentenceEncoder', () => {
  it('brings a question near its answer without a word in common', () => {
    const question = 'where does my sister live these days';
    const answer = 'Anna moved to Bergen in May';
    expect(cosine(question, answer)).toBeGreaterThan(
      cosine(question, 'the cat only eats tuna') + 0.1,
    );
    expect(cosine('what can I not eat', 'I am allergic to shellfish')).toBeGreaterThan(
      cosine('what can I not eat', 'the meeting is in room 4') + 0.2,
    );
  });

  it('gives unit vectors for whatever it reads', () => {
    for (const text of TONGUES) {
      const vector = vectorOf(text);
      expect(vector).toHaveLength(128);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it('gives the same to the last bit without WebAssembly', () => {
    const plain = new SentenceEncoder(parts, typescriptKernel);
    expect([encoder.kernel, plain.kernel]).toEqual(['wasm-simd', 'typescript']);
    for (const text of TONGUES.slice(0, 12)) expect(vectorOf(text, plain)).toEqual(vectorOf(text));
  });

  it('gives the same on every machine', () => {
    const hash = createHash('sha256');
    for (const text of TONGUES) hash.update(quantise(vectorOf(text)));
    expect(hash.digest('hex').slice(0, 16)).toBe('b5ff0a8647538bc7');
  });

  it('reads no further than its most pieces', () => {
    const pieces = encoder.pieces('one two three four five '.repeat(40));
    expect(encoder.encode(pieces)).toEqual(encoder.encode(pieces.slice(0, 72)));
  });
});

describe('readEncoderFile', () => {
  it('says what is damaged', async () => {
    const file = await readFile(new URL('./sentence-encoder.bin', import.meta.url));
    const bent = Buffer.from(file);
    bent[5_000_000] = (bent[5_000_000] ?? 0) ^ 1;
    expect(() => readEncoderFile(bent)).toThrow('do not match their checksum');
    expect(() => readEncoderFile(file.subarray(0, 1_000_000))).toThrow('checksum');
    for (const none of [Buffer.alloc(0), Buffer.from('{}'), Buffer.alloc(64)])
      expect(() => readEncoderFile(none)).toThrow('does not begin as such a file does');
  });
});

describe('plain functions', () => {
  it('are near the runtime’s own', () => {
    for (let x = -30; x <= 0; x += 0.37) {
      expect(expOfNegative(x) / Math.exp(x)).toBeCloseTo(1, 8);
      expect(tanh(x)).toBeCloseTo(Math.tanh(x), 9);
      expect(tanh(-x)).toBeCloseTo(Math.tanh(-x), 9);
    }
    expect([expOfNegative(0), expOfNegative(-1e9), tanh(0)]).toEqual([1, 0, 0]);
  });
});
