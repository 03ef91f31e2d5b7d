import { detectLanguage } from '../packages/core/src/language/detect-language.js';
import { readForIndex } from '../packages/core/src/remember/read-draft.js';
import { wordReaders } from '../packages/core/src/spaces/registry.js';
import { ENCODER_INSIDE } from './encoder-inside.js';
import { seeded, syntheticTurns } from './synthetic-text.js';

/** Turns whose sentences are read. */
const READ_TURNS = 3_000;
/** The commonest words stand in all texts alike. */
const COMMON = 400;
/** A word is changed for one of so many of about its frequency. */
const NEIGHBOURHOOD = 128;
const MINUTE = 60_000;
const WORD = /[^\p{L}\p{N}]+/u;

/** A turn with all that an index keeps of it. */
export interface ComposedTurn {
  readonly content: string;
  readonly speaker: string;
  readonly session: string;
  readonly position: number;
  readonly saidAt: number;
  readonly terms: readonly string[];
  readonly traits: number;
  readonly vector: Int8Array;
  readonly causal: Int8Array | null;
}

type Sentence = Pick<
  ComposedTurn,
  'content' | 'terms' | 'traits' | 'vector' | 'causal' | 'speaker'
>;

/**
 * Conversations without end, a thousand times as fast as new ones are read: turns of two or three sentences that were
 * read once, from all over other invented talk, each with its rare words changed for others of their frequency. The
 * vector of a turn is the sum of its sentences' vectors. `from` is where in the bank they begin, for their times and
 * names.
 */
export async function composedTurns(
  seed: number,
  from: number,
): Promise<Generator<ComposedTurn, never>> {
  return compose(await readSentences(seed + 1), seeded(seed * 7_919 + from), from);
}

function* compose(
  sentences: readonly Sentence[],
  random: () => number,
  from: number,
): Generator<ComposedTurn, never> {
  const words = new RareWords(sentences);
  const pick = (): Sentence => sentences[Math.floor(random() * sentences.length)] as Sentence;
  let saidAt = Date.UTC(2021, 6, 1) + from * 5 * MINUTE;
  for (let session = 1; ; session++) {
    const speakers = [pick().speaker, pick().speaker];
    const turns = 10 + Math.floor(random() * 31);
    for (let position = 0; position < turns; position++) {
      const parts = Array.from({ length: 2 + Number(random() < 0.35) }, pick);
      yield {
        ...words.changed(parts, random),
        speaker: speakers[position % 2] as string,
        session: `talk-${from}-${session}`,
        position,
        saidAt,
        traits: parts.reduce((bits, { traits }) => bits | traits, 0),
        vector: sumOf(parts.map(({ vector }) => vector)),
        causal: parts.find(({ causal }) => causal !== null)?.causal ?? null,
      };
      saidAt += MINUTE;
    }
    saidAt += (1 + Math.floor(random() * 5)) * 30 * MINUTE;
  }
}

async function readSentences(seed: number): Promise<Sentence[]> {
  const { stemmer, causal } = wordReaders();
  const read: Omit<Sentence, 'vector'>[] = [];
  const turns = syntheticTurns(seed);
  for (let turn = 0; turn < READ_TURNS; turn++) {
    const { content: text, speaker = '', saidAt } = turns.next().value.input;
    for (const content of text.split(/(?<=[.?!]) /u)) {
      const { terms, traits } = readForIndex({ content, saidAt: Number(saidAt) }, stemmer);
      const told = causal.read(content, detectLanguage(content));
      read.push({
        content,
        speaker: speaker ?? '',
        terms,
        traits,
        causal: told === null ? null : causal.pack(told),
      });
    }
  }
  const { vectors, fault } = await ENCODER_INSIDE.documents(read.map(({ content }) => content));
  return read.map((sentence, at) => {
    const vector = vectors[at];
    if (vector === null || vector === undefined)
      throw new Error(`no vector for "${sentence.content}": ${String(fault)}`);
    return { ...sentence, vector };
  });
}

/** Changes rare words for others of about their frequency, in texts and in their stems alike. */
class RareWords {
  readonly #words: readonly string[];
  readonly #stems: readonly string[];
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #byStem = new Map<string, number>();

  constructor(sentences: readonly Sentence[]) {
    const { stemmer } = wordReaders();
    const counts = new Map<string, number>();
    for (const { content } of sentences)
      for (const word of content.split(WORD))
        if (/^\p{Ll}{4,}$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    this.#words = [...counts]
      .sort(([a, often], [b, less]) => less - often || (a < b ? -1 : 1))
      .slice(COMMON)
      .map(([word]) => word);
    this.#stems = this.#words.map(
      (word) => readForIndex({ content: word, saidAt: 0 }, stemmer).terms[0] ?? word,
    );
    this.#ranks = new Map(this.#words.map((word, rank) => [word, rank]));
    this.#stems.forEach((stem, rank) => this.#byStem.set(stem, rank));
  }

  /** The same word becomes the same other throughout a turn. */
  changed(
    parts: readonly Sentence[],
    random: () => number,
  ): Pick<ComposedTurn, 'content' | 'terms'> {
    const shift = 1 + Math.floor(random() * NEIGHBOURHOOD);
    const other = (rank: number): number => {
      const first = rank - (rank % NEIGHBOURHOOD);
      return Math.min(this.#words.length - 1, first + ((rank + shift) % NEIGHBOURHOOD));
    };
    return {
      content: parts
        .map(({ content }) =>
          content.replaceAll(/\p{Ll}{4,}/gu, (word) => {
            const rank = this.#ranks.get(word);
            return rank === undefined ? word : (this.#words[other(rank)] ?? word);
          }),
        )
        .join(' '),
      terms: parts.flatMap(({ terms }) =>
        terms.map((term) => {
          const rank = this.#byStem.get(term);
          return rank === undefined ? term : (this.#stems[other(rank)] ?? term);
        }),
      ),
    };
  }
}

function sumOf(vectors: readonly Int8Array[]): Int8Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  let most = 1;
  for (const value of sum) most = Math.max(most, Math.abs(value));
  return Int8Array.from(sum, (value) => Math.round((value * 127) / most));
}
