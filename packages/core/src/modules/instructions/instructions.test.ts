import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import { asksToBeDone, instructionChance } from '../../language/instructions.js';

const SAID = [
  'From now on, please keep your answers to three sentences at most, always.',
  'The forum has a new moderator, she is called Ines.',
  'We wrote a forum post about the summer release.',
  'The 1.0 release is planned for October.',
  'My bike got a new chain.',
];

describe('standing instructions', () => {
  it('stand higher where something is to be done, by a term of their own', async () => {
    const { memory } = await openTestMemory();
    for (const content of SAID) await memory.remember({ content, speaker: 'Tom' });
    const place = async (query: string): Promise<number> => {
      const { results } = await memory.recall({ query, limit: 10 });
      return results.findIndex(({ content }) => content.startsWith('From now on'));
    };
    const asked = await place('the forum post for 1.0');
    const task = await place('draft the forum post for 1.0');
    expect(task).toBeGreaterThanOrEqual(0);
    expect(asked === -1 || task < asked).toBe(true);
  });

  it('are told from what is only said, and tasks from questions', () => {
    const [instruction = '', ...others] = SAID;
    for (const other of others)
      expect(instructionChance(instruction)).toBeGreaterThan(instructionChance(other));
    expect(asksToBeDone('Write my bio')).toBe(true);
    expect(asksToBeDone('In which language should you reply?')).toBe(true);
    expect(asksToBeDone('Where does Ana live?')).toBe(false);
  });

  it('any text has a chance', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 800 }), (text) => {
        const chance = instructionChance(text);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThan(1);
      }),
    );
  });
});
