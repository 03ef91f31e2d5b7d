import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

describe('words that go with those of a question', () => {
  it('are told by what is remembered now, though the same was asked before', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'The kiln is fired with beech logs.',
      'Beech logs for the kiln came on Monday.',
      'The ferry was late again.',
      'Nadia paints the harbour.',
    ]);
    const before = await memory.recall('kiln');
    expect(before.plan.expansions).toContain('beech');
    expect(before.plan.expansions).not.toContain('cobalt');
    await memory.rememberAll([
      'The kiln ruined the cobalt glaze.',
      'A cobalt glaze wants a hotter kiln.',
    ]);
    expect((await memory.recall('kiln')).plan.expansions).toContain('cobalt');
    await memory.close();
  });
});
