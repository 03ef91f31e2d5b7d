import { opinionOn } from '../../../../test/support/opinion-on.js';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  type TestMemory,
} from '../../../../test/support/open-test-memory.js';
import type { Memory, Mneme } from '@mneme/mneme/index.js';
import type { ReflectionKind } from '@mneme/mneme/public-types.js';

const DAY = 86_400_000;

async function standing(memory: Mneme, kind: ReflectionKind): Promise<readonly Memory[]> {
  return (await memory.list({ kinds: [kind], limit: 500 })).memories;
}

async function observationOf(memory: Mneme, name: string): Promise<Memory> {
  const found = (await standing(memory, 'observation')).find(
    ({ metadata }) => metadata['aboutName'] === name,
  );
  if (found === undefined) throw new Error(`no observation of ${name}`);
  return found;
}

/** Tom moved from Leeds to Porto; Priya works at a ferry company. */
async function openFriends(file?: string): Promise<TestMemory> {
  const opened = await openTestMemory(file === undefined ? {} : { file });
  const { memory } = opened;
  await memory.rememberAll([
    {
      content: 'I live in Leeds and I work at Aire Valley Transit.',
      speaker: 'Tom',
      session: 'a',
      saidAt: '2025-02-03T10:00:00Z',
    },
    {
      content: 'Priya works at Farolim in Lisbon.',
      speaker: 'Tom',
      session: 'a',
      saidAt: '2025-02-03T10:01:00Z',
    },
    {
      content: 'I signed up for the Yorkshire Marathon, my first one ever.',
      speaker: 'Tom',
      session: 'b',
      saidAt: '2025-02-16T10:00:00Z',
    },
    {
      content: 'I live in Porto now, in a flat with a tiny balcony.',
      speaker: 'Tom',
      session: 'c',
      saidAt: '2025-07-06T10:00:00Z',
    },
  ]);
  return opened;
}

