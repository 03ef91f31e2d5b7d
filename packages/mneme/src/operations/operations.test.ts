import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { propertiesOf } from '@mneme/cli/flags.js';
import { spelling, type Operation } from '@mneme/core/operations/operation.js';
import { OPERATIONS } from './table.js';

describe('every operation', () => {
  it.each(Object.entries(OPERATIONS) as [string, Operation][])(
    '%s is declared whole',
    (key, operation) => {
      const { name, summary, description, input, positional, examples } = operation;
      expect(name).toBe(key);
      expect(summary).toMatch(/^[A-Z].*[^ ]\.$/);
      expect(summary).not.toContain('\n');
      expect(description).toMatch(/\.$/);
      const fields = Object.keys(propertiesOf(input));
      for (const field of positional) expect(fields).toContain(field);
      expect(examples.length).toBeGreaterThan(0);
      for (const { command, shows } of examples) {
        expect(command.startsWith(`mneme ${spelling(operation)}`)).toBe(true);
        expect(shows).not.toBe('');
      }
      // An unknown field is refused, not ignored.
      expect(input.safeParse({ surely_no_field: 1 }).success).toBe(false);
    },
  );
});

it('the page on the command line has a row for every operation', () => {
  const rows = readFileSync(new URL('../../../../docs/command-line.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const named = rows.flatMap(
    (row) => (row.split('|')[1] ?? '').concat(row.split('|')[2] ?? '').match(/`[^`]+`/g) ?? [],
  );
  const missing = (Object.values(OPERATIONS) as unknown as Operation[])
    .map(spelling)
    .filter(
      (words) => !named.some((name) => name === `\`${words}\`` || name.startsWith(`\`${words} `)),
    );
  expect(missing).toEqual([]);
});

describe('what an operation says of itself holds', () => {
  it('those that read change nothing', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    await OPERATIONS.recall.run(memory, OPERATIONS.recall.input.parse({ query: 'heron' }), {});
    await OPERATIONS.list.run(memory, OPERATIONS.list.input.parse({}), {});
    await OPERATIONS.goals.run(memory, OPERATIONS.goals.input.parse({}), {});
    await OPERATIONS.show.run(
      memory,
      OPERATIONS.show.input.parse({ id, history: true, source: true }),
      {},
    );
    await OPERATIONS.explain.run(memory, { id, with: id }, {});
    await OPERATIONS.search_space.run(
      memory,
      OPERATIONS.search_space.input.parse({ query: 'heron' }),
      {},
    );
    await OPERATIONS.why.run(memory, OPERATIONS.why.input.parse({ query: 'heron' }), {});
    await OPERATIONS.knows.run(memory, {}, {});
    await OPERATIONS.branches.run(memory, {}, {});
    await OPERATIONS.conflicts.run(memory, OPERATIONS.conflicts.input.parse({}), {});
    await OPERATIONS.documents.run(memory, {}, {});
    await OPERATIONS.dream.run(memory, OPERATIONS.dream.input.parse({ report: true }), {});
    await OPERATIONS.opinions.run(memory, OPERATIONS.opinions.input.parse({}), {});
    await OPERATIONS.knows.run(memory, { about: 'heron' }, {});
    await OPERATIONS.entities.run(memory, OPERATIONS.entities.input.parse({ name: 'heron' }), {});
    await OPERATIONS.context.run(memory, OPERATIONS.context.input.parse({ query: 'heron' }), {});
    await OPERATIONS.session.run(memory, OPERATIONS.session.input.parse({ session: 'chat-7' }), {});
    await OPERATIONS.quarantine.run(memory, OPERATIONS.quarantine.input.parse({}), {});
    await OPERATIONS.world.run(memory, OPERATIONS.world.input.parse({}), {});
    await OPERATIONS.forecasts.run(memory, OPERATIONS.forecasts.input.parse({}), {});
    await OPERATIONS.strategies.run(
      memory,
      OPERATIONS.strategies.input.parse({ task: 'watch the heron' }),
      {},
    );
    await OPERATIONS.diff.run(
      memory,
      OPERATIONS.diff.input.parse({ from: '2025-01-01', to: '2025-12-31' }),
      {},
    );
    await OPERATIONS.foretell.run(
      memory,
      OPERATIONS.foretell.input.parse({ actions: ['wade'] }),
      {},
    );
    await OPERATIONS.synthesise.run(
      memory,
      OPERATIONS.synthesise.input.parse({ query: 'Will the heron come?' }),
      {},
    );
    await OPERATIONS.graph.run(memory, OPERATIONS.graph.input.parse({ of: id }), {});
    await OPERATIONS.graph.run(memory, OPERATIONS.graph.input.parse({ of: id, to: id }), {});
    await OPERATIONS.causes.run(memory, OPERATIONS.causes.input.parse({ action: 'heron' }), {});
    await OPERATIONS.cite.run(memory, OPERATIONS.cite.input.parse({ tags: [id] }), {});
    await OPERATIONS.banks.run(memory, OPERATIONS.banks.input.parse({}), {});
    await OPERATIONS.log.run(memory, OPERATIONS.log.input.parse({}), {});
    await OPERATIONS.advise.run(
      memory,
      OPERATIONS.advise.input.parse({ goal: 'find the heron' }),
      {},
    );
    await OPERATIONS.status.run(memory, {}, {});
    await OPERATIONS.check.run(
      memory,
      OPERATIONS.check.input.parse({ text: 'The heron nests by the mill.' }),
      {},
    );
    const { changes } = await OPERATIONS.stats.run(memory, {}, {});
    expect(changes).toBe(1);
    const reading = Object.values(OPERATIONS)
      .filter(({ effect }) => effect === 'read')
      .map(({ name }) => name);
    // One per line, so that each new one adds a line.
    expect(reading.sort()).toEqual([
      'about',
      'advise',
      'banks',
      'brief',
      'check',
      'cite',
      'context',
      'dialogue',
      'diff',
      'entities',
      'explain',
      'forecasts',
      'graph',
      'hierarchy',
      'knows',
      'list',
      'log',
      'reading',
      'recall',
      'reveal',
      'search_space',
      'show',
      'stats',
      'status',
      'strategies',
      'test',
      'timeline',
      'why',
      'world',
      'worth',
    ]);
  });

  it('those that are idempotent change nothing the second time', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    for (const [operation, input] of [[OPERATIONS.forget, { ids: [id], reason: '' }]] as const) {
      expect(operation.idempotent).toBe(true);
      await operation.run(memory, input as never, {});
      const { changes } = await memory.care.stats();
      await operation.run(memory, input as never, {});
      expect((await memory.care.stats()).changes).toBe(changes);
    }
    expect(OPERATIONS.remember.idempotent).toBe(false);
  });
});
