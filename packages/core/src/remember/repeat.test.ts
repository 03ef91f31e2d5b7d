import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import type { RememberInput } from '@mneme/mneme/index.js';

const DAYS = ['2026-01-11', '2026-04-11', '2026-06-11'] as const;

async function toldOn(days: readonly string[], input: Omit<RememberInput, 'saidAt'>) {
  const opened = await openTestMemory();
  const outcomes: string[] = [];
  for (const [at, day] of days.entries()) {
    const { outcome } = await opened.memory.remember({
      session: `s${at}`,
      ...input,
      saidAt: `${day}T10:0${at}:00Z`,
    });
    outcomes.push(outcome);
  }
  return { ...opened, outcomes };
}

describe('what happens is told once for each time', () => {
  it.each([
    ['The build server crashed again.', 'build server'],
    ['The build server crashed.', 'build server'],
    ['Called mum.', 'mum'],
    ['Watered the orchids on the landing.', 'orchids'],
    ['Had lunch with Maria at the Indian place.', 'lunch'],
    ['The staging cluster is down again.', 'staging cluster'],
    ['Der Server ist wieder abgestürzt.', 'Server'],
    ['Ich habe die Pflanzen im Büro gegossen.', 'Pflanzen'],
    ['Le serveur est tombé en panne.', 'serveur'],
    ['El servidor de correo se cayó otra vez.', 'servidor'],
    ['Сервер опять упал.', 'сервер'],
    ['サーバーがまた落ちました。', 'サーバー'],
    ['服务器又崩溃了。', '服务器'],
    ['서버가 또 다운됐어요.', '서버가'],
  ])('each telling of “%s” is found by its own day', async (content, asked) => {
    const { memory, outcomes } = await toldOn(DAYS, { content });
    expect(outcomes).toEqual(['remembered', 'remembered', 'remembered']);
    for (const day of DAYS) {
      const { results } = await memory.recall({
        query: asked,
        from: day,
        to: `${day}T23:59:59Z`,
      });
      expect(
        results.map(({ occurred }) => new Date(occurred.from).toISOString().slice(0, 10)),
      ).toEqual([day]);
    }
  });

  it.each([
    'When did the build server last crash?',
    'When was the last time the build server crashed?',
    'When did the build server crash most recently?',
  ])('the last one answers “%s”', async (question) => {
    const { memory } = await toldOn(DAYS, {
      content: 'The build server crashed again.',
      speaker: 'Ann',
    });
    for (const content of [
      'The office has a new printer.',
      'Lunch was late today.',
      'The printer jammed.',
    ])
      await memory.remember({ content, saidAt: '2026-06-20T09:00:00Z', speaker: 'Ann' });
    const { results } = await memory.recall(question);
    expect(results[0]?.content).toBe('The build server crashed again.');
    expect(new Date(results[0]?.occurred.from ?? 0).toISOString()).toMatch(/^2026-06-11/);
  });

  it.each([
    ['When did the build server last crash?', '2026-06-11'],
    ['When did the build server first crash?', '2025-09-02'],
    ['When did the build server crash in April 2026?', '2026-04-11'],
    ['Wann ist der Heizkessel zuletzt ausgefallen?', '2026-06-11'],
  ])('among other talk of the same days, “%s” is answered by %s', async (question, day) => {
    const { memory } = await openTestMemory();
    for (const [at, said] of ['2025-09-02', '2025-10-11', ...DAYS].entries())
      await memory.rememberAll(
        [
          'The build server crashed again.',
          'I went to the dentist.',
          'Der Heizkessel ist wieder ausgefallen.',
          `We talked about printer number ${at}.`,
        ].map((content) => ({
          content,
          speaker: 'Ann',
          session: `s${at}`,
          saidAt: `${said}T10:00:00Z`,
        })),
      );
    const { results } = await memory.recall(question);
    expect(new Date(results[0]?.occurred.from ?? 0).toISOString().slice(0, 10)).toBe(day);
  });

  it('a daily entry does not fill the answer', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      Array.from({ length: 60 }, (_, at) => ({
        content: 'Watered the orchids on the landing.',
        saidAt: new Date(Date.UTC(2026, 0, 1 + at, 9)).toISOString(),
      })),
    );
    await memory.remember({ content: 'The orchids came from Lena.', saidAt: '2025-12-01' });
    const { results } = await memory.recall('What about the orchids on the landing?');
    expect(results.map(({ content }) => content)).toContain('The orchids came from Lena.');
    expect(results.filter(({ content }) => content.startsWith('Watered'))).toHaveLength(8);
    const { results: last } = await memory.recall('When did I last water the orchids?');
    expect(new Date(last[0]?.occurred.from ?? 0).toISOString().slice(0, 10)).toBe('2026-03-01');
  });

  it('told again on its day, or by the same turn, it is the same', async () => {
    const { memory } = await openTestMemory();
    const turn = {
      content: 'The build server crashed again.',
      speaker: 'Ann',
      session: 's1',
      turn: '4',
    };
    const { id } = await memory.remember({ ...turn, saidAt: '2026-01-11T09:00:00Z' });
    await memory.remember({ ...turn, saidAt: '2026-04-11T09:00:00Z', session: 's2' });
    // The speaker's day began before midnight UTC.
    expect(
      await memory.remember({
        ...turn,
        session: 's3',
        turn: '1',
        saidAt: '2026-01-11T21:00:00-02:00',
      }),
    ).toMatchObject({ outcome: 'reinforced', id });
    expect(await memory.remember({ ...turn, saidAt: '2026-01-11T09:00:00Z' })).toMatchObject({
      outcome: 'known',
      id,
    });
  });

  it('a file that tells of three times adds nothing when it is read again', async () => {
    const { memory } = await openTestMemory();
    const inputs = DAYS.map((day) => ({
      content: 'The nightly backup failed with code 13.',
      source: 'tool' as const,
      origin: 'log.jsonl',
      saidAt: `${day}T03:00:00Z`,
    }));
    const outcomes = async () =>
      (await memory.rememberAll(inputs)).receipts.map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['remembered', 'remembered', 'remembered']);
    expect(await outcomes()).toEqual(['known', 'known', 'known']);
  });

  it('told without a moment, a retry is known and another day is another time', async () => {
    const { memory, clock } = await openTestMemory();
    const told = { content: 'The build server crashed again.', session: 'one' };
    await memory.remember(told);
    clock.advance(60_000);
    expect(await memory.remember(told)).toMatchObject({ outcome: 'known' });
    clock.advance(3 * 86_400_000);
    expect(await memory.remember(told)).toMatchObject({ outcome: 'remembered' });
  });

  it('says so in other light words too', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: 'The build server crashed again this way.',
      saidAt: '2026-01-11',
    });
    expect(
      await memory.remember({
        content: 'well, the build server just crashed again this way',
        saidAt: '2026-04-11',
      }),
    ).toMatchObject({ outcome: 'remembered' });
  });
});

