/** The questions of samples/README.md, asked of the memory that holds the sample: are the lines that answer them found? */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestMemory, testClock } from '../support/open-test-memory.js';
import { ROOT } from '../support/run-node.js';

const SAMPLE = join(ROOT, 'samples', 'kitchen-and-code.jsonl');
/** The day after the last line. */
const NOW = Date.UTC(2025, 9, 27, 12);

/** A little under what was measured when this was written (0.598 and 0.833): it may only get better. */
const MIN_SHARE = 0.55;
const MIN_ANSWERED = 0.78;

interface Question {
  readonly number: number;
  readonly text: string;
  /** Line numbers, from 1. */
  readonly evidence: readonly number[];
}

/** The rows of the table: | number | kind | question | answer | lines |. */
function readQuestions(): Question[] {
  const rows = readFileSync(join(ROOT, 'samples', 'README.md'), 'utf8').matchAll(
    /^\| (\d+) \|[^|]+\| ([^|]+) \|.*\| ([\d, ]+|none) \|$/gm,
  );
  return [...rows].map(([, number, text, lines]) => ({
    number: Number(number),
    text: text ?? '',
    evidence: (lines ?? '').match(/\d+/g)?.map(Number) ?? [],
  }));
}

describe('the sample’s questions', () => {
  it('find the lines that answer them among the first ten results', async () => {
    const questions = readQuestions();
    expect(questions).toHaveLength(25);
    const lines = readFileSync(SAMPLE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { content: string }).content);
    const { memory } = await openTestMemory({ clock: testClock(NOW) });
    await memory.import(SAMPLE);
    const shares: number[] = [];
    const table: string[] = [];
    for (const { number, text, evidence } of questions.filter(
      (question) => question.evidence.length > 0,
    )) {
      const { results } = await memory.recall({
        query: text,
        now: NOW,
        limit: 10,
        fields: ['content'],
      });
      const found = new Set(results.map(({ content }) => content));
      const share =
        evidence.filter((line) => found.has(lines[line - 1] ?? '')).length / evidence.length;
      shares.push(share);
      table.push(`${number}: ${share.toFixed(2)}`);
    }
    expect(shares).toHaveLength(24);
    const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const answered = shares.filter((share) => share > 0).length / shares.length;
    process.stdout.write(
      `sample questions: recall@10 ${average.toFixed(3)}, any line ${answered.toFixed(3)} (${table.join(', ')})\n`,
    );
    expect(average).toBeGreaterThanOrEqual(MIN_SHARE);
    expect(answered).toBeGreaterThanOrEqual(MIN_ANSWERED);
  });
});
