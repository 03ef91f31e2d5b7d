/** Days that a note gives are days in every zone; the day of a turn is that of its speaker's clock. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.js';
import type { Terminal } from '../../packages/cli/src/process.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
  testClock,
} from '../support/open-test-memory.js';

/** Behind and ahead of UTC, as far as zones go. */
const ZONES = ['America/Toronto', 'Pacific/Pago_Pago', 'UTC', 'Europe/Berlin', 'Pacific/Auckland'];

async function run(file: string, ...args: readonly string[]): Promise<string> {
  let out = '';
  const terminal: Terminal = {
    screen: { width: 200 },
    interactive: false,
    out: (text) => void (out += `${text}\n`),
    piped: async function* () {},
  };
  const given = ['node', 'mneme', ...args, '--file', file];
  await createProgram(terminal, new AbortController().signal).parseAsync(given);
  return out;
}

/** The days in an answer, as people or programs write them. */
const daysIn = (text: string): string[] => [
  ...new Set(text.match(/\d{1,2} (?:January|February|March|April|May) 2025|2025-\d\d-\d\d/g)),
];

/** Tom moved on 10 March; a course lasts from 5 January to 28 February; a fair was on 20 January. */
async function noted(): Promise<string> {
  const file = temporaryFile();
  const put = async (content: string, saidAt: string, note: object): Promise<string> => {
    const given = JSON.stringify({ about: 'Tom', ...note });
    const flags = ['--said-at', saidAt, '--note', given, '--json'];
    return (JSON.parse(await run(file, 'remember', content, ...flags)) as { id: string }).id;
  };
  const old = await put('Tom lives on Elm Street.', '2025-01-01T12:00:00Z', {
    aspect: 'home',
    value: 'Elm Street',
  });
  await put('Tom lives on Tulip Street.', '2025-02-01T12:00:00Z', {
    aspect: 'home',
    value: 'Tulip Street',
    from: '2025-03-10',
    replaces: [old],
  });
  await put('Tom takes a course in joinery.', '2025-01-01T12:00:00Z', {
    aspect: 'course',
    value: 'joinery',
    from: '2025-01-05',
    until: '2025-02-28',
  });
  await put('Tom was at the fair.', '2025-01-25T12:00:00Z', {
    aspect: 'fair',
    value: 'was there',
    type: 'event',
    status: 'done',
    from: '2025-01-20',
    until: '2025-01-20',
  });
  return file;
}

describe('the days of a note', () => {
  it('come back as they were given, whatever the bank’s zone, also after it is changed', async () => {
    const file = await noted();
    for (const zone of ZONES) {
      await run(file, 'bank', 'configure', '--zone', zone);
      const about = await run(file, 'about', 'Tom');
      expect(about).toMatch(/Tulip Street\. \(since 10 March 2025\)/);
      expect(about).toMatch(/before: Tom lives on Elm Street\. \(until 10 March 2025\)/);
      expect(about).toMatch(/joinery.*since 5 January 2025, until 28 February 2025/);
      expect(about).toMatch(/fair.*on 20 January 2025/);
      const recalled = await run(file, 'recall', 'Tom lives on Elm Street');
      expect(recalled).toContain('no longer so since 10 March 2025');
      const checked = await run(file, 'check', 'Tom lives on Elm Street.');
      expect(checked).toMatch(/since 10 March 2025/);
      const folder = temporaryFolder();
      await run(file, 'files', folder);
      const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n');
      expect(daysIn(text)).toEqual(expect.arrayContaining(['2025-03-10', '2025-01-05']));
    }
  });

  it('come back so to an agent', async () => {
    const file = await noted();
    const clock = testClock(Date.UTC(2026, 0, 1));
    const { memory } = await openTestMemory({ file, bank: 'default', clock });
    const tool = toolsOf('full').find(({ listing }) => listing.name === 'about');
    for (const zone of ZONES) {
      await memory.care.configure({ zone });
      const told = JSON.stringify(
        await tool!.call(memory, { about: 'Tom' }, { offered: new Set() }),
      );
      expect(told).toContain('since 2025-03-10');
      expect(told).toContain('until 2025-03-10');
      expect(told).toContain('since 2025-01-05, until 2025-02-28');
    }
  });
});

