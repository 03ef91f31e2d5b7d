import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

/** Two subjects, each a separate conversation, and a return to the first. */
const TALKS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'bike',
    '2025-01-07',
    [
      'I finally bought a road bike, a second-hand Bianchi.',
      'Nice! What size is the frame?',
      'A 54. The saddle is too hard though.',
      'You can get a gel cover, or a softer saddle.',
      'The gears slip when I climb the hill to work.',
      'Then the cable needs tightening.',
      'I also need lights for the dark mornings.',
      'Take a dynamo, then you never charge anything.',
    ],
  ],
  [
    'cat',
    '2025-01-14',
    [
      'Our cat Minka has stopped eating.',
      'Oh no, have you called the vet?',
      'The vet says it is her teeth, two must come out.',
      'Poor thing. When is the operation?',
      'On Thursday, she must not eat the evening before.',
      'She hides under the bed all day.',
      'Soft food for a while?',
      'By the way, the kitchen tiles arrive next week, dark green ones.',
      'Green tiles with oak will look lovely.',
    ],
  ],
];

async function contextsOf(): Promise<ReadonlyMap<string, string>> {
  const { memory } = await openTestMemory();
  for (const [session, day, turns] of TALKS)
    await memory.rememberAll(
      turns.map((content, position) => ({
        session,
        speaker: position % 2 === 0 ? 'Ana' : 'Ben',
        content,
        position,
        saidAt: `${day}T10:0${position}:00Z`,
      })),
    );
  const { memories } = await memory.list({ limit: 100 });
  return new Map(memories.map(({ content, context }) => [content, context ?? 'none']));
}

describe('a conversation', () => {
  it('stays with its subject, which another conversation does not share, until it says that another begins', async () => {
    const contexts = await contextsOf();
    const of = (turns: readonly string[] = []): readonly (string | undefined)[] => [
      ...new Set(turns.map((turn) => contexts.get(turn))),
    ];
    const [bike, cat] = TALKS.map(([, , turns]) => turns);
    expect(of(bike)).toHaveLength(1);
    expect(of(cat?.slice(0, 7))).toHaveLength(1);
    expect(of(cat?.slice(7))).toHaveLength(1);
    expect(new Set([...of(bike), ...of(cat)]).size).toBe(3);
  });
});
