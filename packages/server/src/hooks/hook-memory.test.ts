import { appendFileSync, chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  openTestMemory,
  START,
  temporaryFolder,
} from '../../../../test/support/open-test-memory.js';
import {
  type HookEvent,
  type HookEventName,
  noteFailure,
  readFailures,
  readHookEvent,
} from './hook-protocol.js';
import { HookMemory, TranscriptProgress } from './hook-memory.js';

const SAMPLE = fileURLToPath(
  new URL('../../../../samples/imports/claude-code.jsonl', import.meta.url),
);
const DAY = 86_400_000;

async function setUp() {
  const { memory, clock } = await openTestMemory();
  const folder = temporaryFolder();
  const progress = new TranscriptProgress(join(folder, 'progress.json'));
  const hooks = new HookMemory(memory, progress, () => clock.now());
  const event = (name: HookEventName, more: Partial<HookEvent> = {}): HookEvent => ({
    name,
    session: 's-now',
    transcript: null,
    folder: '/home/ravi/code/parcel',
    prompt: null,
    source: null,
    ...more,
  });
  /** The context that the agent receives in time. */
  const told = async (given: HookEvent): Promise<string> => {
    const { text, arrived } = await hooks.answer(given, 600);
    arrived();
    return text;
  };
  await memory.rememberAll([
    {
      content: 'I prefer pnpm over npm in every project.',
      speaker: 'Ravi',
      session: 'old',
      saidAt: START - 9 * DAY,
    },
    {
      content: 'We need to renew the TLS certificate of parcel.example by Friday.',
      speaker: 'Ravi',
      session: 'old',
      saidAt: START - 2 * DAY,
      metadata: { project: 'parcel' },
    },
    {
      content: 'The upload chunk size is 8 MB, because smaller chunks made the proxy time out.',
      kind: 'decision',
      session: 'old',
      saidAt: START - 3 * DAY,
      metadata: { project: 'parcel' },
    },
    {
      content: 'The greenhouse heater trips at night when frost comes.',
      session: 'other',
      saidAt: START - DAY,
      metadata: { project: 'garden' },
    },
  ]);
  return { memory, clock, folder, progress, hooks, event, told };
}

const line = (uuid: string, text: string, type = 'user'): string =>
  `${JSON.stringify({ type, uuid, sessionId: 's-now', timestamp: '2025-02-03T12:00:00Z', parentUuid: null, isSidechain: false, cwd: '/x/parcel', message: { role: type, content: text } })}\n`;
const contents = async (memory: Awaited<ReturnType<typeof setUp>>['memory']): Promise<string[]> =>
  (await memory.list({ session: 's-now', limit: 100 })).memories.map(({ content }) => content);

describe('what an agent is told', () => {
  it('at its start: preferences, what is open, what was last in this project; each between marks, once', async () => {
    const { event, told } = await setUp();
    const text = await told(event('SessionStart', { source: 'startup' }));
    expect(text).toMatch(
      /<recalled-memory [^>]+>preference, 2025-01-25 Ravi: [^<]*pnpm[^]*<recalled-memory [^>]+>open, [^<]*TLS certificate[^]*<recalled-memory [^>]+>last, [^<]*chunk size/,
    );
    expect(text).not.toContain('greenhouse');
    expect(text.match(/TLS certificate/g)).toHaveLength(1);
  });

  it('once a session, that turns wait to be read, where nobody reads them', async () => {
    const { event, told } = await setUp();
    const line = 'Unread: 3 turns wait to be read into notes, as no reader is configured.';
    expect(await told(event('SessionStart', { source: 'startup' }))).toContain(line);
    const prompt = event('UserPromptSubmit', { prompt: 'Why is the upload chunk size 8 MB?' });
    expect(await told(prompt)).not.toContain('Unread:');
    expect(await told({ ...prompt, session: 's-other' })).toContain(line);
    expect(await told({ ...prompt, session: 's-other' })).not.toContain('Unread:');
    expect(await told(event('SessionStart', { source: 'compact' }))).toContain(line);
  });

  it('at a prompt: what bears on it, never what it was told already', async () => {
    const { event, told } = await setUp();
    await told(event('SessionStart', { folder: '/home/ravi/code/garden', source: 'startup' }));
    const prompt = event('UserPromptSubmit', { prompt: 'Why is the upload chunk size 8 MB?' });
    expect(await told(prompt)).toContain('the proxy time out');
    expect(await told(prompt)).not.toContain('the proxy time out');
  });

  it.each(['ok, go on', '/clear', '  ', 'yes'])(
    'not at a prompt that asks nothing: %j',
    async (text) => {
      const { event, told } = await setUp();
      await told(event('SessionStart', { source: 'startup' }));
      expect(await told(event('UserPromptSubmit', { prompt: text }))).toBe('');
    },
  );

  it('a brief that came too late comes with the first prompt', async () => {
    const { event, told, hooks } = await setUp();
    await hooks.answer(event('SessionStart', { source: 'startup' }), 600);
    expect(await told(event('UserPromptSubmit', { prompt: 'ok' }))).toContain('pnpm');
    expect(await told(event('UserPromptSubmit', { prompt: 'ok' }))).toBe('');
  });

  it('not its own words of the session, until they were summarised', async () => {
    const { event, told, hooks, folder, clock } = await setUp();
    const transcript = join(folder, 'talk.jsonl');
    writeFileSync(transcript, line('a', 'The staging bucket for uploads is called heron-9.'));
    await told(event('SessionStart', { source: 'startup' }));
    await hooks.take(event('Stop', { transcript }));
    const prompt = event('UserPromptSubmit', {
      prompt: 'What is the staging bucket for uploads called?',
    });
    expect(await told(prompt)).not.toContain('heron-9');
    clock.advance(60_000);
    await told(event('SessionStart', { source: 'compact' }));
    expect(await told(prompt)).toContain('heron-9');
  });
});

