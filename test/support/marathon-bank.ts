/** A bank whose purpose is plain: texts that serve one north star, and texts that do not. */
import { openTestMemory, type TestMemory } from './open-test-memory.js';

/** What the bank of these tests is for. */
export const STAR = 'Run the Porto marathon in October';
/** Serve it. */
export const RUNS = [
  'Signed up for the Porto marathon.',
  'The marathon in Porto starts at eight in October.',
  'A long run for the marathon: 28 kilometres.',
  'My marathon plan has four runs a week.',
  'The Porto race sends marathon numbers in October.',
  'Ran hills today to be ready for Porto’s marathon.',
  'October in Porto is mild, good for a marathon run.',
  'Bought a belt to run the marathon with.',
  'The marathon route in Porto follows the river.',
  'Tempo run done, the marathon is in October.',
  'Running club talks of the Porto marathon.',
  'Rest day before the marathon run in Porto.',
];
/** Have nothing to do with it. */
export const OTHERS = Array.from({ length: 50 }, (_, at) => {
  const things = [
    'kiln',
    'parser',
    'heron',
    'invoice',
    'curtain',
    'violin',
    'freezer',
    'lawyer',
    'garden',
    'teapot',
  ];
  const deeds = [
    'was mended',
    'broke again',
    'costs a lot',
    'arrived late',
    'looks fine',
    'needs paint',
  ];
  return `The ${things[at % 10]} ${deeds[Math.floor(at / 10)]}, says colleague number ${at}.`;
});

/** A memory with the north star set and nothing else in it. */
export async function openMarathonBank(
  file?: string,
): Promise<TestMemory & { readonly star: string }> {
  const { memory, clock } = await openTestMemory(file === undefined ? {} : { file });
  const { goal } = await memory.goals.set({ description: STAR });
  return { memory, clock, star: goal.id };
}
