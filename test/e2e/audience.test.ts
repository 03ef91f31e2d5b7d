/** What somebody may not know is told to them at no door: every verb, in every way it is called. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseCoerced } from '../../packages/core/src/domain/input.js';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import type { Operation } from '../../packages/core/src/operations/operation.js';
import { OPERATIONS } from '../../packages/mneme/src/operations/table.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { filled, furtherSamples, samples, type Sample } from '../support/operation-samples.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { scriptedReader } from '../support/scripted-reader.js';
import { serveTestMemory } from '../support/served-memory.js';

const WORDS = [
  ...['Zorblax', 'Quillon', 'zeppelin', '7741903', 'Yttrium', 'Vantablack', 'SECRET-99'],
  ...['clandestine', 'cabal-session', 'obsidian', 'Umbrio'],
];

/** Tells a bank what Ola may not know, in each way that leaves another trace; returns its words and ids. */
async function tellSecrets(memory: Mneme, known: string): Promise<readonly string[]> {
  const { receipts } = await memory.rememberAll([
    {
      content: "Don't tell Ola: Zorblax plans a surprise in Porto with Tom Okafor on Friday.",
      speaker: 'Quillon',
      session: 'cabal-session',
      tags: ['clandestine'],
      metadata: { ticket: 'SECRET-99' },
    },
    {
      content: 'The pool size of the staging database is 7741903.',
      audience: { not: ['Ola'] },
      saidAt: '2025-07-02T10:00:02Z',
    },
    { content: 'Tom Okafor moved to Zorblax, and he likes obsidian.', audience: { only: ['HR'] } },
  ]);
  const ids = receipts.map(({ id }) => id);
  const note = await memory.remember({
    content: 'Tom Okafor gives Priya a zeppelin.',
    note: { about: 'Tom Okafor', aspect: 'gift', value: 'zeppelin', turns: [ids[0]!] },
  });
  const forgotten = await memory.remember({
    content: 'Priya sold Zorblax to Tom Okafor.',
    audience: { not: ['Ola'] },
  });
  await memory.forget([forgotten.id], 'Vantablack');
  const alone = await memory.remember({
    content: 'Priya met Wolfgang Umbrio in Porto.',
    audience: { not: ['Ola'] },
  });
  await memory.forget([alone.id]);
  const updated = await memory.update(ids[2]!, 'Tom Okafor moved to Yttrium last Saturday.');
  const merged = await memory.rememberAll([
    { content: 'The obsidian lamp hums.', audience: { not: ['Ola'] } },
    { content: 'The lamp in the cellar is humming.' },
  ]);
  await memory.curation.merge({ ids: merged.receipts.map(({ id }) => id) });
  const { resultIds, results } = await memory.recall('What gift does Tom Okafor give Priya?');
  const at = results.findIndex(({ id }) => id === ids[0] || id === note.id);
  await memory.feedback({ verdict: 'useful', result: resultIds[at]!, note: 'Zorblax it is' });
  await memory.validity.conflicts({ scan: true });
  await memory.reflect({});
  await memory.foresight.predict({
    action: 'pay',
    state: ['paid'],
    probability: 0.6,
    beliefs: [ids[1]!, known],
  });
  return [...WORDS, ...ids, note.id, forgotten.id, updated.id];
}