describe('what holds is told again', () => {
  it.each([
    'I like green tea.',
    'I moved to Ghent.',
    'My sister lives in Ghent.',
    'My grandmother died.',
    'Paris is the capital of France.',
    'We decided to use Postgres.',
    'I have worked at Acme for ten years.',
    'The staging database is called mercury.',
    'Never push to main on Fridays.',
    'Ich mag grünen Tee.',
    'Ma sœur habite à Lyon.',
    '我喜欢绿茶。',
    '저는 녹차를 좋아해요.',
  ])('“%s” stays one memory with more evidence', async (content) => {
    const { outcomes } = await toldOn(DAYS, { content });
    expect(outcomes).toEqual(['remembered', 'reinforced', 'reinforced']);
  });
});

describe('each telling', () => {
  const TOLD = [
    [
      'Power cut in the office.',
      'power cut in the office',
      'When was the last power cut in the office?',
    ],
    [
      'Another outage at the depot',
      'outage at the depot',
      'When was the most recent outage at the depot?',
    ],
    ['O servidor caiu.', 'servidor', 'Quando foi a última vez que o servidor caiu?'],
    ['Stromausfall im Büro.', 'Stromausfall', 'Wann war der letzte Stromausfall im Büro?'],
    ['Panne de courant au bureau.', 'panne de courant', 'When was the last panne de courant?'],
    ['Corte de luz en la oficina.', 'corte de luz', 'When was the last corte de luz?'],
    [
      'Kesinti var, ofis karanlık.',
      'kesinti var, ofis karanlık',
      'Ofis en son ne zaman karanlık oldu?',
    ],
    ['Awaria prądu w biurze.', 'awaria prądu', 'When was the last awaria prądu?'],
    ['オフィスで停電。', '停電', 'When was the last 停電?'],
    ['办公室停电。', '停电', 'When was the last 停电?'],
    [
      'The office has no heating.',
      'heating in the office',
      'When did the office last have no heating?',
    ],
    ['I like green tea.', 'green tea', 'When did I last say that I like green tea?'],
  ] as const;
  const dayOf = (at: number | undefined): string => new Date(at ?? 0).toISOString().slice(0, 10);

  it.each(TOLD)('of “%s” is found by its own day', async (content, query, last) => {
    const { memory } = await toldOn(DAYS, { content });
    for (const day of DAYS) {
      const { results } = await memory.recall({ query, from: day, to: day });
      expect(results.map(({ content }) => content)).toEqual([content]);
      expect(dayOf(results[0]?.occurred.from)).toBe(day);
      expect((await memory.list({ from: day, to: day })).memories).toHaveLength(1);
      expect((await memory.browse.timeline({ from: day, to: day })).total).toBe(1);
    }
    for (const day of ['2026-01-10', '2026-04-12']) {
      expect((await memory.recall({ query, from: day, to: day })).results).toEqual([]);
      expect((await memory.list({ from: day, to: day })).memories).toEqual([]);
      expect((await memory.browse.timeline({ from: day, to: day })).total).toBe(0);
    }
    const { results } = await memory.recall({ query: last, now: '2026-07-01T12:00:00Z' });
    expect(dayOf(results[0]?.occurred.from)).toBe('2026-06-11');
  });

  it('is found after the file was opened again, and by a day as it was told alone', async () => {
    const file = temporaryFile();
    const content = 'Power cut in the office.';
    const { memory } = await openTestMemory({ file });
    for (const saidAt of ['2026-01-11', '2026-04-11', '2026-06-11'])
      await memory.remember({ content, saidAt });
    await memory.close();
    const { memory: again } = await openTestMemory({ file });
    for (const day of ['2026-01-11', '2026-04-11', '2026-06-11']) {
      const { results } = await again.recall({ query: 'power cut', from: day, to: day });
      expect(results.map(({ occurred }) => dayOf(occurred.from))).toEqual([day]);
      expect((await again.list({ from: day, to: day })).memories).toHaveLength(1);
    }
    const { results } = await again.recall({
      query: 'Was there a power cut in April 2026?',
      now: '2026-07-01T12:00:00Z',
    });
    expect(dayOf(results[0]?.occurred.from)).toBe('2026-04-11');
    expect(results[0]?.provenance).toContain('last on 11 June 2026');
  });

  it('of a text that names its day is of that day alone', async () => {
    const { memory } = await toldOn(DAYS, {
      content: 'The office was without power on 3 January 2026.',
    });
    const { memories } = await memory.list({ from: '2026-04-11', to: '2026-04-11' });
    expect(memories).toEqual([]);
    expect((await memory.list({ from: '2026-01-03', to: '2026-01-03' })).memories).toHaveLength(1);
  });

  it('by a tool is one, although recall had delivered the one before', async () => {
    const { memory } = await openTestMemory();
    const told = { content: 'Power cut in the office.', source: 'tool' as const };
    await memory.remember({ ...told, saidAt: '2026-01-11T10:00:00Z' });
    await memory.recall('power cut in the office');
    await memory.remember({ ...told, saidAt: '2026-04-11T10:00:00Z' });
    const { memories } = await memory.list({ from: '2026-04-11', to: '2026-04-11' });
    expect(memories).toHaveLength(1);
  });

  it('is no reason to forget what was told first on another day', async () => {
    const { memory } = await toldOn(DAYS, { content: 'I like green tea.' });
    const { changed } = await memory.forget({ from: '2026-04-11', to: '2026-04-11' });
    expect(changed).toEqual([]);
  });
});

describe('occurredFrom', () => {
  it('is kept for each telling, whatever the words are', async () => {
    const { memory } = await openTestMemory();
    const receipts = [];
    for (const occurredFrom of DAYS)
      receipts.push(
        await memory.remember({ content: 'Blood pressure is 120 over 80.', occurredFrom }),
      );
    expect(receipts.map(({ outcome }) => outcome)).toEqual([
      'remembered',
      'remembered',
      'remembered',
    ]);
    for (const [at, day] of DAYS.entries()) {
      const { results } = await memory.recall({
        query: 'blood pressure',
        from: day,
        to: `${day}T23:00:00Z`,
      });
      expect(results.map(({ id }) => id)).toEqual([receipts[at]?.id]);
    }
  });

  it('that names the same time again is more evidence', async () => {
    const { memory, clock } = await openTestMemory();
    const told = { content: 'The build server crashed.', occurredFrom: '2026-01-11' };
    const { id } = await memory.remember(told);
    clock.advance(5 * 86_400_000);
    expect(await memory.remember(told)).toMatchObject({ outcome: 'reinforced', id });
  });
});
