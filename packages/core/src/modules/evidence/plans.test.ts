import { describe, expect, it } from 'vitest';
import { openTestMemory, START } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const DAY = 86_400_000;
/** START is 2025-02-03. */
const day = (after: number): string => new Date(START + after * DAY).toISOString().slice(0, 10);

type Told = Parameters<Mneme['remember']>[0];

async function teller() {
  const { memory, clock } = await openTestMemory();
  const tell = async (content: string, note: object): Promise<string> => {
    clock.advance(60_000);
    const { id } = await memory.remember({ content, note } as Told);
    return id;
  };
  const plans = async (about?: string) =>
    ((await memory.goals.list(about === undefined ? {} : { about })).told?.lines ?? []).map(
      ({ text, state, due }) => [state, due, text] as const,
    );
  return { memory, clock, tell, plans };
}

const camp = {
  about: 'the camp',
  aspect: 'date',
  value: 'in March',
  type: 'plan',
  status: 'planned',
};

describe('plans as they stand', () => {
  it('are told under their last date, and as done once it happened', async () => {
    const { tell, plans } = await teller();
    const first = await tell('The camp is from 17 March.', { ...camp, from: day(40) });
    expect(await plans('the camp')).toEqual([['open', day(40), 'The camp is from 17 March.']]);
    const moved = await tell('The camp is moved to 24 March.', {
      ...{ ...camp, from: day(47), replaces: [first] },
    });
    expect(await plans('the camp')).toEqual([['open', day(47), 'The camp is moved to 24 March.']]);
    await tell('The camp was a triumph.', {
      ...{ ...camp, aspect: 'how it went', value: 'a triumph', replaces: [moved] },
      ...{ type: 'event', status: 'done', from: day(49) },
    });
    expect(await plans('the camp')).toEqual([['done', day(47), 'The camp was a triumph.']]);
  });

  it('move with the thing they are planned for', async () => {
    const { tell, plans, clock } = await teller();
    const first = await tell('The camp is from 17 March.', { ...camp, from: day(40) });
    await tell('On 17 March the camp is at Tidal Bay.', {
      ...{ ...camp, aspect: 'place', value: 'Tidal Bay', from: day(40) },
    });
    await tell('Forty tents are wanted for the camp.', {
      ...{ ...camp, aspect: 'tents', value: 'forty', from: day(40) },
    });
    await tell('The camp at Tidal Bay is moved to 24 March.', {
      ...{ ...camp, from: day(47), replaces: [first] },
    });
    const moved = [
      ['open', day(47), 'The camp at Tidal Bay is moved to 24 March.'],
      ['open', day(47), 'Forty tents are wanted for the camp.'],
    ];
    expect(await plans('the camp')).toEqual(moved);
    await tell('For 17 March the van is booked.', {
      ...{ ...camp, aspect: 'van', value: 'booked', from: day(40) },
    });
    expect((await plans('the camp'))[0]).toEqual([
      ...['open', day(40), 'For 17 March the van is booked.'],
    ]);
    clock.advance(44 * DAY);
    expect((await plans('the camp')).map(([state]) => state)).toEqual(['open', 'open', 'passed']);
  });

  it('are for no day where only the day of telling is known', async () => {
    const { tell, plans, clock } = await teller();
    const today = { ...camp, from: day(0) };
    await tell('Pip wants to build an app for the choir.', { ...today, about: 'Pip' });
    await tell('Today, on 3 February, Kenji calls the bank.', { ...today, about: 'Kenji' });
    clock.advance(4 * DAY);
    expect((await plans('Pip'))[0]?.slice(0, 2)).toEqual(['open', null]);
    expect((await plans('Kenji'))[0]?.slice(0, 2)).toEqual(['passed', day(0)]);
  });

  it('are dropped when called off, and passed when their day is over and nobody told', async () => {
    const { tell, plans, clock } = await teller();
    const trip = { ...camp, about: 'the trip', aspect: 'destination', value: 'Beirut' };
    const planned = await tell('They travel to Beirut at Christmas.', trip);
    await tell('The trip to Beirut is off.', { ...trip, status: 'cancelled', replaces: [planned] });
    await tell('Kenji gives a talk on Thursday.', {
      ...{ ...camp, about: 'Kenji', aspect: 'talk', value: 'on Thursday', from: day(3) },
    });
    expect((await plans('Kenji'))[0]?.slice(0, 2)).toEqual(['open', day(3)]);
    clock.advance(10 * DAY);
    expect((await plans('Kenji'))[0]?.slice(0, 2)).toEqual(['passed', day(3)]);
    expect(await plans('the trip')).toEqual([['dropped', null, 'The trip to Beirut is off.']]);
  });

  it('stand by their day, open ones first; what is joked of or undecided is none', async () => {
    const { tell, plans, memory } = await teller();
    const of = (about: string, from: number | null, value = 'planned') => ({
      ...{ ...camp, about, aspect: 'plan', value, from: from === null ? null : day(from) },
    });
    await tell('Ana learns to sail some time.', of('Ana', null));
    await tell('Ana flies to Oslo in a month.', of('Ana', 30));
    await tell('Ana sees the dentist next week.', of('Ana', 7));
    await tell('Ana jokes of buying a kiln.', of('Ana', 20, 'a joke about a kiln'));
    await tell('Ana may or may not go to Rome.', of('Ana', 25, 'undecided'));
    await tell('Ana likes tea.', { ...of('Ana', null), type: 'preference', status: 'holds' });
    expect((await plans('Ana')).map(([state, due]) => [state, due])).toEqual([
      ['open', day(7)],
      ['open', day(30)],
      ['open', null],
    ]);
    const { entity } = await memory.foresight.foretell({ entity: 'Ana' });
    expect(entity).toMatchObject({ known: true, planned: { lines: [{ due: day(7) }, {}, {}] } });
  });

  it('make a goal as urgent as they are', async () => {
    const { tell, memory } = await teller();
    const { goal } = await memory.goals.set({ description: 'Sign the contract with Setúbal' });
    const urgency = async () =>
      (await memory.foresight.foretell({ goal: goal.id })).goal?.urgency ?? 0;
    const before = await urgency();
    await tell('The contract with Setúbal is to be signed tomorrow.', {
      ...{ ...camp, about: 'Setúbal', aspect: 'contract', value: 'to be signed', from: day(1) },
    });
    expect(await urgency()).toBeGreaterThan(before);
  });
});
