import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../test/support/run-node.js';
import { UNMARKED_QUOTES } from './data/reading-attacks.js';
import { attackReading, READING_ATTACKS } from './reading-attacks.js';

const PROGRAM = [join(ROOT, 'dist/bin/obeying-program.js')];
const ATTACKS = Object.entries(READING_ATTACKS);

// What a reader of either kind answers is held against the same: without the guard the program alone is asked.
describe.each([
  ['recording', 'quarantine'],
  ['program', 'off'],
] as const)('a reader (%s, guard %s) that does what a turn tells it', (by, guard) => {
  it.each(ATTACKS)(
    'makes no instruction, changes no note and tells no secret: %s',
    { timeout: 90_000 },
    async (_, attacks) => {
      for (const attack of attacks)
        expect({ attack, ...(await attackReading(attack, by, guard, PROGRAM)) }).toMatchObject({
          instructions: [],
          changed: [],
          secrets: [],
        });
    },
  );
});

it('takes what the owner pasted without any mark for the owner’s own', async () => {
  for (const attack of UNMARKED_QUOTES)
    expect((await attackReading(attack, 'recording', 'off')).instructions).toHaveLength(1);
});
