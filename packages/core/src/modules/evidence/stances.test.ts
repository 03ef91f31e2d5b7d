import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { tellsStance } from './stances.js';

type Told = Parameters<Mneme['remember']>[0];

async function choir() {
  const { memory, clock } = await openTestMemory();
  const tell = async (content: string, note: object, speaker = 'Pip'): Promise<string> => {
    clock.advance(60_000);
    const turn = await memory.remember({ content: `${content} (${speaker})`, speaker });
    const told = { aspect: 'x', value: 'x', turns: [turn.id], ...note };
    const { id } = await memory.remember({ content, note: told } as unknown as Told);
    return id;
  };
  const thought = async (about?: string) =>
    ((await memory.opinions.list(about === undefined ? {} : { about })).told?.lines ?? []).map(
      ({ text }) => text,
    );
  return { memory, tell, thought };
}

describe('what people think', () => {
  it('is told of somebody, and not who that is', async () => {
    const { tell, thought } = await choir();
    await tell('Graham Petrakis is the pianist, 79 years old.', {
      ...{ about: 'Graham Petrakis', is: 'the pianist', aspect: 'age', type: 'fact' },
    });
    expect(await thought('Graham Petrakis')).toEqual([]);
    await tell('Joyce finds Graham Petrakis too loud.', {
      ...{ about: 'Joyce', aspect: 'view of Graham', type: 'opinion' },
    });
    expect(await thought('Graham Petrakis')).toEqual(['Joyce finds Graham Petrakis too loud.']);
    expect(await thought('Joyce')).toEqual(['Joyce finds Graham Petrakis too loud.']);
  });

  it('is told without a matter, the latest first, as it stands', async () => {
    const { tell, thought } = await choir();
    const before = await tell('Joyce hates rummy.', {
      ...{ about: 'Joyce', aspect: 'card games', type: 'preference' },
    });
    await tell('The choir meets on Mondays.', { about: 'choir', aspect: 'day', type: 'fact' });
    await tell('Pip wants no puppy school.', { about: 'Pip', aspect: 'dog', type: 'preference' });
    await tell('Joyce loves rummy now.', {
      ...{ about: 'Joyce', aspect: 'card games', type: 'preference', replaces: [before] },
    });
    expect(await thought()).toEqual(['Joyce loves rummy now.', 'Pip wants no puppy school.']);
  });

  it('is not what an assistant advises', async () => {
    const { tell, thought } = await choir();
    await tell(
      'The assistant suggested a small stall for the choir.',
      { about: 'choir', aspect: 'stall', type: 'opinion' },
      'assistant',
    );
    expect(await thought()).toEqual([]);
    expect(await thought('choir')).toEqual([]);
  });
});

describe('a text that takes a stance', () => {
  it.each([
    'Mat dislikes RabbitMQ.',
    'She finds Ingrid lovely.',
    'I never liked influx.',
    'They mistrust the sensor.',
    'He is fed up with the rain.',
  ])('%s', (text) => expect(tellsStance(text)).toBe(true));

  it.each(['Callum is the son of Pip.', 'The server runs on port 80.', 'Anjali came on Tuesday.'])(
    'is not: %s',
    (text) => expect(tellsStance(text)).toBe(false),
  );
});
