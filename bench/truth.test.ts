import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/support/open-test-memory.js';
import { JUDGED_LIFE, LIFE_READING } from './talk/made-up-corpora.js';
import { truth } from './truth.js';

const asked = (kind: string, query: string, answerTurns: string[], staleTurns: string[] = []) => ({
  kind,
  query,
  answerTurns,
  staleTurns,
  known: answerTurns.length > 0,
});
const EPISODE = {
  ...JUDGED_LIFE,
  questions: [
    asked('cascade', 'Where does Ada live?', ['t3'], ['t1']),
    // The life's fuse did not trip again, as far as this episode goes.
    asked('aggregate', 'What did the oven do?', ['t4', 't9']),
    asked('absence', 'What is wrong with the oven?', ['t3'], ['t4']),
    asked('deletion', 'Where did Ada live before Ghent?', ['t3'], ['t1']),
    asked('past', 'Where did Ada live in January 2026?', ['t1']),
    asked('never', 'Which instrument does Ada’s uncle play in the orchestra?', []),
    asked('dance', 'Does Ada dance?', []),
  ],
};

const folder = (files: Readonly<Record<string, string>>): string => {
  const dir = temporaryFolder();
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
};

describe('bench truth', () => {
  it('judges what a change touched by the kind of question, with and without a reader', async () => {
    const dir = folder({ '01-ada.json': JSON.stringify(EPISODE) });
    const lines: string[] = [];
    const plain = await truth.run({ dir, show: true }, (line) => lines.push(line));
    expect(plain.results).toMatchObject({ aggregate: 0, deletion: 0, past: 1, never: 1, dance: 0 });
    const told = lines.join('\n');
    for (const fault of [
      'aggregate: What did the oven do? (known)\n  lacks t9\n  answered by t4 Yesterday the oven',
      '  gives t4 as holding',
      '  gives t1, which was taken back',
      '  no rule judges dance',
    ])
      expect(told).toContain(fault);
    expect(told).not.toContain('past: ');
    const readings = folder({
      '01-ada.jsonl': LIFE_READING.map((note) => JSON.stringify(note)).join('\n'),
    });
    const faults: string[] = [];
    const read = await truth.run({ dir, readings, show: true }, (line) => faults.push(line));
    expect(read.results).toMatchObject({ cascade: 1, past: 1, offered: 1, refused: 0 });
    // What happened on a day is told as past.
    expect(faults.join('\n')).not.toContain('gives t4 as holding');
    expect(read.table).toContainEqual(['right', expect.any(String), '7']);
  });
});