describe('what is taken in', () => {
  it('only what is new, whole lines, and what was told is not taken in again', async () => {
    const { memory, event, told, hooks, folder, progress } = await setUp();
    const transcript = join(folder, 'talk.jsonl');
    const recalled = await told(
      event('UserPromptSubmit', { prompt: 'Why is the upload chunk size 8 MB?' }),
    );
    writeFileSync(
      transcript,
      line('a', `${recalled}\nPlease raise it to 16 MB. Größe ist egal.`) +
        line('b', 'Half a').slice(0, 40),
    );
    await hooks.take(event('Stop', { transcript }));
    expect(await contents(memory)).toEqual(['Please raise it to 16 MB. Größe ist egal.']);
    const first = progress.of(transcript);
    expect(first).toBe(
      Buffer.byteLength(line('a', `${recalled}\nPlease raise it to 16 MB. Größe ist egal.`)),
    );
    appendFileSync(
      transcript,
      line('b', 'Half a').slice(40) +
        'no json at all\n' +
        line('c', 'Raised the chunk size to 16 MB and ran the tests.', 'assistant'),
    );
    await hooks.take(event('PreCompact', { transcript }));
    expect(await contents(memory)).toEqual([
      'Please raise it to 16 MB. Größe ist egal.',
      'Half a',
      'Raised the chunk size to 16 MB and ran the tests.',
    ]);
    const before = (await memory.care.stats()).changes;
    await hooks.take(event('Stop', { transcript }));
    expect((await memory.care.stats()).changes).toBe(before);
    // A shorter file is a new transcript.
    writeFileSync(transcript, line('d', 'A new talk about kites.'));
    await hooks.take(event('Stop', { transcript }));
    expect(await contents(memory)).toContain('A new talk about kites.');
  });

  it('adds nothing when progress was lost, or the file is imported by hand', async () => {
    const { memory, event, hooks, folder, clock } = await setUp();
    await hooks.take(event('Stop', { transcript: SAMPLE }));
    const changes = (await memory.care.stats()).changes;
    await new HookMemory(memory, new TranscriptProgress(join(folder, 'fresh.json')), () =>
      clock.now(),
    ).take(event('Stop', { transcript: SAMPLE }));
    await memory.import(SAMPLE);
    expect((await memory.care.stats()).changes).toBe(changes);
  });

  it('progress outlives the process and survives a broken file', async () => {
    const { folder, progress } = await setUp();
    progress.note('/a.jsonl', 7);
    expect(new TranscriptProgress(join(folder, 'progress.json')).of('/a.jsonl')).toBe(7);
    expect(readFileSync(join(folder, 'progress.json'), 'utf8')).not.toContain('a.jsonl');
    writeFileSync(join(folder, 'progress.json'), '{"read": {"x": "y"');
    expect(new TranscriptProgress(join(folder, 'progress.json')).of('/a.jsonl')).toBe(0);
  });
});

describe('an event', () => {
  it('is read as the client writes it', () => {
    expect(
      readHookEvent(
        '{"session_id": "s", "transcript_path": "/t.jsonl", "cwd": "/p", "hook_event_name": "UserPromptSubmit", "prompt": "Hi", "permission_mode": "default"}',
      ),
    ).toEqual({
      name: 'UserPromptSubmit',
      session: 's',
      transcript: '/t.jsonl',
      folder: '/p',
      prompt: 'Hi',
      source: null,
    });
  });

  it('whatever stands on standard input, gives an event or null', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .record({
              hook_event_name: fc.oneof(fc.constantFrom('Stop', 'PreToolUse'), fc.anything()),
              session_id: fc.anything(),
              prompt: fc.anything(),
            })
            .map((value) => JSON.stringify(value) ?? ''),
        ),
        (text) => {
          const event = readHookEvent(text);
          if (event !== null) expect(event.session).toMatch(/\S/);
        },
      ),
    );
  });
});

