import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { NUMERIC_RULES } from '../language/dates/day-rules.js';
import { RELATIVE_RULES } from '../language/dates/relative-rules.js';
import { BankPrivacy } from '../safety/bank-privacy.js';

const stumble = (): never => {
  throw new TypeError('steps[unit] is not a function');
};

/** Makes every rule for relative times throw, as one with an unexpected unit did. */
function breakDates(): void {
  for (const rule of [...RELATIVE_RULES, ...NUMERIC_RULES])
    vi.spyOn(rule, 'read').mockImplementation(stumble);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a text that a step of reading stumbles over', () => {
  it.each([
    "they rang the evening before the 14th to say they didn't need me after all",
    'the morning after the 3rd of May we left',
    'see you the afternoon before Christmas',
    'We had agreed on 14 March. They rang the evening before.',
  ])('is taken in: %s', async (text) => {
    const { memory } = await openTestMemory();
    const receipt = await memory.remember({ content: text, saidAt: '2026-05-20' });
    expect(receipt.outcome).toBe('remembered');
    expect(receipt.notes.join()).not.toContain('could not be read');
    expect(receipt.dates).not.toEqual([]);
  });

  it('is kept with the rest of its batch, and what failed is told by receipt and doctor', async () => {
    const { memory } = await openTestMemory();
    breakDates();
    const { receipts } = await memory.rememberAll([
      'Ana keeps bees.',
      'Bo met Ana in Ghent two days ago because the hive was sold.',
      'Cleo bakes bread.',
    ]);
    vi.restoreAllMocks();
    expect(receipts.map(({ outcome }) => outcome)).toEqual(Array(3).fill('remembered'));
    expect(receipts.map(({ notes }) => notes.filter((note) => note.includes('dates')))).toEqual([
      [],
      ['its dates could not be read (steps[unit] is not a function); the text is kept'],
      [],
    ]);
    // The other steps have analysed it.
    expect(receipts[1]?.entities).toEqual(expect.arrayContaining(['Ana', 'Ghent']));
    expect((await memory.recall('Who met Ana in Ghent?')).results[0]?.content).toContain('Bo met');
    const { healthy, notices } = await memory.care.doctor();
    expect(healthy).toBe(true);
    expect(notices.map(({ what }) => what)).toContain(
      `1 text was kept without being read in full (dates of 1): ${receipts[1]?.id}.`,
    );
  });

  it('is answered where it is the question, which says what of it was not read', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Ana keeps bees.');
    breakDates();
    const { results, plan } = await memory.recall('Who kept bees two days ago?');
    expect(results[0]?.content).toBe('Ana keeps bees.');
    expect(plan?.faults).toEqual([
      { module: 'reading', part: 'dates', why: 'steps[unit] is not a function' },
    ]);
  });

  it('waits for a person where it could not be searched for personal data', async () => {
    const { memory } = await openTestMemory();
    vi.spyOn(BankPrivacy.prototype, 'clean').mockImplementation(stumble);
    const receipt = await memory.remember('My mail is ana@example.org.');
    vi.restoreAllMocks();
    expect(receipt.outcome).toBe('quarantined');
    expect(receipt.notes.join()).toContain('could not be searched for personal data');
    expect((await memory.recall('mail')).results).toEqual([]);
  });
});
