import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { Mneme } from '@mneme/mneme/index.js';

const value = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  );

describe('what is observed', () => {
  it('counts verbs, errors, steps, cache and outcomes, in every bank of the file', async () => {
    const { memory } = await openTestMemory();
    expect(memory).toBeInstanceOf(Mneme);
    await memory.remember('The heron nests by the weir.');
    await memory.remember({ content: 'The heron nests by the weir.', session: 'later' });
    await memory.recall('heron');
    await memory.recall('heron');
    await memory.context('heron');
    await memory.bank('other').remember('The pool size is 40.');
    await expect(memory.recall({ query: 'x', limit: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const text = await memory.care.metrics();
    expect(value(text, 'mneme_operations_total{operation="remember"}')).toBe(3);
    expect(value(text, 'mneme_operations_total{operation="recall"}')).toBe(3);
    expect(
      value(text, 'mneme_operation_errors_total{operation="recall",code="invalid_input"}'),
    ).toBe(1);
    expect(value(text, 'mneme_operation_seconds_count{operation="context"}')).toBe(1);
    expect(value(text, 'mneme_recall_cache_total{result="hit"}')).toBe(1);
    expect(value(text, 'mneme_recall_cache_total{result="miss"}')).toBe(2);
    expect(
      value(text, 'mneme_step_seconds_count{flow="recall",step="parse"}'),
    ).toBeGreaterThanOrEqual(3);
    expect(value(text, 'mneme_step_seconds_count{flow="remember",step="commit"}')).toBe(3);
    expect(value(text, 'mneme_inputs_total{outcome="remembered"}')).toBe(2);
    expect(value(text, 'mneme_inputs_total{outcome="reinforced"}')).toBe(1);
    expect(value(text, 'mneme_memories')).toBe(1);
    expect(value(text, 'mneme_index_memories')).toBe(1);
    expect(value(text, 'mneme_file_bytes')).toBeGreaterThan(0);
    expect(text).toMatch(/^mneme_edges\{family="\w+"\} \d+$/m);
  });

  it('ends what answers at once, and what refuses at once', async () => {
    const { memory, clock } = await openTestMemory();
    memory.bank('other');
    expect(() => memory.bank('no such/name')).toThrow();
    clock.advance(5_000);
    const text = await memory.care.metrics();
    expect(value(text, 'mneme_operation_running_seconds{operation="bank"}')).toBe(0);
  });

  it('tells what remembering is worth, and how long a verb under way has run', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember('The heron nests by the weir, because the water is slow there.');
    await memory.remember({ content: 'ok', session: 'later' });
    const { receipts } = await memory.rememberAll([
      { content: 'Maria works as a nurse at the clinic in Leeds.', speaker: 'Maria' },
    ]);
    const before = await memory.care.metrics();
    expect(value(before, 'mneme_stores_weighed_total')).toBe(3);
    const sum = value(before, 'mneme_store_worth_total');
    const { receipts: more } = await memory.rememberAll(['Maria has moved to York.']);
    expect(receipts[0]?.worth?.reward).not.toBe(more[0]?.worth?.reward);
    const after = await memory.care.metrics();
    expect(value(after, 'mneme_store_worth_total') - sum).toBeCloseTo(
      ((more[0]?.worth?.reward ?? NaN) + 1) / 2,
      6,
    );
    expect(value(after, 'mneme_operation_running_seconds{operation="rememberAll"}')).toBe(0);
    const during: Promise<string>[] = [];
    await memory.dreams.dream({
      onProgress: () => {
        clock.advance(1_000);
        if (during.length === 0) during.push(memory.care.metrics());
      },
    });
    expect(
      value((await during[0]) ?? '', 'mneme_operation_running_seconds{operation="dreams.dream"}'),
    ).toBeGreaterThanOrEqual(1);
    expect(value(after, 'process_memory_limit_bytes')).toBeGreaterThan(
      value(after, 'process_resident_memory_bytes'),
    );
  });

  it('has every figure that the alerts and the documentation name', async () => {
    const { memory } = await openTestMemory();
    await memory.recall('heron');
    const text = await memory.care.metrics();
    for (const file of ['alerts.yml', 'observability.md']) {
      const named = new Set(
        readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8').match(
          /\bmneme_\w+/g,
        ),
      );
      expect(
        [...named].filter((name) => !text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `)),
      ).toEqual([]);
    }
  });

  it('never holds what was said, asked or named', async () => {
    const lines: string[] = [];
    const { memory } = await openTestMemory({
      log: 'debug',
      slowMs: 0,
      logTo: (line) => lines.push(line),
    });
    await memory.remember({
      content: 'Xylophone lessons are on Tuesday.',
      speaker: 'Quentin',
      session: 'xylo-session',
      origin: '/home/quentin/notes.md',
      tags: ['musictag'],
    });
    await memory.recall('When are the xylophone lessons?');
    await memory.show('m_nosuchid').catch(() => undefined);
    await memory.import('/home/quentin/secret.jsonl').catch(() => undefined);
    const all = `${lines.join('\n')}\n${await memory.care.metrics()}`;
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toContain(
      'operation',
    );
    expect(all).not.toMatch(/xylo|quentin|tuesday|musictag|nosuchid|secret|notes/i);
    expect(all).toContain('"code":"not_found"');
  });

  it('is told to others who listen, around the work', async () => {
    const told: string[] = [];
    const { memory } = await openTestMemory({
      observers: [
        {
          begin: (operation) => ({
            within: (work) => {
              told.push(`> ${operation}`);
              return work();
            },
            end: ({ error }) => void told.push(`< ${operation} ${error ?? 'well'}`),
          }),
          flow: ({ flow, queryHash }) =>
            void told.push(`${flow} ${queryHash?.().length ?? ''}`.trim()),
        },
      ],
    });
    told.length = 0;
    await memory.recall('heron');
    await memory.forget(['m_nosuchid']).catch(() => undefined);
    expect(told).toEqual([
      '> recall',
      'recall 12',
      '< recall well',
      '> forget',
      expect.stringMatching(/^< forget /) as string,
    ]);
  });
});
