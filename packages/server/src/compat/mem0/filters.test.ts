import fc from 'fast-check';
import { expect, it } from 'vitest';
import { meetsMetadata, readMetadataFilter } from '@mneme/core/domain/metadata-filter.js';
import { narrow, readFilter } from './filters.js';
import type { Mem0View } from './memories.js';

const name = fc.constantFrom('a', 'b', null);
const view = fc
  .record({ user_id: name, agent_id: name, app_id: name, run_id: name })
  .map((owners): Mem0View => ({
    ...owners,
    id: 'm',
    memory: 'x',
    hash: null,
    actor_id: null,
    metadata: null,
    categories: null,
    created_at: '2025-02-03T12:00:00.000Z',
    updated_at: '2025-02-03T12:00:00.000Z',
    expiration_date: null,
  }));
const asked = fc.oneof(
  fc.constantFrom('a', 'b', '*'),
  fc.record({ ne: fc.constantFrom('a', 'b') }),
  fc.record({ in: fc.subarray(['a', 'b']) }),
);
const field = fc.constantFrom('user_id', 'agentId', 'app_id', 'run_id');
const { filter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(field, asked).map(([key, value]) => ({ [key]: value })),
    fc
      .tuple(fc.constantFrom('AND', 'OR', 'NOT'), fc.array(tie('filter'), { maxLength: 3 }))
      .map(([key, parts]) => ({ [key]: parts })),
  ),
}));

it('what the bank is asked for lets through all that a filter does, and no more where it says so', () => {
  fc.assert(
    fc.property(filter, view, (given, each) => {
      const { metadata, session, exact } = narrow(given);
      const { user_id, agent_id, app_id } = each;
      const held = Object.fromEntries(
        Object.entries({ user_id, agent_id, app_id }).filter(([, value]) => value !== null),
      ) as Record<string, string>;
      const let_through =
        (metadata === undefined || meetsMetadata(readMetadataFilter(metadata), held)) &&
        (session === undefined || each.run_id === session);
      const passes = readFilter(given)(each);
      if (passes) expect(let_through).toBe(true);
      if (exact) expect(passes).toBe(let_through);
    }),
  );
});
