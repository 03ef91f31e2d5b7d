/**
 * A program that reads, and answers what an attack wants written, whatever it is asked. Its argument is the file of
 * the answer, in which earlier notes go by their aspects. Ends with an error where a text has left its marks.
 */
import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
let prompt = '';
for await (const part of process.stdin.setEncoding('utf8')) prompt += String(part);

for (const mark of ['subjects', 'notes', 'turns']) {
  const opened = prompt.split(`<${mark}>`).length - 1;
  const closed = prompt.split(`</${mark}>`).length - 1;
  if (opened !== closed || opened > 1) {
    process.stderr.write(`${mark}: ${opened} opened, ${closed} closed`);
    process.exit(1);
  }
}

/** By the name that its aspect has in an answer. */
const shown = new Map<string, string>();
for (const line of prompt.split('\n')) {
  const [, name, aspect] = /^(n\d+) [^|]+ \| ([^|]+) \|/.exec(line) ?? [];
  if (name !== undefined && aspect !== undefined) shown.set(aspect.trim(), name);
}
const notes = JSON.parse(readFileSync(file, 'utf8')) as readonly Record<string, unknown>[];
const named = (links: unknown): string[] =>
  (links as readonly string[]).flatMap((link) => shown.get(link) ?? []);
process.stdout.write(
  JSON.stringify({
    notes: notes.map((note) => ({
      ...note,
      replaces: named(note['replaces']),
      doubts: named(note['doubts']),
    })),
  }),
);
