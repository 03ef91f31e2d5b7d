/** `mneme serve` as a process of its own: told to end under load, and followed across processes. */
import { describe, expect, it, vi } from 'vitest';
import { connect, type MemoryVerbs } from '../../packages/client/src/connect.js';
import { openMemory } from '../../packages/mneme/src/index.js';
import type { Work } from '../../packages/server/src/running/jobs.js';
import { httpClient, serverProcess } from '../support/mcp-process.js';
import { serveTestMemory } from '../support/served-memory.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

vi.setConfig({ testTimeout: 120_000 });

/** Events of a stream until one fits, then the stream is left. */
async function eventsUntil(
  url: string,
  headers: Record<string, string>,
  enough: (events: readonly { id: number; verb: string }[]) => boolean,
): Promise<{ id: number; verb: string }[]> {
  const stop = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const events: { id: number; verb: string }[] = [];
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
      const [, data = '{}'] = /^data: (.*)$/m.exec(block) ?? [];
      if (id !== undefined)
        events.push({ id: Number(id), verb: (JSON.parse(data) as { verb: string }).verb });
    }
    if (enough(events)) break;
  }
  stop.abort();
  return events;
}

describe('the process', () => {
  it('tells changes of other processes, goes on after the last one seen, and loses nothing acknowledged when it ends under load', async () => {
    const file = temporaryFile();
    const { child, exited, saying } = serverProcess(
      ['--port', '0', '--file', file, '--threads', '1'],
      'serve',
    );
    const url = (await saying(/Listening at (\S+)/))[1]!;
    const other = await openMemory({ file });
    const changes = `${url}/v1/banks/default/changes`;
    const following = eventsUntil(changes, {}, (events) => events.length === 2);
    // It follows from the moment of the first byte on.
    const sure = eventsUntil(`${changes}?after=0`, {}, (events) => events.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.remember('The heron nests by the weir.');
    const { id } = await other.remember('Tom moved to Porto.');
    const seen = await sure;
    expect(seen.map(({ verb }) => verb)).toEqual(['remember', 'remember']);
    expect(await following).toEqual(seen);
    await other.forget([id]);
    const later = await eventsUntil(
      changes,
      { 'last-event-id': String(seen[0]!.id) },
      (events) => events.length === 2,
    );
    expect(later).toEqual([seen[1], { id: expect.any(Number) as number, verb: 'forget' }]);
    await other.close();

    // A vote on what a thread recalled is known at once.
    const client = await connect(url);
    const { resultIds } = await client.recall('Where does the heron nest?');
    expect(
      (await client.feedback({ result: resultIds[0]!, verdict: 'useful' } as never)).result,
    ).toBe(resultIds[0]);

    // The server counts what its threads did.
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures).toMatch(/^mneme_operations_total\{operation="recall"\} 1$/m);
    expect(figures).toMatch(/^mneme_memories 1$/m);

    const acknowledged: string[] = [];
    let [refused, going] = [0, true];
    const worker = async (name: number): Promise<void> => {
      for (let at = 0; going; at++) {
        try {
          if (at % 4 === 3) await client.recall(`Where is parcel ${name}?`);
          else
            acknowledged.push(
              (
                await client.remember(
                  `Parcel ${name}-${at} went to street ${at * 31 + name} on shelf ${at % 97}.`,
                )
              ).id,
            );
        } catch {
          refused += 1;
          if (refused > 200) return;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
    };
    const workers = Array.from({ length: 12 }, (_, name) => worker(name));
    while (acknowledged.length < 60) await new Promise((resolve) => setTimeout(resolve, 20));
    const told = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - told).toBeLessThan(5_000);
    going = false;
    await Promise.all(workers);
    const memory = await openMemory({ file, readOnly: true });
    for (const each of acknowledged) expect((await memory.show(each)).memory.id).toBe(each);
    await memory.close();
  });

  it('takes in what is sent beside its other work, refuses by the line, and stops when it is told to', async () => {
    const { child, exited, saying } = serverProcess(
      ['--port', '0', '--file', temporaryFile()],
      'serve',
    );
    const url = (await saying(/Listening at (\S+)/))[1]!;
    const bank = `${url}/v1/banks/default`;
    const told = async (path: string, method = 'GET', body?: string): Promise<Work> =>
      (
        await fetch(path, { method, ...(body === undefined ? {} : { body }) })
      ).json() as Promise<Work>;
    const shortly = () => new Promise((resolve) => setTimeout(resolve, 10));
    const place = ({ id }: Work): string => `${bank}/operations/${id}`;
    const ended = async (work: Work): Promise<Work> => {
      for (let now = work; ; now = await told(place(work))) {
        if (now.state !== 'running') return now;
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        await shortly();
      }
    };
    const sent = (name: string, body: string): Promise<Work> =>
      told(`${bank}/import?path=${name}`, 'POST', body);
    const [good, bad, blank] = await Promise.all([
      sent('notes.md', '# Weir\n\nThe weir is closed on Mondays.\n'),
      sent('talk.jsonl', '{"role":"user","content":"Hello there."}\n{"role":'),
      sent('tabs.md', `| - | -\n| - | -${'\t'.repeat(200_000)}x\n${'\t'.repeat(200_000)}y`),
    ]);
    expect(await ended(good)).toMatchObject({
      state: 'done',
      result: { path: 'notes.md', outcomes: { remembered: 1 } },
    });
    expect(await ended(bad)).toMatchObject({
      state: 'failed',
      error: { code: 'malformed_import', hint: expect.any(String) },
    });
    expect(await ended(blank)).toMatchObject({ state: 'done' });

    const lines = Array.from({ length: 1_500 }, (_, at) =>
      JSON.stringify({ role: 'user', content: `Note ${at} is on herons.` }),
    );
    const long = await sent('long.jsonl', lines.join('\n'));
    while ((await told(place(long))).progress === null) await shortly();
    expect(await told(place(long), 'DELETE')).toMatchObject({
      state: 'cancelled',
      error: { code: 'interrupted' },
    });
    // What it did is counted, and what it committed is there for all.
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures).toMatch(/^mneme_operations_total\{operation="import"\} \d$/m);
    expect(Number(/^mneme_memories (\d+)$/m.exec(figures)?.[1])).toBeGreaterThan(128);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});

/** One program, wherever the memory is. */
async function program(memory: MemoryVerbs): Promise<unknown> {
  const chat = join(temporaryFolder(), 'chat.jsonl');
  writeFileSync(
    chat,
    `${JSON.stringify({ role: 'user', name: 'Ana', content: 'The heron nests by the weir.', timestamp: '2025-07-02T10:00:00Z' })}\n`,
  );
  const first = await memory.remember({
    content: 'Tom moved to Porto.',
    speaker: 'Priya',
    saidAt: new Date('2025-07-02T10:00:00Z'),
    tags: ['move', 'a,b'],
  });
  const { receipts } = await memory.rememberAll([
    'Tom likes coriander.',
    { content: 'Tom likes coriander a lot.', kind: 'opinion', speaker: 'Tom' },
  ]);
  await memory.accept('The pool size is 20.');
  await memory.flush();
  const progress: number[] = [];
  const imported = await memory.import(chat, {
    onProgress: ({ bytes }) => void progress.push(bytes),
  });
  const recollection = await memory.recall({
    query: 'Where is Tom?',
    limit: 2,
    now: '2025-08-01T00:00:00Z',
  });
  const vote = await memory.feedback({
    result: recollection.resultIds[0]!,
    verdict: 'useful',
  } as never);
  const listed = await memory.list({ tags: ['a,b'], limit: 1 });
  const noted = await memory
    .session('chat/7')
    .note({ text: 'Priya moved to Lisbon.', speaker: 'Tom' });
  const reflected = await memory.reflect({ about: 'Tom' });
  const forgotten = await memory.forget([receipts[0]!.id], 'said in jest');
  const refusal = await memory.recall({ query: 'x', limit: 900 }).catch((error: unknown) => error);
  const missing = await memory.show('m_0000000000000').catch((error: unknown) => error);
  const known = await memory.metamemory.knows('Tom');
  const nobody = await memory.opinions.list({ about: 'nobody' });
  const conflicts = await memory.validity.conflicts({ scan: true });
  const elsewhere = await memory.bank('other').remember('Elsewhere.');
  return {
    found: recollection.results.map(({ content }) => content),
    outcomes: [first.outcome, ...receipts.map(({ outcome }) => outcome), elsewhere.outcome],
    imported: { ...imported, path: imported.path === chat, sequence: 0 },
    vote: vote.verdict,
    listed: [listed.memories.map(({ content, saidAt }) => [content, saidAt]), listed.next],
    noted: noted.working?.turns.map(({ text }) => text),
    reflected: reflected.kinds,
    forgotten: forgotten.changed.length,
    refusals: [refusal, missing]
      .map((error) => (error as { toJSON(): { code: string; message: string } }).toJSON())
      .map(({ code, message }) => [code, message.replace(/^\w+\./, '')]),
    known: known.verdict,
    nobody,
    conflicts: conflicts.conflicts.length,
    banks: (await memory.file.banks()).map(({ name }) => name),
    info: (await memory.care.info())?.name,
    changes: (await memory.curation.log({ after: 0, limit: 3 })).changes.map(({ verb }) => verb),
  };
}

/** The verbs of curation, of the graph and of foresight; what is random in their answers is left out. */
async function curate(memory: MemoryVerbs): Promise<unknown> {
  const { receipts } = await memory.rememberAll(
    [
      'Tom moved to Porto because the rent went up.',
      'The gate to the orchard is green.',
      'The orchard gate has green paint.',
    ].map((content) => ({ content, speaker: 'Ana' })),
  );
  const [tom = '', gate = '', paint = ''] = receipts.map(({ id }) => id);
  const noted = await memory.update(tom, { remark: 'He said so himself.' });
  const merged = await memory.curation.merge({
    ids: [gate, paint],
    name: 'The gate to the orchard',
    strategy: 'keep_highest',
    reason: 'They say the same.',
  });
  await memory.undo(merged.reversal ?? '');
  await memory.goals.set({
    description: 'Paint the gate',
    triggers: [{ on: 'mention', words: 'brush' }],
  });
  const { changed } = await memory.forget([paint], {
    cause: 'obsolete',
    cascade: false,
    reason: 'It was painted over.',
  });
  const before = await memory
    .show(tom, { asOf: '2001-01-01' })
    .catch((error: unknown) => (error as { code: string }).code);
  await memory.session('chat-7').note({ agent: 'planner', keep: 'Ask Tom.' });
  const advice = await memory.guidance.advise('Why did Tom move to Porto?');
  return {
    noted: noted.notes,
    forgotten: [changed.length, (await memory.show(paint)).memory.retraction, before],
    merged: merged.reversal !== null,
    scratch: (await memory.session('chat-7').show({ agent: 'planner' })).notes?.map(
      ({ content }) => content,
    ),
    advice: advice.steps.map(({ operation }) => operation),
    guide: (await memory.guidance.advise()).guide,
    causes: (await memory.graph.causes({ outcome: 'Tom moved to Porto' })).stated?.statements.map(
      ({ text }) => text,
    ),
    around: (await memory.graph.explore(tom)).around?.neighbours.length,
    lineage: (await memory.show(tom, { history: true })).history?.steps.map(
      ({ altered }) => altered,
    ),
    history: (await memory.curation.log({ limit: 3 })).changes.map(({ verb }) => verb),
    held: await memory.privacy.quarantine(),
    status: (await memory.guidance.status()).memories,
    checked: (
      await memory.guidance.check('Tom moved to Leeds, so we meet him there.')
    ).sentences.map(({ verdict }) => verdict),
    simulated: (await memory.foresight.foretell({ actions: ['paint the gate'] })).confidence,
    agenda: (await memory.goals.list({ order: 'urgency' })).goals.map(
      ({ goal }) => goal.description,
    ),
    mentioned: (await memory.goals.list({ mention: 'Where is the brush?' })).goals.map(
      ({ goal }) => goal.description,
    ),
    way: (await memory.foresight.world({ goal: ['the gate is blue'], actions: ['paint'] })).way,
    back: (await memory.undo({ ids: [paint] })).records,
    priorities: (await memory.metamemory.report()).priorities.length,
  };
}

describe('the client', () => {
  it('has the verbs of curation, of the graph and of foresight, too', async () => {
    const here = await openMemory({ file: temporaryFile() });
    const expected = await curate(here);
    await here.close();
    const server = await serveTestMemory();
    const there = await connect(server.url);
    expect(await curate(there)).toEqual(expected);
    await there.close();
  });

  it('does what the memory in this process does, with the same answers', async () => {
    const here = await openMemory({ file: temporaryFile() });
    const expected = await program(here);
    await here.close();
    const server = await serveTestMemory();
    const there = await connect(server.url);
    expect(await program(there)).toEqual(expected);
    await there.close();
    await expect(there.recall('x')).rejects.toMatchObject({ code: 'closed' });
    await server.close();
    await expect(connect(server.url)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is let in by its key, to its bank', async () => {
    const server = await serveTestMemory();
    const { key } = await server.memory.file.keys.create({
      name: 'reader',
      banks: ['default'] as never,
      scopes: ['read'],
    });
    const reader = await connect(server.url, { key });
    expect((await reader.list()).memories).toEqual([]);
    await expect(reader.remember('x')).rejects.toMatchObject({ code: 'denied' });
    await expect(connect(server.url, { key, bank: 'other' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(connect(server.url)).rejects.toMatchObject({ code: 'unauthorised' });
  });
});

describe('the Model Context Protocol on the same port', () => {
  it('is behind the same door: its tools are those the key allows, on the bank it opens', async () => {
    const server = await serveTestMemory();
    await server.memory.bank('work').remember('Tom moved to Porto.');
    const { key } = await server.memory.file.keys.create({
      name: 'reader',
      banks: ['work'] as never,
      scopes: ['read'],
    });
    const writer = await server.memory.file.keys.create({
      name: 'writer',
      banks: ['work'] as never,
    });
    for (const era of ['legacy', 'modern'] as const) {
      const client = await httpClient(`${server.url}/mcp`, era, key);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain('recall');
      for (const name of ['store_memory', 'forget', 'import', 'doctor', 'reindex'])
        expect(names).not.toContain(name);
      const { structuredContent } = await client.callTool({
        name: 'search_graph',
        arguments: { query: 'Who moved?' },
      });
      expect((structuredContent as { results: unknown[] }).results).toHaveLength(1);
    }
    await expect(httpClient(`${server.url}/mcp`)).rejects.toThrow();
    await expect(httpClient(`${server.url}/v1/banks/default/mcp`, 'legacy', key)).rejects.toThrow();
    const client = await httpClient(`${server.url}/v1/banks/work/mcp`, 'legacy', writer.key);
    await client.callTool({ name: 'store_memory', arguments: { content: 'Ana feeds the heron.' } });
    const pathed = await client.callTool({
      name: 'remember',
      arguments: { content: 'x', images: ['/etc/passwd'] },
    });
    expect(pathed).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('invalid_input') as string }],
    });
    expect(
      (await server.memory.bank('work').curation.log({ after: 0 })).changes.at(-1)?.actor,
    ).toBe('key:writer');
  });
});