describe('an observation', () => {
  it('tells what holds now before what held before, dated, and rests on the memories that say so', async () => {
    const { memory } = await openFriends();
    const report = await memory.reflect();
    const observation = await observationOf(memory, 'Tom');
    expect(observation.content).toContain(
      'Tom lives in Porto (said 6 July 2025); before that Leeds (said 3 February 2025).',
    );
    expect(observation.content).toContain(
      'Tom works at Aire Valley Transit (said 3 February 2025).',
    );
    expect(observation.content).toContain(
      'Tom: “I signed up for the Yorkshire Marathon, my first one ever.”',
    );
    const reflected = report.changed.find(({ id }) => id === observation.id);
    const behind = await Promise.all((reflected?.evidence ?? []).map((id) => memory.show(id)));
    expect(behind.map(({ memory: { content } }) => content.slice(0, 15)).sort()).toEqual([
      'I live in Leeds',
      'I live in Porto',
      'I signed up for',
    ]);
    const { links } = await memory.show(observation.id);
    expect(
      links
        .filter(({ role, direction }) => role === 'derived_from' && direction === 'out')
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['lives_in', 'lives_in', 'topic', 'works_at']);
    expect(links.some(({ role, text }) => role === 'mentions' && text === 'Tom')).toBe(true);
  });

  it('is kept current under one identity; the past shows the former', async () => {
    const { memory, clock } = await openFriends();
    await memory.reflect();
    const before = await observationOf(memory, 'Tom');
    const then = clock.now();
    clock.advance(DAY);
    await memory.remember({
      content: 'I live in Berlin since last week.',
      speaker: 'Tom',
      session: 'd',
      saidAt: '2025-09-01T10:00:00Z',
    });
    clock.advance(DAY);
    const report = await memory.reflect();
    const after = await observationOf(memory, 'Tom');
    expect(report.kinds.observation).toMatchObject({
      renewed: expect.any(Number) as number,
      retracted: 0,
    });
    expect(after.metadata['key']).toBe(before.metadata['key']);
    expect(after.content).toMatch(/Tom lives in Berlin .*before that Porto/);
    const { memory: old } = await memory.show(before.id);
    expect(old).toMatchObject({ supersededBy: after.id, retractedAt: clock.now() });
    const past = await memory.recall({ query: 'Where does Tom live?', asOf: then });
    expect(past.beside.map(({ id }) => id)).toContain(before.id);
    const present = await memory.recall({ query: 'Where does Tom live?' });
    expect(present.beside.map(({ id }) => id)).toContain(after.id);
    expect(present.beside.map(({ id }) => id)).not.toContain(before.id);
  });

  it('does not take what was for what is', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'I live in Porto.', speaker: 'Ana', session: 'a', saidAt: '2025-01-01T10:00:00Z' },
      {
        content: 'Ana lived in Oslo until 2019.',
        speaker: 'Ben',
        session: 'b',
        saidAt: '2025-06-01T10:00:00Z',
      },
    ]);
    await memory.reflect();
    expect((await observationOf(memory, 'Ana')).content).toMatch(
      /^Ana lives in Porto \([^)]*\); before that Oslo/,
    );
  });

  it('tells a move and a change of mind as what they are, and nothing by hearsay', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      {
        content: 'I live in Bristol, near the harbour.',
        speaker: 'Nadia',
        session: 'a',
        saidAt: '2025-01-08T10:00:00Z',
      },
      {
        content: 'My favourite colour is green.',
        speaker: 'Nadia',
        session: 'a',
        saidAt: '2025-01-08T10:01:00Z',
      },
      {
        content: 'I live in Bergen.',
        speaker: 'Marcus',
        session: 'a',
        saidAt: '2025-01-08T10:02:00Z',
      },
      {
        content: 'I moved to Cardiff last weekend.',
        speaker: 'Nadia',
        session: 'b',
        saidAt: '2025-04-20T10:00:00Z',
      },
      {
        content: 'My friend says Marcus lives in Leeds already, haha.',
        speaker: 'Nadia',
        session: 'b',
        saidAt: '2025-04-21T10:00:00Z',
      },
      {
        content: 'My favourite colour is blue these days.',
        speaker: 'Nadia',
        session: 'c',
        saidAt: '2025-10-02T10:00:00Z',
      },
    ]);
    await memory.reflect();
    const nadia = (await observationOf(memory, 'Nadia')).content;
    expect(nadia).toContain(
      'Nadia lives in Cardiff (moved there, weekend of 12 April 2025); before that Bristol (said 8 January 2025).',
    );
    expect(nadia).toContain('Nadia likes blue (said 2 October 2025); liked green.');
    expect((await observationOf(memory, 'Marcus')).content).toContain(
      'Marcus lives in Bergen (said 8 January 2025).',
    );
    const { conflicts } = await memory.validity.conflicts({ scan: true });
    const written = new Set(
      (await memory.list({ kinds: ['observation'], limit: 50 })).memories.map(({ id }) => id),
    );
    expect(written.size).toBeGreaterThan(1);
    expect(
      conflicts.filter(({ older, newer }) => written.has(older) || written.has(newer)),
    ).toEqual([]);
  });

  it('goes when its evidence is forgotten, and is marked as stale until then', async () => {
    const { memory } = await openFriends();
    await memory.reflect();
    const all = (await memory.list({ speaker: 'Tom', limit: 50 })).memories.map(({ id }) => id);
    const lives = (await memory.list({ match: 'balcony' })).memories[0]?.id ?? '';
    await memory.forget([lives]);
    const [stale] = (await memory.recall({ query: 'Where does Tom live?' })).beside;
    expect(stale?.stale).toMatch(/^1 of the memories it rests on/);
    await memory.reflect();
    expect((await observationOf(memory, 'Tom')).content).toContain('Tom lives in Leeds');
    expect((await memory.recall({ query: 'Where does Tom live?' })).beside[0]?.stale).toBeNull();
    await memory.forget(all);
    const report = await memory.reflect();
    expect(report.kinds.observation.retracted).toBeGreaterThan(0);
    expect(await standing(memory, 'observation')).toEqual([]);
    await memory.undo({ ids: all });
    await memory.reflect();
    expect((await observationOf(memory, 'Tom')).content).toContain('Tom lives in Porto');
  });
});