const ASKED: readonly Sample[] = [
  ['recall', { query: 'What surprise is planned on Friday?', limit: 50, reflections: 10 }],
  ['recall', { query: 'What is the pool size of the staging database?', limit: 50 }],
  ['recall', { query: 'Where did Tom Okafor move?', asOf: '2100-01-01', limit: 50 }],
  ['context', { query: 'What gift does Tom Okafor give Priya?', maxTokens: 8_000, verbosity: 2 }],
  ['context', { query: 'Plan the surprise on Friday', mode: 'raw', maxTokens: 8_000 }],
  ['brief', { about: 'Tom Okafor', maxTokens: 8_000 }],
  ['brief', { maxTokens: 8_000 }],
  ['about', { about: 'Tom Okafor', recent: 200 }],
  ['list', { limit: 500, forgotten: true }],
  ['list', { limit: 500, onlyForgotten: true }],
  ['list', { limit: 100, match: 'surprise gift pool size moved' }],
  ['list', { limit: 100, order: 'newest' }],
  ['log', { limit: 100 }],
  ['diff', { from: '2020-01-01', to: '2100-01-01', limit: 100 }],
  ['timeline', { limit: 100 }],
  ['entities', { limit: 100 }],
  ['graph', { of: 'Tom Okafor', hops: 3 }],
  ['graph', {}],
  ['conflicts', {}],
  ['check', { text: 'The pool size of the staging database is 20.' }],
  ['knows', { about: 'Tom Okafor' }],
  ['status', {}],
  ['opinions', {}],
  ['synthesise', { query: 'Where did Tom Okafor move, and what is the surprise?' }],
  ['reading', {}],
  ['reading', { next: true, limit: 50 }],
  ['causes', { outcome: 'Tom moved' }],
  ['advise', { goal: 'Prepare the surprise for Tom Okafor' }],
  ['quarantine', {}],
  ['world', {}],
  ['forecasts', {}],
  ['stats', {}],
  ['test', { cases: [{ ask: 'What is the pool size?', mustReturn: ['30'] }], mutants: 2 }],
];

/** What an answer has of secrets that the question itself did not name. */
function leaks(answer: string, asked: unknown, secrets: readonly string[]): string[] {
  const question = JSON.stringify(asked);
  return secrets.filter(
    (word) =>
      !question.toLowerCase().includes(word.toLowerCase()) &&
      answer.toLowerCase().includes(word.toLowerCase()),
  );
}

async function answerOf(memory: Mneme, [name, input]: Sample): Promise<string> {
  const operation = OPERATIONS[name] as unknown as Operation;
  try {
    const parsed = parseCoerced(operation.input, input, name);
    return JSON.stringify(await operation.run(memory, parsed, {})) ?? '';
  } catch (error) {
    if ((error as Error).name !== 'MnemeError') throw error;
    return JSON.stringify(error);
  }
}

