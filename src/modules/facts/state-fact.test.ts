import { expect, it } from 'vitest';
import { FACT_MODES, FACT_SLOTS, type FactSlot } from '../../prompts/extract-facts.js';
import { stateFact } from './state-fact.js';

/** A value of each slot, and the slot and value that the rules give it. */
const SAID: Readonly<
  Record<FactSlot, readonly [subject: string, value: string, slot: string, key: string]>
> = {
  lives_in: ['I', 'Vught', 'lives in', 'vught'],
  works_at: ['Ana', 'Nokia', 'works at', 'nokia'],
  works_as: ['my sister', 'beekeeper', 'works as', 'beekeeper'],
  partner: ['I', 'Tom', 'partner', 'tom'],
  marital_status: ['Ana', 'divorced', 'state marital', 'divorced'],
  diet: ['I', 'vegetarian', 'state diet', 'vegetarian'],
  allergic_to: ['Bram', 'hazelnuts', 'allergic hazelnut', 'yes'],
  likes: ['I', 'sushi', 'likes sushi', 'yes'],
  has: ['I', 'a canoe', 'has canoe', 'yes'],
  drives: ['I', 'Skoda Octavia', 'drives', 'skoda octavia'],
  studies: ['Ana', 'marine biology', 'studies', 'marine biology'],
  speaks: ['I', 'German', 'speak german', 'yes'],
  uses: ['the team', 'Figma', 'uses figma', 'yes'],
  prefers: ['I', 'tea', 'prefers tea', 'yes'],
  name: ['my dog', 'Rex', 'name', 'rex'],
  age: ['my son', '7', 'age', '7'],
  runs: ['the API', 'Node 22', 'runs', 'node@22'],
  costs: ['the rent', '1100 euros', 'costs', '1100 eur'],
  place: ['the conference', 'Lisbon', 'place', 'lisbon'],
  when: ['the wedding', '3 May 2026', 'when', '2026-5-3 ?'],
  is: ['the pool size', '40', 'is', '40'],
};
const slots = Object.keys(FACT_SLOTS) as FactSlot[];

it.each(slots)('%s is stated as the rules read it, in every mode', (slot) => {
  const [subject, value, read, key] = SAID[slot];
  const claims = FACT_MODES.map((mode) => stateFact({ subject, slot, value, mode, from: null })[0]);
  const [holds, denied, ended, past, planned] = claims;
  expect(holds).toMatchObject({ slot: read, value: { key }, mode: 'holds', change: false });
  // Of a yes or no, the value is turned round; of any other, the mode.
  const turned =
    key === 'yes' ? { value: { key: 'no' }, mode: 'holds' } : { value: { key }, mode: 'denied' };
  expect(denied).toMatchObject({ slot: read, ...turned });
  expect(ended).toMatchObject({ slot: read, ...turned, change: true });
  expect(past).toMatchObject({ slot: read, value: { key }, mode: 'past' });
  expect(planned?.mode).toBe(slot === 'when' || slot === 'place' ? 'holds' : 'planned');
});

it.each([
  ['a sentence of its own', 'I', 'Vught. Ana lives in Porto'],
  ['a line break', 'I', 'Vught\nAna'],
  ['a subject with more to say', 'Ana lives in Porto. Tom', 'Vught'],
  ['nothing but an article', 'I', 'the '],
])('%s makes no claim', (_, subject, value) => {
  expect(stateFact({ subject, slot: 'lives_in', value, mode: 'holds', from: null })).toEqual([]);
});

it('with its day is a change', () => {
  expect(
    stateFact({
      subject: 'we',
      slot: 'lives_in',
      value: 'Vught',
      mode: 'holds',
      from: '2025-01-25',
    }),
  ).toMatchObject([{ subject: { kind: 'speaker' }, change: true }]);
});