describe('opinions that are formed', () => {
  const says = (content: string, speaker: string, session: string) => ({
    content,
    speaker,
    session,
    saidAt: `2025-03-0${session}T10:00:00Z`,
  });

  it('need more than one statement, grow with agreement and shrink with what speaks against them', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      says('I love strong coffee in the morning.', 'Tom', '1'),
      says('I hate coriander.', 'Tom', '1'),
    ]);
    await memory.reflect();
    expect((await memory.opinions.list()).opinions).toEqual([]);
    await memory.rememberAll([says('Honestly, I like strong coffee more than sleep.', 'Tom', '2')]);
    await memory.reflect();
    const [formed] = (await memory.opinions.list()).opinions;
    expect(formed).toMatchObject({
      content: 'Tom likes strong coffee.',
      holder: 'Tom',
      formed: true,
      stale: false,
      against: [],
    });
    expect(formed?.evidence).toHaveLength(2);
    await memory.remember(says('I really enjoy strong coffee with a friend.', 'Tom', '3'));
    await memory.reflect();
    const grown = await opinionOn(memory, 'coffee');
    expect(grown?.id).toBe(formed?.id);
    expect(grown?.confidence).toBeGreaterThan(formed?.confidence ?? 1);
    await memory.remember(says('I dislike strong coffee these days.', 'Tom', '4'));
    await memory.reflect();
    const doubted = await opinionOn(memory, 'coffee');
    expect(doubted).toMatchObject({ id: formed?.id, content: 'Tom likes strong coffee.' });
    expect(doubted?.confidence).toBeLessThan(grown?.confidence ?? 0);
    expect(doubted?.against).toHaveLength(1);
    expect((await memory.opinions.list({ below: 0.01 })).opinions).toEqual([]);
  });

  it('are the bank’s own where nobody is named, also of what is judged', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'The staging server is unreliable.',
      'I find the staging server annoying.',
      'I love rye bread.',
      'I enjoy rye bread with butter.',
    ]);
    await memory.reflect();
    expect(
      (await memory.opinions.list()).opinions
        .map(({ content, holder }) => [content, holder])
        .sort(),
    ).toEqual([
      ['I like rye bread.', 'self'],
      ['I think little of the staging server.', 'self'],
    ]);
  });

  it('go when too little of their evidence is left, and turn round when most speak against them', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      says('I love opera in summer.', 'Ana', '1'),
      says('I really like opera.', 'Ana', '2'),
    ]);
    await memory.reflect();
    const before = await opinionOn(memory, 'opera');
    await memory.rememberAll([
      says('I hate opera.', 'Ana', '3'),
      says('I dislike opera, all of it.', 'Ana', '4'),
      says('I can’t stand opera.', 'Ana', '5'),
    ]);
    await memory.reflect();
    const after = await opinionOn(memory, 'opera');
    expect(after).toMatchObject({ content: 'Ana dislikes opera.' });
    expect((await memory.show(before?.id ?? '')).memory.supersededBy).toBe(after?.id);
    await memory.forget([...receipts.map(({ id }) => id), ...(after?.evidence ?? [])]);
    await memory.reflect();
    expect(await opinionOn(memory, 'opera')).toBeUndefined();
  });
});

