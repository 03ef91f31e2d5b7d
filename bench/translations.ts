import { writeFileSync } from 'node:fs';
import { CodeReader, codeWords } from '../packages/core/src/language/code/code-reader.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import type { Benchmark } from './benchmark.js';
import { readDocumentedPython } from './documented-python.js';
import {
  learnTranslations,
  type LearnedTranslations,
  type WordPair,
} from './learn-translations.js';

const OUT = 'packages/core/data/lexicon/shipped-code-translations.json';
/** So many functions of one package are read: each package has words of its own. */
const MAX_OF_PACKAGE = 900;
const MAX_TOLD = 40;
const MAX_CODE = 80;
const LINE = 600;

/** Learns the words of code that say what words of documentation say, and writes them as source. */
export const translations: Benchmark = {
  name: 'translations',
  summary: `Learn which words of code say what words of documentation say and write ${OUT}.`,
  options: [
    {
      flag: '--folders <paths>',
      description:
        "folders of documented Python packages, separated by commas: the standard library's, say",
    },
    { flag: '--out <path>', description: 'where to write', preset: OUT },
  ],
  run: async (options, log) => {
    const stemmer = createStemmer();
    const reader = new CodeReader(stemmer);
    const pairs: WordPair[] = [];
    for (const folder of String(options['folders'] ?? '')
      .split(',')
      .filter((path) => path !== '')) {
      log(`reading ${folder}`);
      for (const { code, description } of readDocumentedPython(folder, MAX_OF_PACKAGE)) {
        const fenced = `\`\`\`python\n${code}\n\`\`\``;
        await reader.ready(fenced);
        const own = (reader.read(fenced)?.terms ?? [])
          .filter(({ role }) => role !== 'summary' && role !== 'comment')
          .map(({ term }) => term);
        pairs.push({
          told: [...new Set(codeWords(description, stemmer))].slice(0, MAX_TOLD),
          code: [...new Set(own)].slice(0, MAX_CODE),
        });
      }
    }
    log(`learning from ${pairs.length} functions`);
    const learned = learnTranslations(pairs);
    writeFileSync(String(options['out']), render(learned, pairs.length));
    const entries = [...learned.values()].reduce((sum, list) => sum + list.length, 0);
    return {
      results: { functions: pairs.length, words: learned.size, entries },
      table: [
        ['functions', String(pairs.length)],
        ['words', String(learned.size)],
        ['entries', String(entries)],
      ],
    };
  },
};

function render(learned: LearnedTranslations, functions: number): string {
  const lines: string[] = [];
  for (const [word, list] of learned) {
    const entry = `${word} ${list.map(([other, hundredths]) => `${other}:${hundredths}`).join(' ')}`;
    const last = lines.at(-1);
    if (last === undefined || last.length + entry.length > LINE) lines.push(entry);
    else lines[lines.length - 1] = `${last}; ${entry}`;
  }
  const origin = `Stems of documentation, each with the words of code that say the same and how strongly, in hundredths: learned from ${functions} documented Python functions by \`npm run bench -- translations --folders PATHS\`. Never edit it by hand.`;
  return `${JSON.stringify({ origin, SHIPPED_CODE_TRANSLATIONS: lines }, null, 2)}\n`;
}