describe('the log of the hooks', () => {
  const failure = { at: 1, event: 'Stop', why: 'deadline', code: null } as const;

  it('holds moments and reasons, and does not grow without end', () => {
    const log = join(temporaryFolder(), 'hooks.log');
    const place = { logs: [log], folder: null };
    for (let at = 1; at <= 3_000; at++) noteFailure(place, { ...failure, at });
    appendFileSync(log, 'torn');
    expect(readFailures(place, 2)).toEqual([3_000, 2_999].map((at) => ({ ...failure, at })));
    expect(readFileSync(log, 'utf8').length).toBeLessThan(80_000);
    expect(readFailures({ logs: [join(temporaryFolder(), 'none.log')] }, 3)).toEqual([]);
  });

  it('has another place where its own cannot be written to, and says it aloud where there is none', () => {
    const folder = temporaryFolder();
    const [own, lost] = [join(folder, 'own'), '/dev/null/at/all.log'];
    noteFailure({ logs: [lost, join(own, 'a.log')], folder: own }, failure);
    expect(readFailures({ logs: [lost, join(own, 'a.log')] }, 3)).toEqual([failure]);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    // Others may write to this folder.
    chmodSync(folder, 0o777);
    noteFailure({ logs: [lost, join(folder, 'b.log')], folder }, failure);
    expect(readdirSync(folder)).toEqual(['own']);
    expect(String(said.mock.calls)).toMatch(/did not answer in time/);
    expect(() => readFailures({ logs: [folder] }, 3)).toThrow(/cannot be read/);
  });
});

describe('a prompt in another script or language', () => {
  it.each([
    ['我们的数据库用 PostgreSQL，备份在每天凌晨。', '数据库备份是什么时候？'],
    [
      'データベースは PostgreSQL で、毎晩バックアップします。',
      'データベースのバックアップはいつ？',
    ],
    ['เราสำรองฐานข้อมูลทุกคืน', 'สำรองฐานข้อมูลเมื่อไหร่'],
  ])('is answered: %s', async (told, prompt) => {
    const { memory, event, told: say } = await setUp();
    await memory.remember({ content: told, session: 'old', saidAt: START - DAY });
    await say(event('SessionStart'));
    expect(await say(event('UserPromptSubmit', { prompt }))).toContain(told.slice(0, 6));
  });

  it.each([
    ['회의는 금요일로 옮겨졌다.', '회의 언제야?'],
    ['청구서는 지훈이 맡는다.', '청구서 누가?'],
    ['별장을 작년에 팔았다.', '별장은 팔았어'],
    ['서연은 커피에 우유를 넣지 않는다.', '서연 커피?'],
  ])('is answered though it has few syllables: %s', async (told, prompt) => {
    const { memory, event, told: say } = await setUp();
    await memory.remember({ content: told, session: 'old', saidAt: START - DAY });
    await say(event('SessionStart'));
    expect(await say(event('UserPromptSubmit', { prompt }))).toContain(told.slice(0, 6));
  });

  it.each([
    ['Matti Mäkinen muutti Ouluun toukokuussa.', 'Mitä lähetin Mäkiselle?'],
    ['Laura Virtanen pitää kahvista ilman maitoa.', 'Mitä Virtaselle tarjotaan?'],
    ['Kovács Péter Szegedre költözött májusban.', 'Mit küldtem Kovácsnak?'],
    ['Petr Novák se v květnu přestěhoval do Brna.', 'Co jsem poslal Novákovi?'],
    ['Ján Horváth sa v máji presťahoval do Košíc.', 'Čo som poslal Horváthovi?'],
    ['Пётр Кузнецов переехал в Казань в мае.', 'Что я отправил Кузнецову?'],
  ])('is answered with a name in another case: %s', async (told, prompt) => {
    const { memory, event, told: say } = await setUp();
    await memory.remember({ content: told, session: 'old', saidAt: START - 40 * DAY });
    await say(event('SessionStart'));
    expect(await say(event('UserPromptSubmit', { prompt }))).toContain(told.slice(0, 6));
  });

  it.each(['好的', '继续吧', 'はい', '네 네', '네 알겠어', 'ครับ'.slice(0, 4)])(
    'asks nothing where it says next to nothing: %s',
    async (prompt) => {
      const { event, told } = await setUp();
      await told(event('SessionStart'));
      expect(await told(event('UserPromptSubmit', { prompt }))).toBe('');
    },
  );
});