describe('principles', () => {
  it('need three independent memories, and name what speaks against them', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'The bread collapsed because I overproofed it.',
      'The loaf collapsed because it was overproofed.',
    ]);
    await memory.reflect();
    expect(await standing(memory, 'principle')).toEqual([]);
    await memory.rememberAll([
      'My bread collapsed again because I overproofed the dough.',
      'Overproofed the dough once more, but the bread did not collapse.',
    ]);
    const report = await memory.reflect();
    const [principle] = await standing(memory, 'principle');
    expect(principle?.content).toMatch(/^Seen again and again: “.*collapsed.*overproofed/);
    expect(principle?.metadata).toMatchObject({ agreeing: 3, disagreeing: 1 });
    expect(principle?.confidence).toBeCloseTo(4 / 6);
    expect(report.changed.find(({ kind }) => kind === 'principle')).toMatchObject({
      about: null,
      evidence: expect.objectContaining({ length: 3 }) as string[],
      against: expect.objectContaining({ length: 1 }) as string[],
    });
    const { links } = await memory.show(principle?.id ?? '');
    expect(links.filter(({ role }) => role === 'derived_from')).toHaveLength(3);
    expect(links.filter(({ role }) => role === 'conflicts_with')).toHaveLength(1);
  });

  it('are made of what is always or never to be done; turns of one talk are one source', async () => {
    const { memory } = await openTestMemory();
    const rule = (content: string, session: string) => ({ content, speaker: 'Ana', session });
    await memory.rememberAll([
      rule('Never deploy the site on a Friday.', 'a'),
      rule('Don’t deploy the site on Fridays!', 'a'),
      rule('You should never deploy the site on a Friday.', 'b'),
    ]);
    await memory.reflect();
    expect(await standing(memory, 'principle')).toEqual([]);
    await memory.remember(rule('We must not deploy the site on a Friday, again.', 'c'));
    await memory.reflect();
    const [principle] = await standing(memory, 'principle');
    expect(principle?.content).toMatch(/^Said again and again: “.*deploy.*Friday/);
    await memory.remember(rule('We must never deploy the site on a Friday evening.', 'd'));
    await memory.reflect();
    const renewed = await standing(memory, 'principle');
    expect(renewed.map(({ metadata }) => metadata['key'])).toEqual([principle?.metadata['key']]);
    expect(renewed[0]?.confidence).toBeGreaterThan(principle?.confidence ?? 1);
    const said = (await memory.list({ match: 'deploy', limit: 50 })).memories.filter(
      ({ kind }) => kind === 'experience',
    );
    await memory.forget(said.slice(0, 3).map(({ id }) => id));
    await memory.reflect();
    expect(await standing(memory, 'principle')).toEqual([]);
  });
});

