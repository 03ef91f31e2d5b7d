import { describe, expect, it } from 'vitest';
import { MnemeError } from '../domain/errors.js';
import type { Embedder } from '../ports/models.js';
import { createLearnedEncoder, type LearnedEncoder } from './dense-vectors.js';

type Embed = Embedder['embed'];

function rig(
  embed: Embed,
  queryTimeoutMs = 20_000,
): {
  encoder: LearnedEncoder;
  calls: (readonly string[])[];
  advance: (milliseconds: number) => void;
} {
  let now = 0;
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    id: 'test@3',
    dimensions: 3,
    embed: (texts, side, signal) => {
      calls.push(texts);
      return embed(texts, side, signal);
    },
  };
  const encoder = createLearnedEncoder({
    embedder,
    contextSimilarity: 0.5,
    likeness: 0.7,
    queryTimeoutMs,
    ticks: () => now,
  });
  return { encoder, calls, advance: (milliseconds) => (now += milliseconds) };
}

const well: Embed = (texts) =>
  Promise.resolve(texts.map((text) => Float32Array.of(text.length, 0, 1)));
const refusing =
  (bad: (text: string) => boolean): Embed =>
  (texts, side) =>
    texts.some(bad)
      ? Promise.reject(new MnemeError('invalid_input', 'too long'))
      : well(texts, side);

describe('a learned encoder', () => {
  it('stores signed bytes with the largest at 127', async () => {
    const { encoder } = rig(well);
    expect((await encoder.documents(['ab', 'abcd'])).vectors).toEqual([
      Int8Array.of(127, 0, 64),
      Int8Array.of(127, 0, 32),
    ]);
    expect(await encoder.query('ab')).toEqual({ vector: Float32Array.of(2, 0, 1), fault: null });
  });

  it('gives no vector and a reason when the model is away, and leaves it alone for a while', async () => {
    let away = true;
    const { encoder, calls, advance } = rig((...call) =>
      away ? Promise.reject(new MnemeError('unavailable', 'it is away')) : well(...call),
    );
    expect(await encoder.documents(['a', 'b'])).toEqual({
      vectors: [null, null],
      fault: 'it is away',
      away: true,
    });
    expect(await encoder.query('a')).toEqual({ vector: new Float32Array(3), fault: 'it is away' });
    expect(calls).toHaveLength(1);
    away = false;
    advance(9_999);
    expect((await encoder.query('a')).fault).toBe('it is away');
    advance(1);
    expect((await encoder.query('a')).fault).toBeNull();
  });

  it('finds the texts that a model refuses and embeds all others', async () => {
    const texts = Array.from({ length: 33 }, (_, at) =>
      at % 16 === 5 ? `bad ${at}` : `good ${at}`,
    );
    const { encoder } = rig(refusing((text) => text.startsWith('bad')));
    const { vectors, fault, away } = await encoder.documents(texts);
    expect(vectors.map((vector) => vector !== null)).toEqual(
      texts.map((text) => text.startsWith('good')),
    );
    expect([fault, away]).toEqual(['too long', false]);
    expect((await encoder.query('good')).fault).toBeNull();
  });

  it('takes a model that refuses everything for one that is away, before it has asked for everything', async () => {
    const { encoder, calls } = rig(refusing(() => true));
    const { vectors, away } = await encoder.documents(
      Array.from({ length: 500 }, (_, at) => `text ${at}`),
    );
    expect([away, vectors.every((vector) => vector === null)]).toEqual([true, true]);
    expect(calls.length).toBeLessThan(30);
  });

  it('does not wait for the vector of a question longer than it may', async () => {
    const { encoder } = rig(
      (_texts, _side, signal) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
      30,
    );
    expect(await encoder.query('a')).toEqual({
      vector: new Float32Array(3),
      fault: 'No answer within 30 ms.',
    });
  });
});