describe('what Ola may not know', () => {
  it('is in no answer of any verb to her', async () => {
    const ids = await filled();
    const memory = await openMemory({ file: ids.file });
    try {
      const secrets = await tellSecrets(memory, ids.memory);
      const ola = memory.as({ recipient: 'Ola' });
      const calls: Sample[] = [
        ...ASKED,
        ...secrets
          .filter((word) => word.startsWith('m_'))
          .flatMap((id): Sample[] => [
            ['show', { id, history: true, source: true }],
            ['cite', { tags: [id], neighbours: true }],
            ['explain', { id }],
            ['why', { query: 'What is planned?', memory: id }],
            ['forget', { ids: [id] }],
            ['undo', { ids: [id] }],
            ['update', { id, addTags: ['seen'] }],
            ['verify', { memory: id }],
            ['merge', { ids: [id, ids.memory] }],
          ]),
        ...(Object.entries(samples(ids)) as Sample[]),
        ...furtherSamples(ids),
        ...ASKED,
      ];
      const told: string[] = [];
      for (const call of calls) {
        const answer = await answerOf(ola, call);
        told.push(...leaks(answer, call, secrets).map((word) => `${call[0]}: ${word}`));
      }
      expect(told).toEqual([]);
      await expect(ola.webhooks.manage({ url: 'https://hooks.example/ola' })).rejects.toMatchObject(
        { code: 'denied' },
      );
      // The owner is told all of it, by the same questions.
      const all = await Promise.all(ASKED.map((call) => answerOf(memory, call)));
      for (const word of ['Zorblax', 'zeppelin', '7741903', 'Yttrium', 'Quillon', 'SECRET-99'])
        expect(all.join('\n')).toContain(word);
    } finally {
      await memory.close();
    }
  }, 120_000);

  it('is behind no door of a server, for a key that reads for her', async () => {
    const ids = await filled();
    const served = await serveTestMemory({
      file: ids.file,
      threads: { threads: 1, atOnce: 2, open: { file: ids.file } },
    });
    const secrets = await tellSecrets(served.memory, ids.memory);
    const { keys } = served.memory.file;
    const { key: root } = await keys.create({ name: 'root', scopes: ['admin'] });
    const { key } = await keys.create({
      name: 'ola',
      scopes: ['read', 'write', 'admin'],
      for: 'Ola',
    });
    const told: string[] = [];
    const bank = '/v1/banks/default';
    for (const [name, input] of ASKED) {
      const { body, status } = await served.ask('POST', `${bank}/${name}`, { key, body: input });
      if (status === 404) continue;
      told.push(...leaks(JSON.stringify(body), input, secrets).map((word) => `${name}: ${word}`));
    }
    for (const path of [
      '/memories?limit=100',
      '/log?limit=100',
      `/memories/${secrets.at(-1)}`,
      '/export',
    ])
      told.push(
        ...leaks(
          JSON.stringify((await served.ask('GET', `${bank}${path}`, { key })).body),
          path,
          secrets,
        ).map((word) => `${path}: ${word}`),
      );
    expect(told).toEqual([]);
    const mem0 = '/compat/mem0/v1/memories/';
    const body0 = { messages: "Don't tell Ola about Zorblax.", user_id: 'ann', infer: false };
    await served.ask('POST', mem0, { key: root, body: body0 });
    const listed = await served.ask('GET', `${mem0}?user_id=ann`, { key: root });
    expect(JSON.stringify(listed.body)).toContain('Zorblax');
    const hidden = await served.ask('GET', `${mem0}?user_id=ann`, { key });
    expect(hidden.status).toBe(200);
    expect(JSON.stringify(hidden.body)).not.toContain('Zorblax');
    const call = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'recall', arguments: { query: 'What gift does Tom Okafor give Priya?' } },
    };
    const ofTools = async (by: string): Promise<string> =>
      (
        await fetch(`${served.url}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${by}`,
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
          },
          body: JSON.stringify(call),
        })
      ).text();
    expect(await ofTools(root)).toContain('zeppelin');
    expect(await ofTools(key)).not.toContain('zeppelin');
    expect(await ofTools(key)).toContain('recalled-memory');
    // Equal questions at one moment have an answer each.
    const body = { query: 'What gift does Tom Okafor give Priya?' };
    const { key: own } = await keys.create({ name: 'owner' });
    const [hers, theirs] = await Promise.all([
      served.ask('POST', `${bank}/recall`, { key, body }),
      served.ask('POST', `${bank}/recall`, { key: own, body }),
    ]);
    expect(JSON.stringify(hers.body)).not.toContain('zeppelin');
    expect(JSON.stringify(theirs.body)).toContain('zeppelin');
    for (const path of ['/v1/keys', '/v1/backups', '/metrics'])
      expect((await served.ask('GET', path, { key })).status).toBe(403);
    expect((await served.ask('POST', '/v1/keys', { key, body: { name: 'x' } })).status).toBe(403);
  }, 120_000);

  it('streams no change of it', async () => {
    const served = await serveTestMemory();
    const { keys } = served.memory.file;
    const { key } = await keys.create({ name: 'ola', for: 'Ola' });
    await served.memory.remember('Kari likes tulips.');
    const stop = new AbortController();
    const stream = await fetch(`${served.url}/v1/banks/default/log?after=0`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    const secret = await served.memory.remember("Don't tell Ola about Zorblax.");
    await served.memory.forget([secret.id], 'Vantablack');
    const last = await served.memory.remember('Kari likes roses.');
    let told = '';
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
      told += new TextDecoder().decode(chunk);
      if (told.includes(last.id)) break;
    }
    stop.abort();
    expect(told).toContain('remember');
    expect(told).not.toContain(secret.id);
    expect(told).not.toContain('Vantablack');
  });
});