describe('a reflection', () => {
  it('changes nothing the second time, and nothing that was said', async () => {
    const { memory } = await openFriends();
    const said = (await memory.list({ limit: 100 })).memories;
    await memory.care.configure({ scepticism: 5, literalism: 5, empathy: 5 });
    await memory.reflect();
    const { changes } = await memory.care.stats();
    expect(await memory.reflect()).toMatchObject({ changed: [], considered: 0 });
    expect(await memory.reflect({ since: 0 })).toMatchObject({ changed: [] });
    expect(await memory.reflect({ about: 'Tom' })).toMatchObject({ changed: [] });
    expect((await memory.care.stats()).changes).toBe(changes);
    expect(await Promise.all(said.map(async ({ id }) => (await memory.show(id)).memory))).toEqual(
      said,
    );
  });

  it('never counts what it wrote: said again by an agent it is an echo, given as evidence it is refused', async () => {
    const { memory } = await openFriends();
    await memory.reflect();
    const { content, id } = await observationOf(memory, 'Tom');
    expect(await memory.remember({ content, source: 'agent' })).toMatchObject({
      outcome: 'recalled',
      id,
    });
    await memory.rememberAll([
      { content: 'I love tea.', speaker: 'Tom', session: 'x' },
      { content: 'I like tea a lot.', speaker: 'Tom', session: 'y' },
    ]);
    await memory.reflect();
    const opinion = await opinionOn(memory, 'tea');
    await expect(
      memory.opinions.weigh({
        move: 'reinforce',
        id: opinion?.id ?? '',
        evidence: [(await observationOf(memory, 'Tom')).id],
      }),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'opinion.evidence' });
    expect((await memory.metamemory.knows('Tom')).memories).toBe(
      (await memory.list({ limit: 100 })).memories.filter(({ tags }) => tags.length === 0).length,
    );
    await expect(
      memory.remember({ content: 'x y z', tags: ['mneme:reflected'] }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('stands beside the evidence in a recall, never before it, unless its kind is asked for', async () => {
    const { memory } = await openFriends();
    const ask = { query: 'Where does Tom live?', limit: 10 };
    const before = (await memory.recall(ask)).results.map(({ id }) => id);
    await memory.reflect();
    const after = await memory.recall(ask);
    expect(after.results.map(({ id }) => id)).toEqual(before);
    expect(after.beside.length).toBeGreaterThan(0);
    expect((await memory.recall({ ...ask, reflections: 0 })).beside).toEqual([]);
    const asked = await memory.recall({ ...ask, kinds: ['observation'] });
    expect(asked.results.length).toBeGreaterThan(0);
    expect(asked.results.every(({ kind }) => kind === 'observation')).toBe(true);
    expect(asked.beside).toEqual([]);
    const tight = await memory.recall({ ...ask, limit: 1, fields: ['content'], tokenBudget: 60 });
    expect(tight.tokens).toBeLessThanOrEqual(60);
    expect(tight.beside).toEqual([]);
  });

  it('can be stopped between two entities and goes on where it was', async () => {
    const { memory } = await openFriends();
    const controller = new AbortController();
    const seen: number[] = [];
    const onProgress = (done: number): void => {
      seen.push(done);
      if (done === 1) controller.abort();
    };
    await expect(memory.reflect({ signal: controller.signal, onProgress })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(seen).toEqual([1]);
    await memory.reflect();
    const complete = (await standing(memory, 'observation')).map(({ content }) => content).sort();
    const { memory: other } = await openFriends();
    await other.reflect();
    expect((await standing(other, 'observation')).map(({ content }) => content).sort()).toEqual(
      complete,
    );
  });

  it('is seen by another process on the same file, and by the bank when it is opened again', async () => {
    const file = temporaryFile();
    const { memory } = await openFriends(file);
    const { memory: other } = await openTestMemory({ file });
    await other.recall('Where does Tom live?');
    await memory.reflect();
    const { beside } = await other.recall('Where does Tom live?');
    expect(beside[0]?.id).toBe((await observationOf(memory, 'Tom')).id);
    expect(await other.reflect()).toMatchObject({ changed: [] });
  });

  it('writes anew in another disposition, about whom it is asked alone, and of the kinds asked for', async () => {
    const { memory } = await openFriends();
    await memory.reflect({ about: 'Tom', kinds: ['observation'] });
    expect(
      (await standing(memory, 'observation')).map(({ metadata }) => metadata['aboutName']),
    ).toEqual(['Tom']);
    expect((await observationOf(memory, 'Tom')).content).not.toContain('by their own word');
    expect(await memory.care.configure({ scepticism: 5 })).toMatchObject({
      changed: true,
      disposition: { scepticism: 5, literalism: 3, empathy: 3 },
    });
    expect(await memory.care.configure({ scepticism: 5 })).toMatchObject({ changed: false });
    await memory.reflect();
    expect((await observationOf(memory, 'Tom')).content).toContain('by their own word');
    await expect(memory.reflect({ about: 'Nobody here' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.care.configure({ scepticism: 6 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'settings.scepticism',
    });
  });
});

describe('two processes', () => {
  it('that reflect on one file at once leave one reflection under each identity', async () => {
    const file = temporaryFile();
    const { memory } = await openFriends(file);
    const { memory: other } = await openTestMemory({ file });
    await Promise.all([
      memory.reflect(),
      other.reflect(),
      memory.remember({ content: 'Tom has a bike.', speaker: 'Priya', session: 'z' }),
    ]);
    await Promise.all([memory.reflect(), other.reflect()]);
    const keys = (await standing(memory, 'observation')).map(({ metadata }) => metadata['key']);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
    expect((await observationOf(other, 'Tom')).content).toContain('bike');
    expect((await other.care.doctor()).problems).toEqual([]);
  });
});