describe('the day of a change', () => {
  it('is the day it was said where the new value dates an event, not the day of that event', async () => {
    const { memory } = await openTestMemory({ clock: testClock(Date.UTC(2026, 0, 1)) });
    const put = async (value: string, saidAt: string, type: string, more: object) =>
      (
        await memory.remember({
          content: `The essay is due on ${value}, by ${type}.`,
          saidAt,
          note: {
            about: 'the essay',
            aspect: `due date by ${type}`,
            value,
            type,
            ...more,
          } as never,
        })
      ).id;
    for (const type of ['event', 'plan']) {
      const old = await put('12 July', '2025-03-01T12:00:00Z', type, { from: '2025-07-12' });
      await put('4 July', '2025-04-08T12:00:00Z', type, { from: '2025-07-04', replaces: [old] });
      const { slots } = await memory.browse.about('the essay');
      const was = slots.flatMap(({ claims }) => claims).find((claim) => claim.memory === old);
      expect(was).toMatchObject({ validity: 'superseded', untilDay: '2025-04-08' });
    }
  });
});

describe('the day of a turn', () => {
  const content = 'Tom said that the harbour crane was painted today.';

  it('is in one zone in all that is shown of a memory', async () => {
    const file = temporaryFile();
    const told = await run(file, 'remember', 'Tom sings.', '--said-at', '2025-01-20T22:30:00Z');
    await run(file, 'bank', 'configure', '--zone', 'Asia/Kolkata');
    const shown = await run(file, 'show', /m_\w{13}/.exec(told)?.[0] ?? '');
    expect(shown).toMatch(/said +2025-01-21 04:00/);
    expect(shown).toMatch(/happened +2025-01-21 04:00/);
  });

  it('is that of its own offset, else of the bank’s zone, for a reader', async () => {
    const file = temporaryFile();
    await run(file, 'remember', content, '--said-at', '2025-02-18T20:30:00-05:00');
    expect(await run(file, 'reading', '--next', '--all')).toContain('2025-02-18');
    await run(file, 'bank', 'configure', '--zone', 'Asia/Tokyo');
    expect(await run(file, 'reading', '--next', '--all')).toContain('2025-02-18');

    const other = temporaryFile();
    await run(other, 'remember', content, '--said-at', '2025-02-18T20:30:00Z');
    expect(await run(other, 'reading', '--next', '--all')).toContain('2025-02-18');
    await run(other, 'bank', 'configure', '--zone', 'Asia/Tokyo');
    expect(await run(other, 'reading', '--next', '--all')).toContain('2025-02-19');
  });

  it('is the same in files, and of a note that was read off it', async () => {
    const { memory } = await openTestMemory();
    const say = async (saidAt: string): Promise<string> =>
      (await memory.remember({ content: `${content} ${saidAt}`, saidAt, session: 's' })).id;
    const put = async (value: string, turn: string, replaces: readonly string[] = []) =>
      (
        await memory.remember({
          content: `The crane is ${value}.`,
          note: {
            ...{ about: 'the crane', aspect: 'colour', value },
            ...{ turns: [turn], replaces: [...replaces] },
          } as never,
        })
      ).id;
    const old = await put('blue', await say('2025-02-18T20:30:00-05:00'));
    await put('red', await say('2025-02-21T06:30:00+09:00'), [old]);
    const folder = temporaryFolder();
    await memory.files.sync(folder);
    const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    expect(text).toContain('said 2025-02-18; since then “red”, said 2025-02-21');
    expect(text).not.toMatch(/2025-02-19|2025-02-20(?!T)/);
  });
});
