import { describe, expect, it } from 'vitest';
import type { Mneme } from '@mneme/mneme/index.js';
import { openTestMemory, testClock } from '../../../../test/support/open-test-memory.js';

const HOUR = 3_600_000;

async function open() {
  const clock = testClock();
  const { memory } = await openTestMemory({ clock });
  const { id } = await memory.remember({
    content: 'they finally gave me the corner desk by the window',
    speaker: 'Ylva',
    session: 's',
    saidAt: '2025-01-10T10:00:00Z',
  });
  return { clock, memory, id };
}

/** The validity of a memory as reported by recall and by show. */
async function validityOf(memory: Mneme, id: string, asOf?: number) {
  const { results } = await memory.recall({
    query: 'Which desk does Ylva have?',
    ...(asOf === undefined ? {} : { asOf }),
  });
  const { validity } = await memory.show(id, asOf === undefined ? {} : { asOf });
  return [results.find((each) => each.id === id)?.validity, validity];
}

describe('a turn', () => {
  it('that nobody has read is unread, and was so before it was read', async () => {
    const { clock, memory, id } = await open();
    expect(await validityOf(memory, id)).toEqual(['unread', 'unread']);
    const before = clock.now();
    clock.advance(HOUR);
    await memory.remember({
      content: 'Ylva sits at the corner desk by the window.',
      note: { about: 'Ylva', aspect: 'desk', value: 'corner desk', turns: [id] },
    });
    expect(await memory.show(id)).toMatchObject({ validity: 'current' });
    expect(await validityOf(memory, id, before)).toEqual(['unread', 'unread']);
  });

  it('that was read as saying nothing is no longer unread', async () => {
    const { memory, id } = await open();
    await memory.remember({
      content: 'Ylva rents a flat in Gent.',
      note: { about: 'Ylva', aspect: 'home', value: 'Gent' },
    });
    await memory.reading.markRead({ ids: [id as never] });
    expect(await validityOf(memory, id)).toEqual(['current', 'current']);
  });

  it('is not unread where rules have seen it replace another', async () => {
    const { memory } = await openTestMemory();
    const said = (content: string, day: string) =>
      memory.remember({ content, speaker: 'Ylva', saidAt: `${day}T10:00:00Z` });
    const old = await said('I live in Exeter.', '2025-01-10');
    expect(await memory.show(old.id)).toMatchObject({ validity: 'unread' });
    const { id } = await said('I live in Ghent now.', '2025-03-10');
    const { results } = await memory.recall('Where does Ylva live?');
    expect(results.find((each) => each.id === id)?.validity).toBe('current');
    expect(await memory.show(old.id)).toMatchObject({ validity: 'superseded' });
  });

  it('is shown to be superseded where its notes are', async () => {
    const { memory, id } = await open();
    const old = await memory.remember({
      content: 'Ylva sits at the corner desk by the window.',
      note: { about: 'Ylva', aspect: 'desk', value: 'corner desk', turns: [id] },
    });
    const { id: now } = await memory.remember({
      content: 'Ylva sits in the basement.',
      note: { about: 'Ylva', aspect: 'desk', value: 'basement', replaces: [old.id] },
    });
    expect(await memory.show(id)).toMatchObject({
      validity: 'superseded',
      validityDetail: { by: now },
    });
    expect(await memory.show(old.id)).toMatchObject({ validity: 'superseded' });
    expect(await memory.show(now)).toMatchObject({ validity: 'current' });
  });

  it('written by the engine itself needs no reading', async () => {
    const { memory } = await open();
    const { id } = await memory.remember({ content: 'Ylva plans ahead.', kind: 'observation' });
    expect(await memory.show(id)).toMatchObject({ validity: 'current' });
  });
});
