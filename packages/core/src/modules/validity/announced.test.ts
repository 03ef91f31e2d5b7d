import { describe, expect, it } from 'vitest';
import { openTestMemory, type TestMemory } from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const OLD = 'I work at Bolwerk as a planner.';
const ANNOUNCED = 'I signed with Zonnehart! Starting June 1st. My last day at Bolwerk is May 22.';

/** Remembers turns on their days; the clock ends at the last. */
async function told(turns: readonly (readonly [string, string])[]): Promise<TestMemory> {
  const rig = await openTestMemory({ owner: 'Dana' });
  for (const [day, content] of turns) {
    rig.clock.advance(at(day) - rig.clock.now());
    await rig.memory.remember({ content, saidAt: at(day), speaker: 'Dana' });
  }
  return rig;
}

describe('what is announced', () => {
  it('counts from its day, and not before', async () => {
    const { memory, clock } = await told([
      ['2026-03-01', OLD],
      ['2026-05-01', ANNOUNCED],
      ['2026-05-02', 'The tomatoes are coming up.'],
    ]);
    const early = await memory.recall('Where does Dana work?');
    expect(contents(early)[0]).toBe(OLD);
    expect(early.results[0]?.validity).toBe('current');
    clock.advance(at('2026-06-10') - clock.now());
    const late = await memory.recall('Where does Dana work?');
    expect(contents(late)[0]).toBe(ANNOUNCED);
    expect(late.why.known.verdict).toBe('known');
    const before = late.results.find(({ content }) => content === OLD);
    expect(before?.validity).toBe('superseded');
    expect(contents(await memory.recall('Where did Dana work before?'))[0]).toBe(OLD);
    const shown = await memory.show(before?.id ?? '');
    expect(shown.validity).toBe('superseded');
  });

  it('leaves the brief on its day', async () => {
    const { memory, clock } = await told([
      ['2026-03-01', OLD],
      ['2026-05-01', ANNOUNCED],
    ]);
    expect((await memory.brief()).text).toContain(OLD);
    clock.advance(at('2026-06-10') - clock.now());
    const { text } = await memory.brief();
    expect(text).not.toContain(OLD);
    expect(text).toContain(ANNOUNCED);
  });

  it('is confirmed by the first day, whatever was announced', async () => {
    const { memory } = await told([
      ['2026-03-01', OLD],
      ['2026-05-01', ANNOUNCED],
      ['2026-06-01', 'First day at Zonnehart was great.'],
      ['2026-06-20', 'The tomatoes are coming up.'],
    ]);
    const answer = await memory.recall('Where do I work?');
    expect(contents(answer)[0]).toContain('Zonnehart');
    expect(answer.results.find(({ content }) => content === OLD)?.validity).toBe('superseded');
    expect(contents(await memory.recall('Where did Dana work before?'))[0]).toBe(OLD);
  });

  it('holds of amounts, too', async () => {
    const { memory, clock } = await told([
      ['2026-05-01', 'The rent is 1,100 euros.'],
      ['2026-05-20', 'From 1 July the rent is 1,200 euros.'],
    ]);
    expect(contents(await memory.recall('How much is the rent?'))[0]).toContain('1,100');
    clock.advance(at('2026-07-02') - clock.now());
    expect(contents(await memory.recall('How much is the rent?'))[0]).toContain('1,200');
  });
});

describe('changes told in other languages', () => {
  it('retire what held, and answer questions of both', async () => {
    const { memory } = await told([
      ['2026-03-01', 'Ich wohne in Leipzig, in der Südvorstadt.'],
      ['2026-03-02', 'Trabajo en Telefónica.'],
      ['2026-05-05', 'Wir sind letzte Woche nach Dresden gezogen.'],
      ['2026-06-05', 'Ahora trabajo en Indra.'],
    ]);
    for (const question of ['Wo wohne ich?', 'Where does Dana live?'])
      expect(contents(await memory.recall(question))[0]).toContain('Dresden');
    for (const question of ['¿Dónde trabajo?', '¿Dónde trabaja Dana?']) {
      const answer = await memory.recall(question);
      expect(contents(answer)[0]).toContain('Indra');
      expect(answer.why.known.verdict).toBe('known');
    }
  });
});
