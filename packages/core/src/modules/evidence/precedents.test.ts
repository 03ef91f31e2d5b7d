import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

type Told = Parameters<Mneme['remember']>[0];

async function choir() {
  const { memory, clock } = await openTestMemory();
  const tell = async (content: string, note: object): Promise<string> => {
    clock.advance(60_000);
    const { id } = await memory.remember({
      content,
      note: { about: 'choir e-mails', aspect: 'sending', value: 'x', ...note },
    } as Told);
    return id;
  };
  const once = await tell('E-mails to the choir go to the whole choir at once.', { type: 'howto' });
  await tell('All e-mails to the choir at once bounced.', {
    type: 'event',
    status: 'done',
    outcome: { of: 'sending an e-mail to the whole choir', went: 'bad', under: 'all at once' },
  });
  await tell('E-mails to the choir in batches of ten went through.', {
    type: 'event',
    status: 'done',
    outcome: { of: 'sending e-mails to the choir in batches', went: 'good', under: 'ten each' },
  });
  await tell('E-mails to the choir go out in batches of ten.', {
    type: 'howto',
    replaces: [once],
  });
  await tell('E-mails to the choir must never carry large files.', { type: 'instruction' });
  await tell('The choir has 28 members.', { about: 'choir', aspect: 'members', type: 'fact' });
  await tell('Puccini sleeps on the keyboard.', { about: 'Puccini', aspect: 'bed', type: 'fact' });
  return memory;
}

describe('the ways of a task', () => {
  it('are told by how-tos, rules and outcomes, as they stand, and by nothing else', async () => {
    const memory = await choir();
    const { ways, strategies } = await memory.strategies.find({
      task: 'send an e-mail to the choir',
    });
    expect(strategies).toEqual([]);
    expect(ways.map(({ way, text }) => [way, text])).toEqual([
      ['never', 'E-mails to the choir must never carry large files.'],
      ['how', 'E-mails to the choir go out in batches of ten.'],
      ['worked', 'E-mails to the choir in batches of ten went through.'],
      ['failed', 'All e-mails to the choir at once bounced.'],
    ]);
  });

  it('are none of what nobody spoke of', async () => {
    const memory = await choir();
    const { ways } = await memory.strategies.find({ task: 'steam a plank of oak' });
    expect(ways).toEqual([]);
  });

  it('are every how-to that stands where no task is named', async () => {
    const memory = await choir();
    const { ways } = await memory.strategies.find();
    expect(ways.map(({ text }) => text)).toEqual([
      'E-mails to the choir go out in batches of ten.',
    ]);
  });
});

describe('an answer from all that is told', () => {
  it('says how a matter stands, though that shares no word with the question', async () => {
    const { memory, clock } = await openTestMemory();
    const tell = async (content: string, note: object): Promise<void> => {
      clock.advance(60_000);
      const about = 'Marsden v Dalgety';
      await memory.remember({ content, note: { about, value: 'x', ...note } } as Told);
    };
    await tell('In Marsden v Dalgety the office acts for Marsden.', { aspect: 'client' });
    await tell('The status of Marsden v Dalgety is asked on Mondays.', { aspect: 'reporting' });
    await tell('They took $84,000 all in; the deed is signed.', {
      ...{ aspect: 'settlement', type: 'event', status: 'done' },
    });
    await tell('Somebody heard that Dalgety will appeal.', { aspect: 'rumour', type: 'opinion' });
    for (const [at, name] of ['Ropata', 'Reweti', 'Okeroa', 'Anders'].entries())
      await tell(`The file of ${name} lies in drawer ${at}.`, { about: name, aspect: 'file' });
    const { text, latest } = await memory.paradigms.synthesise({
      query: 'status of Marsden v Dalgety',
      limit: 1,
    });
    expect(text).toContain('Told last: They took $84,000 all in; the deed is signed.');
    expect(latest.map((line) => line.text)).not.toContain(
      'Somebody heard that Dalgety will appeal.',
    );
    expect(latest.some((line) => line.text.includes('drawer'))).toBe(false);
  });

  it('says how a task is done, and not what a question only shares a word with', async () => {
    const memory = await choir();
    const { text } = await memory.paradigms.synthesise('send an e-mail to the choir');
    expect(text).toContain('Never: E-mails to the choir must never carry large files.');
    expect((await memory.paradigms.synthesise('Where does Puccini sleep?')).ways).toEqual([]);
  });

  it('tells of a thing that is named alone no other of its kind', async () => {
    const { memory, clock } = await openTestMemory();
    const tell = async (content: string, note: object): Promise<void> => {
      clock.advance(60_000);
      await memory.remember({ content, note: { aspect: 'x', value: 'x', ...note } } as Told);
    };
    await tell('The Christmas concert is at St Bede’s.', { about: 'Christmas concert' });
    const went = (of: string) => ({ type: 'event', outcome: { of, went: 'good' } });
    await tell('The winter concert made the president cry.', {
      ...{ about: 'winter concert', ...went('winter concert at the club') },
    });
    const answerTo = async (query: string) => (await memory.paradigms.synthesise(query)).ways;
    expect(await answerTo('Christmas concert')).toEqual([]);
    expect((await answerTo('cry at a winter concert')).map(({ text }) => text)).toEqual([
      'The winter concert made the president cry.',
    ]);
  });
});

describe('what somebody does next', () => {
  it('stands beside what was told that they did, and not beside what only belongs to them', async () => {
    const { memory, clock } = await openTestMemory();
    const tell = async (content: string, note: object): Promise<void> => {
      clock.advance(60_000);
      const told = { aspect: 'outage', value: 'x', type: 'event', status: 'done', ...note };
      await memory.remember({ content, note: told } as Told);
    };
    await tell('In January Tiago ran the migration at night, and it hung.', { about: 'Quayside' });
    await tell('In March Tiago renewed the certificate.', { about: 'certificate' });
    await tell('The nightly import took an hour.', { about: 'import', is: 'a job of Tiago' });
    const { entity } = await memory.foresight.foretell({ entity: 'Tiago' });
    expect(entity).toMatchObject({ known: true, next: [] });
    expect(entity?.did.map(({ text }) => text)).toEqual([
      'In March Tiago renewed the certificate.',
      'In January Tiago ran the migration at night, and it hung.',
    ]);
    expect((await memory.foresight.foretell({ entity: 'Ines' })).entity?.known).toBe(false);
  });
});
