import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../test/support/open-test-memory.js';
import { filled } from '../../../test/support/operation-samples.js';
import { openMemory } from '@mneme/mneme/index.js';
import { exportLine } from '@mneme/core/modules/maintenance/index.js';

type Fields = Record<string, unknown>;
interface Edit {
  readonly name: string;
  readonly type: string;
  readonly edit: (line: Fields) => Fields;
  /** What the error message must name. */
  readonly told: RegExp;
}

const bytes = (count: number): string => Buffer.alloc(count, 1).toString('base64');
const vectorOf = (line: Fields, data: unknown): Fields => ({
  ...line,
  vectors: (line['vectors'] as Fields[]).map((each) => ({ ...each, data })),
});
const put =
  (fields: Fields) =>
  (line: Fields): Fields => ({ ...line, ...fields });
const deep = (line: Fields, field: string, fields: Fields): Fields => ({
  ...line,
  [field]: { ...(line[field] as Fields), ...fields },
});

/** Edits of an export, each line with a valid checksum: anybody can compute one. */
const EDITS: readonly Edit[] = [
  {
    name: 'a vector of one byte',
    type: 'memory',
    edit: (l) => vectorOf(l, bytes(1)),
    told: /vectors: 1 bytes are nothing that mneme-hashed-1 makes/,
  },
  {
    name: 'a vector that is no base64',
    type: 'memory',
    edit: (l) => vectorOf(l, '§§'),
    told: /vectors\.0\.data/,
  },
  {
    name: 'a vector of megabytes',
    type: 'memory',
    edit: (l) => ({ ...l, vectors: [{ space: 'semantic', encoder: 'x', data: bytes(3_000_000) }] }),
    told: /vectors\.0\.data/,
  },
  {
    name: 'a text too long',
    type: 'memory',
    edit: put({ content: 'la '.repeat(200_000) }),
    told: /content/,
  },
  {
    name: 'a speaker too long',
    type: 'memory',
    edit: put({ speaker: 'A'.repeat(5_000) }),
    told: /speaker/,
  },
  {
    name: 'tags without number',
    type: 'memory',
    edit: put({ tags: Array.from({ length: 20_000 }, (_, at) => `t${at}`) }),
    told: /tags/,
  },
  {
    name: 'evidence of no time',
    type: 'memory',
    edit: put({
      provenance: [
        { source: 'user', saidAt: 9e15, speaker: null, session: null, turn: null, origin: null },
      ],
    }),
    told: /provenance\.0\.saidAt/,
  },
  {
    name: 'a session that is a number',
    type: 'memory',
    edit: put({ session: 7 }),
    told: /session/,
  },
  {
    name: 'a picture that is none',
    type: 'memory',
    edit: put({ images: [{ source: 5 }] }),
    told: /images\.0/,
  },
  {
    name: 'what took its place is no memory',
    type: 'memory',
    edit: put({ supersededBy: 'x' }),
    told: /supersededBy/,
  },
  {
    name: 'a moment outside the calendar',
    type: 'memory',
    edit: put({ saidAt: 9e15 }),
    told: /saidAt/,
  },
  {
    name: 'an entity of endless names',
    type: 'entity',
    edit: put({ aliases: ['A'.repeat(100_000)] }),
    told: /aliases\.0/,
  },
  { name: 'a link to nothing', type: 'edge', edit: put({ target: 'DROP TABLE' }), told: /target/ },
  {
    name: 'an actor without end',
    type: 'change',
    edit: put({ actor: 'A'.repeat(10_000) }),
    told: /actor/,
  },
  { name: 'a goal of no level', type: 'goal', edit: put({ level: 'highest' }), told: /level/ },
  {
    name: 'a claim without a slot',
    type: 'claim',
    edit: (l) => deep(l, 'claim', { claim: { slot: 5 } }),
    told: /claim\.claim\.slot/,
  },
  {
    name: 'a recall of no memories',
    type: 'recall',
    edit: put({ delivered: ['x'] }),
    told: /delivered\.0/,
  },
  {
    name: 'notes of a session that are no list',
    type: 'workingMemory',
    edit: (l) => deep(l, 'data', { turns: 5 }),
    told: /data\.turns/,
  },
  {
    name: 'a row for a column that is none',
    type: 'removed',
    edit: (l) => deep(l, 'row', { 'id) SELECT id FROM api_key --': 1 }),
    told: /row/,
  },
  {
    name: 'a row of another bank',
    type: 'removed',
    edit: (l) => ({ ...l, row: { BANK: 1, ...(l['row'] as Fields) } }),
    told: /row/,
  },
  {
    name: 'a bank of more changes than can be counted',
    type: 'mneme-export',
    edit: (l) => deep(l, 'bank', { sequence: Number.MAX_SAFE_INTEGER - 1 }),
    told: /bank\.sequence/,
  },
];

async function exportedLines(): Promise<string[]> {
  const scene = await filled();
  const memory = await openMemory({ file: scene.file, bank: 'default' });
  await memory.feedback({ result: scene.result, verdict: 'useful' });
  const voted = (await memory.curation.log({ limit: 1 })).changes[0];
  await memory.undo({ hash: voted?.reversal ?? '' });
  await memory.session('chat').note({ text: 'What of Tom?', speaker: 'Ana', task: 'Find Tom' });
  const pieces: string[] = [];
  for await (const piece of memory.care.exportLines()) pieces.push(piece);
  await memory.close();
  return pieces.join('').trimEnd().split('\n');
}

describe('a line of an export', () => {
  it('is held to what any input is, and named with its field where it is not', async () => {
    const lines = await exportedLines();
    const folder = temporaryFolder();
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    for (const { name, type, edit, told } of EDITS) {
      const at = lines.findIndex((line) => line.startsWith(`{"type":"${type}"`));
      const { sum: _, ...line } = JSON.parse(lines[at] ?? '{}') as Fields;
      const path = join(folder, 'edited.jsonl');
      writeFileSync(path, lines.with(at, exportLine(edit(line)).trimEnd()).join('\n'));
      const outcome = await memory
        .bank(`b${at}-${name.replaceAll(' ', '-')}`)
        .import(path)
        .then(
          () => 'taken in',
          ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
        );
      expect
        .soft(outcome, name)
        .toMatch(new RegExp(`^malformed_import .*Line ${at + 1}: .*${told.source}`));
    }
    expect((await memory.care.stats()).memories).toBe(0);
    await memory.remember('The heron nests by the weir.');
    expect((await memory.recall('heron')).results).toHaveLength(1);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });

  it('is passed over where it is a figure of earlier versions that nothing shows any more', async () => {
    const lines = await exportedLines();
    const figure = exportLine({
      ...{ type: 'purposeSample', basis: 'g_1/a', at: 1, alignment: 0.5, memories: 3 },
    }).trimEnd();
    const { sum: _, ...end } = JSON.parse(lines.at(-1) ?? '{}') as Fields;
    const path = join(temporaryFolder(), 'earlier.jsonl');
    const last = exportLine({ ...end, lines: Number(end['lines']) + 1 }).trimEnd();
    writeFileSync(path, [...lines.slice(0, -1), figure, last].join('\n'));
    const { memory } = await openTestMemory();
    const bank = memory.bank('earlier');
    await bank.import(path);
    expect((await bank.care.stats()).memories).toBeGreaterThan(0);
    expect((await memory.care.doctor()).problems).toEqual([]);
  });
});
