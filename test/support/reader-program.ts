/** A program that reads: it gets a prompt on its input and answers with a note for each turn, in the turn's own words. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './open-test-memory.js';

const SOURCE = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
let prompt = '';
process.stdin.setEncoding('utf8').on('data', (part) => (prompt += part)).on('end', () => {
  appendFileSync(__filename + '.calls', JSON.stringify({ args: process.argv.slice(2), within: process.env.MNEME_WITHIN_READER, prompt }) + '\\n');
  const turns = prompt.slice(prompt.lastIndexOf('New turns')).split('\\n').flatMap((line) => {
    try { const turn = JSON.parse(line); return turn.turn === undefined ? [] : [turn]; } catch { return []; }
  });
  const notes = turns.filter(({ speaker }) => speaker !== 'assistant').map(({ turn, speaker, text }, at) => ({
    id: 'x' + (at + 1), turns: [turn], about: speaker, aspect: 'matter ' + turn, value: text.slice(0, 100), text,
  }));
  setTimeout(() => console.log(JSON.stringify({ notes })), Number(process.env.READER_WAITS ?? 0));
});
`;

/** A folder for PATH that holds it by these names, and where it writes down how it was called. */
export function readerPrograms(...names: readonly string[]): {
  readonly folder: string;
  callsOf(name: string): string;
} {
  const folder = temporaryFolder();
  for (const name of names) {
    writeFileSync(join(folder, name), SOURCE);
    chmodSync(join(folder, name), 0o755);
  }
  return { folder, callsOf: (name) => `${join(folder, name)}.calls` };
}