const CHESS = 'Ola Nordmann plays chess with Kari on Sundays.';

async function opened(): Promise<Mneme> {
  const memory = await openMemory({ file: temporaryFile() });
  onTestFinished(() => memory.close());
  return memory;
}

const listedFor = async (memory: Mneme, reader: string): Promise<string[]> =>
  (await memory.list({ for: reader, limit: 100 })).memories.map(({ content }) => content);

describe('an audience', () => {
  it('is of who is named, by every name that the bank knows', async () => {
    const memory = await opened();
    await memory.remember(CHESS);
    await memory.remember({
      content: 'Ola Nordmann is also called Olly.',
      note: { about: 'Ola Nordmann', aspect: 'also called', value: 'Olly' },
    });
    await memory.remember({ content: 'The cake is blue.', audience: { not: ['Ola'] } });
    await memory.remember({ content: 'The candles are red.', audience: { not: ['olly'] } });
    await memory.remember({ content: 'The wine is dry.', audience: { only: ['Olly', 'HR'] } });
    for (const reader of ['Ola Nordmann', 'ola nordmann', 'Olly']) {
      const seen = await listedFor(memory, reader);
      expect(seen).not.toContain('The candles are red.');
      expect(seen).toContain('The wine is dry.');
    }
    for (const reader of ['Ola', 'OLA', 'Ola Nordmann'])
      expect(await listedFor(memory, reader)).not.toContain('The cake is blue.');
    expect(await listedFor(memory, 'Per')).toEqual(
      expect.arrayContaining(['The cake is blue.', 'The candles are red.']),
    );
    expect(await listedFor(memory, 'Per')).not.toContain('The wine is dry.');
    expect(await listedFor(memory, 'HR')).toContain('The wine is dry.');
  });

  it('keeps it from a name that is misspelt', async () => {
    const memory = await opened();
    await memory.remember({ content: 'The boat is a present.', audience: { not: ['Darko'] } });
    expect(await listedFor(memory, 'Dorko')).not.toContain('The boat is a present.');
    expect(await listedFor(memory, 'Jasna')).toContain('The boat is a present.');
  });

  it('admits nobody who may be another of the name', async () => {
    const memory = await opened();
    await memory.remember('Ola Nordmann lives in Oslo. Ola Hansen lives in Bergen.');
    await memory.remember({ content: 'The safe is open.', audience: { only: ['Ola Nordmann'] } });
    expect(await listedFor(memory, 'Ola Hansen')).not.toContain('The safe is open.');
    expect(await listedFor(memory, 'Ola Nordmann')).toContain('The safe is open.');
  });

  it('holds for what was read off it, replaces it or is derived from it', async () => {
    const memory = await opened();
    const told = await memory.remember({
      content: 'Kari sells the boat.',
      audience: { not: ['Ola'] },
    });
    const note = await memory.remember({
      content: 'Kari offers her boat for sale.',
      note: { about: 'Kari', aspect: 'boat', value: 'for sale', turns: [told.id] },
    });
    const now = await memory.update(told.id, 'Kari sells the boat and the house.');
    expect((await memory.show(note.id)).memory.tags).toContain('mneme:not:Ola');
    expect((await memory.show(now.id)).memory.tags).toContain('mneme:not:Ola');
    expect(await listedFor(memory, 'Ola')).toEqual([]);
    expect(await listedFor(memory, 'Per')).toHaveLength(2);
  });

  it('is of a note, and of its turns, where the reader of a talk says so', async () => {
    const reader = scriptedReader();
    const memory = await openMemory({ file: temporaryFile(), reader, reading: { on: true } });
    onTestFinished(() => memory.close());
    reader.answer(() => [
      { text: 'The party is on Friday in Molde.', turns: [2], audience: { not: ['Ola'] } },
      { text: 'Nadia likes tulips.', turns: [3], audience: { only: null } },
    ]);
    await memory.rememberAll(
      [
        'We plan a party; she is not to hear of it.',
        'It is on Friday in Molde.',
        'I like tulips.',
      ].map((content) => ({ content, session: 's', speaker: 'Nadia' })),
    );
    await memory.reading.run();
    const seen = (await listedFor(memory, 'Ola')).join(' ');
    expect(seen).not.toContain('Molde');
    expect(seen).toContain('Nadia likes tulips.');
    expect((await listedFor(memory, 'Per')).join(' ')).toContain(
      'The party is on Friday in Molde.',
    );
  });

  it('is of the secret alone where the reader of a turn told it apart, and no old value stands in for it', async () => {
    const memory = await opened();
    const before = await memory.remember({
      content: 'Kari lives in Molde.',
      note: { about: 'Kari', aspect: 'home', value: 'Molde' },
    });
    const told = await memory.remember({
      content: 'Kari has moved to Bergen for a treatment, and her training is on Tuesdays now.',
      audience: { not: ['Ola'] },
    });
    const at = { turns: [told.id] };
    await memory.rememberAll([
      {
        content: 'Kari lives in Bergen.',
        audience: { not: ['Ola'] },
        note: { about: 'Kari', aspect: 'home', value: 'Bergen', ...at, replaces: [before.id] },
      },
      {
        content: 'Kari’s training is on Tuesdays.',
        note: { about: 'Kari', aspect: 'training', value: 'Tuesdays', ...at },
      },
    ]);
    expect(await listedFor(memory, 'Ola')).toEqual(['Kari’s training is on Tuesdays.']);
    const found = await memory.recall({ query: 'When is Kari’s training?', for: 'Ola' });
    expect(found.results[0]?.note?.value).toBe('Tuesdays');
    expect(JSON.stringify(found)).not.toMatch(/Bergen|treatment/);
    expect(await listedFor(memory, 'Per')).toHaveLength(4);
  });

  it('closes at once what was open, and all that rests on it', async () => {
    const memory = await opened();
    const told = await memory.remember('Kari sells the boat.');
    const note = await memory.remember({
      content: 'Kari offers her boat for sale.',
      note: { about: 'Kari', aspect: 'boat', value: 'for sale', turns: [told.id] },
    });
    const ask = async (): Promise<string> =>
      JSON.stringify([
        await memory.recall({ query: 'What does Kari sell?', for: 'Ola' }),
        await memory.context({ query: 'What does Kari sell?', for: 'Ola' }),
      ]);
    expect(await ask()).toContain('boat');
    // Said again, with an audience.
    await memory.remember({ content: 'Kari sells the boat.', audience: { not: ['Ola'] } });
    const after = await ask();
    expect(after).not.toContain('boat');
    expect(after).not.toContain(note.id);
    expect(await memory.as({ recipient: 'Ola' }).browse.entities()).toMatchObject({ entities: [] });
  });

  it('is read off plain words, and stays through a restart and an export to her', async () => {
    const file = temporaryFile();
    const first = await openMemory({ file });
    await first.rememberAll(["Don't tell Ola: the party is in Molde.", 'Kari likes tulips.']);
    await first.close();
    const memory = await openMemory({ file });
    onTestFinished(() => memory.close());
    const path = `${temporaryFolder()}/for-ola.jsonl`;
    await memory.as({ recipient: 'Ola' }).care.export(path);
    const lines = readFileSync(path, 'utf8');
    expect(lines).toContain('tulips');
    expect(lines).not.toContain('Molde');
    const other = await opened();
    await other.import(path);
    expect((await other.list()).memories.map(({ content }) => content)).toEqual([
      'Kari likes tulips.',
    ]);
  });

  it('lets her write, and undo what is hers alone', async () => {
    const memory = await opened();
    const secret = await memory.remember({
      content: 'The cake is blue.',
      audience: { not: ['Ola'] },
    });
    const ola = memory.as({ recipient: 'Ola' });
    const { id } = await ola.remember('The cake is blue.');
    expect(id).not.toBe(secret.id);
    const { reversal } = await ola.forget([id]);
    await ola.undo(reversal!);
    expect(await listedFor(memory, 'Ola')).toEqual(['The cake is blue.']);
    const gone = await memory.forget([secret.id]);
    await expect(ola.undo(gone.reversal!)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ola.forget([secret.id])).rejects.toMatchObject({ code: 'not_found' });
    await expect(ola.file.keys.list()).rejects.toMatchObject({ code: 'denied' });
    await expect(ola.as({ recipient: 'Per' }).list()).resolves.toMatchObject({
      memories: [{ id }],
    });
  });

  it.each([
    [{ audience: {} }, 'input.audience.only'],
    [{ audience: { not: [] } }, 'input.audience.not'],
    [{ audience: { only: [''] } }, 'input.audience.only.0'],
    [{ audience: { nobody: true } }, 'input.audience.nobody'],
    [{ tags: ['mneme:not:Ola'] }, 'input.tags.0'],
  ])('refuses %j', async (more, field) => {
    const memory = await opened();
    const input = { content: 'The cake is blue.', ...more } as Parameters<Mneme['remember']>[0];
    await expect(memory.remember(input)).rejects.toMatchObject({ code: 'invalid_input', field });
    expect((await memory.list()).memories).toEqual([]);
  });

  it('is told with what an answer gives to whoever may know it', async () => {
    const memory = await openMemory({ file: temporaryFile() });
    onTestFinished(() => memory.close());
    const tell = (content: string, value: string, audience: object, saidAt: string) =>
      memory.remember({
        ...{ content, saidAt, audience },
        note: { about: 'Kari', aspect: 'gift', value, type: 'plan', status: 'planned' },
      });
    await tell('Kari gets a kayak from Tom.', 'kayak', { not: ['Kari', 'Ola'] }, '2025-03-01');
    await tell('Kari gets a paddle from Liv.', 'paddle', { only: ['Liv'] }, '2025-03-02');
    await tell('Kari gets a helmet from me.', 'helmet', { only: [] }, '2025-03-03');
    const query = 'What does Kari get?';
    const kayak = /kayak from Tom\.[^\n]*not for Kari or Ola/;
    for (const text of [
      (await memory.context({ query })).context,
      (await memory.context({ query, verbosity: 0 })).context,
    ]) {
      expect(text).toMatch(kayak);
      expect(text).toMatch(/paddle from Liv\.[^\n]*for Liv alone/);
      expect(text).toMatch(/helmet from me\.[^\n]*for the owner alone/);
    }
    expect((await memory.brief({})).text).toContain(', not for Kari or Ola: Kari gets a kayak');
    const shown = OPERATIONS.recall.asLines?.(await memory.recall({ query }), { width: 200 });
    expect(shown).toMatch(/kayak from Tom\.[^]*?not for Kari or Ola/);
    const tool = toolsOf('agent').find(({ listing }) => listing.name === 'recall');
    const answer = await tool!.call(memory, { query }, { offered: new Set() });
    expect(JSON.stringify(answer.content)).toMatch(
      /not for Kari or Ola[^>]*: <recalled-memory[^>]*>Kari gets a kayak/,
    );
  });

  it('refuses a reader without a name', async () => {
    const memory = await opened();
    await expect(memory.recall({ query: 'cake', for: ' ' })).rejects.toMatchObject({
      field: 'for',
    });
    await expect(memory.recall({ query: 'cake', for: 7 } as never)).rejects.toMatchObject({
      field: 'for',
    });
    await expect(memory.file.keys.create({ name: 'ola', for: '' })).rejects.toMatchObject({
      field: 'key.for',
    });
  });
});
