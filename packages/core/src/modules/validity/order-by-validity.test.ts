import { describe, expect, it } from 'vitest';
import { openTestMemory, type TestMemory } from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';

async function family(): Promise<TestMemory> {
  const rig = await openTestMemory();
  await rig.memory.rememberAll([
    { speaker: 'Jonas', session: 'a', content: 'I still live in Halle, same flat as always.' },
    {
      speaker: 'Jonas',
      session: 'a',
      content: 'My sister Lena just moved to Rostock with her husband.',
    },
    {
      speaker: 'Marek',
      session: 'a',
      content: 'My parents live in Poznan, and my brother Piotr drives a taxi in Berlin.',
    },
    { speaker: 'Jonas', session: 'a', content: "I always forget where Marek's parents live." },
    { speaker: 'Ana', session: 'b', content: 'My sister Eva paints.' },
    { content: 'The kiln fires at noon.' },
    { content: 'Rain fell all day on the harbour.' },
  ]);
  return rig;
}

describe('a question for one value', () => {
  it('is answered by what claims it of just this subject, and then it is known', async () => {
    const { memory } = await family();
    const own = await memory.recall('Where does Jonas live?');
    expect(contents(own)[0]).toBe('I still live in Halle, same flat as always.');
    expect(own.why.known.verdict).toBe('known');
    expect(contents(await memory.recall("Where do Marek's parents live?"))[0]).toContain('Poznan');
    expect(contents(await memory.recall('Where does Lena live?'))[0]).toContain('Rostock');
  });

  it('keeps its order where another time is asked about, or nothing claims it', async () => {
    const { memory } = await family();
    expect((await memory.recall('Where does Eva live?')).probability).toBeLessThan(0.95);
    const scores = (await memory.recall('Where does Lena live?')).results.map(
      ({ why }) => why.score,
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('does not bring in what the profile leaves out', async () => {
    const { memory } = await family();
    const answer = await memory.recall({ query: 'Where does Jonas live?', speaker: 'Marek' });
    expect(contents(answer)).not.toContain('I still live in Halle, same flat as always.');
  });

  it('goes by what stood at the moment asked about', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember({ speaker: 'Tom', content: 'I live in Leeds.' });
    const before = clock.now();
    clock.advance(40 * 86_400_000);
    await memory.remember({ speaker: 'Tom', content: 'We moved to Porto, and Leeds is far now.' });
    expect(contents(await memory.recall('Where does Tom live?'))[0]).toContain('Porto');
    const then = await memory.recall({ query: 'Where does Tom live?', asOf: before });
    expect(contents(then)).toEqual(['I live in Leeds.']);
    expect(then.why.known.verdict).toBe('known');
  });
});
