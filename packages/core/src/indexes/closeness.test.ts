import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';

const LOAVES = [
  'The sourdough loaf',
  'The rye bread',
  'Our spelt roll',
  'The baguette from the stone oven',
  'The walnut bread',
  'A brioche with butter',
  'The flat bread',
  'The dark loaf with caraway',
];
const DEEDS = [
  'rose overnight in the kitchen',
  'was baked for forty minutes',
  'came out of the oven with a cracked crust',
  'needs more salt in the dough',
  'was kneaded by Rosa',
  'sold out before noon',
];
const ENDS = [
  'because the flour was fresh.',
  'although the oven was cool.',
  'and the guests liked the crumb.',
  'so we wrote the recipe down.',
  'as the starter was lively.',
  'on the morning of the market.',
];
/** Talk of a bakery, on one subject, without repetition. */
const TURNS = LOAVES.flatMap((loaf, a) =>
  DEEDS.flatMap((deed, b) =>
    ENDS.map((end, c) => [(a * 7 + b * 11 + c * 5) % 53, `${loaf} ${deed} ${end}`] as const),
  ),
)
  .sort((a, b) => a[0] - b[0])
  .map(([, text]) => text);
const FOREIGN = 'zxq vbn kjh wert plok mnb fgh dsa rty uio pas dfg hjk lzx cvb nmq';
const PAGE = (content: string, at = 0) => ({
  content,
  source: 'web' as const,
  origin: `https://page${at}.example`,
});

describe('a text that is like nothing the bank holds', () => {
  it('is held back with the figure when it comes from the web, and is the user’s own affair when the user says it', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll(TURNS.slice(0, 240).map((content) => ({ content })));
    const held = await memory.remember(PAGE(FOREIGN));
    expect(held.outcome).toBe('quarantined');
    expect(held.notes.join(' ')).toMatch(
      /^\d+\.\d standard deviations further from the 2\d\d memories here than they are from one another \(likeness 0\.\d\d; theirs 0\.\d\d ± 0\.\d\d\)$/,
    );
    expect((await memory.privacy.quarantine()).memories).toMatchObject([
      { id: held.id, quarantine: { reasons: held.notes } },
    ]);
    expect(await memory.remember(`${FOREIGN} again`)).toMatchObject({ outcome: 'remembered' });
    // The bank's own talk, from the web: hardly any of it is an outlier.
    const rest = TURNS.slice(240, 280);
    const outcomes = [];
    for (const [at, content] of rest.entries())
      outcomes.push(await memory.remember(PAGE(content, at)));
    expect(
      outcomes.filter(({ notes }) => notes.join(' ').includes('standard deviations')).length /
        rest.length,
    ).toBeLessThan(0.02);
    await memory.care.configure({ guard: 'note' });
    const other = 'qvx jkw plmz trr ghk bnv sdw yyt pqs kkl mvc xxd';
    const noted = await memory.remember(PAGE(other, 1));
    expect(noted).toMatchObject({ outcome: 'remembered' });
    expect(noted.notes.join(' ')).toContain('standard deviations');
    await memory.close();
    // The figures depend on the bank alone: another process computes the same.
    const again = (await openTestMemory({ file })).memory;
    await again.forget([noted.id], 'once more');
    expect((await again.remember(PAGE(other, 2))).notes).toEqual(noted.notes);
  });

  it('is no matter in a bank of few memories, nor for a few words', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(TURNS.slice(0, 150).map((content) => ({ content })));
    expect(await memory.remember(PAGE(FOREIGN))).toMatchObject({ outcome: 'remembered' });
    await memory.rememberAll(TURNS.slice(150, 240).map((content) => ({ content })));
    expect(await memory.remember(PAGE('zxq vbn'))).toMatchObject({ outcome: 'remembered' });
  });
});
