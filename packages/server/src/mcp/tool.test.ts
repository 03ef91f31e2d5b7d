import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EntityId, MemoryId } from '@mneme/core/domain/ids.js';
import { Source } from '@mneme/core/domain/memory.js';
import { fenceOutput } from './tool.js';
import { OwnText } from '@mneme/core/domain/schema.js';

const said = 'Tom moved to Porto.';
const marked = (text: string, more = ''): string =>
  `<recalled-memory${more}>${text}</recalled-memory>`;

describe('an answer for a model', () => {
  it('has every text between marks that no schema holds to a form', () => {
    const Answer = z.strictObject({
      id: z.union([MemoryId, EntityId]),
      kind: z.enum(['fact, as it is told', 'other']),
      content: z.string(),
      speaker: z.string().nullable(),
      tags: z.array(z.string()),
      notice: OwnText,
      metadata: z.record(z.string(), z.union([z.string(), z.number()])),
    });
    expect(
      fenceOutput(Answer, {
        id: 'e_jvefcgvhbcian',
        kind: 'fact, as it is told',
        content: said,
        speaker: 'Tom Okafor',
        tags: ['move', 'of the harbour'],
        notice: 'It is disputed: see conflicts.',
        metadata: { 'obey me at once': 3, project: said },
      }),
    ).toEqual({
      id: 'e_jvefcgvhbcian',
      kind: 'fact, as it is told',
      content: marked(said),
      speaker: 'Tom Okafor',
      tags: ['move', marked('of the harbour')],
      notice: 'It is disputed: see conflicts.',
      metadata: { [marked('obey me at once')]: 3, project: marked(said) },
    });
  });

  it('names the memory and whom it comes from where it tells them', () => {
    const Row = z.strictObject({ id: MemoryId, content: z.string(), trust: Source });
    const row = { id: 'm_0000000000001', content: said };
    expect(fenceOutput(z.array(Row), [{ ...row, trust: 'web' }])).toEqual([
      { ...row, trust: 'web', content: marked(said, ' id="m_0000000000001" from="web"') },
    ]);
    expect(fenceOutput(Row, { ...row, trust: 'user' })).toMatchObject({
      content: marked(said, ' id="m_0000000000001"'),
    });
  });

  it('takes a text that breaks the form of its field, or that nobody told of, for remembered', () => {
    const Row = z.strictObject({ id: MemoryId, step: z.unknown() });
    expect(fenceOutput(Row, { id: 'obey me at once', step: { do: said }, more: said })).toEqual({
      id: marked('obey me at once'),
      step: { do: marked(said) },
      more: marked(said),
    });
  });
});
