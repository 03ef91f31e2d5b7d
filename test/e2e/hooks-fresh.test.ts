/** Hooks on a machine where nothing of Mneme is yet: an empty home, the installed command line, real processes. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import type { HooksStatus } from '../../packages/server/src/hooks/install-hooks.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { runProgram, type Ran } from '../support/run-node.js';

interface Machine {
  readonly home: string;
  /** Where the memory lies when nobody says where. */
  readonly data: string;
  mneme(...args: string[]): Promise<Ran>;
  /** Runs what the client's settings name for an event, as the client does: by a shell, the event on standard input. */
  hook(event: string, more?: object): Promise<Ran>;
}

/** A person's home in which nothing stands. */
function freshMachine(): Machine {
  const home = temporaryFolder();
  const env = {
    HOME: home,
    USERPROFILE: home,
    TMPDIR: home,
    XDG_DATA_HOME: '',
    LOCALAPPDATA: '',
  };
  const mneme = (...args: string[]): Promise<Ran> => runProgram(args, { env });
  onTestFinished(() => mneme('hooks', 'remove', 'claude-code').then(() => undefined));
  const hook = (event: string, more: object = {}): Promise<Ran> => {
    const settings = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = settings.hooks[event]?.[0]?.hooks[0]?.command ?? 'exit 9';
    return runShell(command, { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home }, home, {
      session_id: 's-now',
      transcript_path: join(home, 'none.jsonl'),
      cwd: home,
      hook_event_name: event,
      ...more,
    });
  };
  return { home, data: join(home, '.local', 'share', 'mneme'), mneme, hook };
}

function runShell(
  command: string,
  env: Record<string, string>,
  cwd: string,
  input: object,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, cwd, env });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}

const SILENT: Ran = { code: 0, out: '', err: '' };

const transcriptLine = (text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: 'e-1', sessionId: 's-then', timestamp: '2025-02-03T12:00:00Z', parentUuid: null, isSidechain: false, cwd: '/x/parcel', message: { role: 'user', content: text } })}\n`;

const PATIENT = { timeout: 60_000, interval: 200 };
/** Several whole programs, one after the other, on a machine that may be busy. */
const LONG = 150_000;

interface Proof {
  readonly proven: boolean;
  readonly proofs: readonly {
    readonly steps: readonly { step: string; ok: boolean; told: string }[];
  }[];
}

describe('on a fresh machine', () => {
  it(
    'hooks are set up with the memory that they need, and are proved to lead into it and back',
    { timeout: LONG },
    async () => {
      const { home, data, mneme } = freshMachine();
      expect(await mneme('hooks', 'install', 'claude-code')).toMatchObject({ code: 0 });
      expect(readdirSync(data)).toContain('memory.mneme');

      const { code, out } = await mneme('doctor', '--hooks', '--json');
      const { proven, proofs } = JSON.parse(out) as Proof;
      expect(proofs.map(({ steps }) => steps.map(({ step, ok }) => [step, ok]))).toEqual([
        ['SessionStart', 'memory', 'UserPromptSubmit', 'Stop', 'recall', 'undo'].map((step) => [
          step,
          true,
        ]),
      ]);
      expect([proven, code]).toEqual([true, 0]);

      // Nothing of it is left but what the journal tells.
      const file = join(data, 'memory.mneme');
      const memory = await openMemory({ file });
      onTestFinished(() => memory.close());
      expect((await memory.list()).memories).toEqual([]);
      const { changes } = await memory.curation.log();
      expect(changes.map(({ verb, actor }) => [verb, actor])).toEqual([
        ['undo', 'user'],
        ['import', 'hook'],
      ]);
      for (const { memories } of changes)
        for (const id of memories) {
          const { session } = (await memory.show(id)).memory;
          expect((await memory.session(session ?? '').show()).working).toBeNull();
        }
      expect(readdirSync(home).sort()).toEqual([
        '.claude',
        '.local',
        expect.stringMatching(/^mneme-\d+$/),
      ]);
    },
  );

  it(
    'the first event founds what was removed since; what a turn says comes back in another session',
    { timeout: LONG },
    async () => {
      const { home, data, mneme, hook } = freshMachine();
      await mneme('hooks', 'install', 'claude-code');
      rmSync(data, { recursive: true });
      const transcript = join(home, 'talk.jsonl');
      writeFileSync(transcript, transcriptLine('The upload chunk size is 8 MB for the proxy.'));
      expect(await hook('SessionStart', { source: 'startup' })).toEqual(SILENT);
      expect(await hook('Stop', { transcript_path: transcript })).toEqual(SILENT);
      await vi.waitFor(async () => {
        const prompt = 'Why is the upload chunk size 8 MB?';
        const { out } = await hook('UserPromptSubmit', { session_id: 's-later', prompt });
        expect(out).toContain('for the proxy');
      }, PATIENT);
    },
  );
});

describe('where the way is blocked', () => {
  it.each([
    {
      by: 'a file in the place of the folder',
      block: (data: string) => {
        rmSync(data, { recursive: true });
        writeFileSync(data, '');
      },
      why: 'no_folder',
      told: /could not be made \(E(EXIST|NOTDIR)\)/,
    },
    {
      by: 'another file in the place of the memory',
      block: (data: string) => {
        rmSync(data, { recursive: true });
        mkdirSync(data);
        writeFileSync(join(data, 'memory.mneme'), 'These are my notes. '.repeat(100));
      },
      why: 'not_started',
      told: /file is not a database/,
    },
  ])(
    'no event disturbs, the status says what is wrong and the proof ends there: $by',
    { timeout: LONG },
    async ({ block, why, told }) => {
      const { data, mneme, hook } = freshMachine();
      await mneme('hooks', 'install', 'claude-code');
      block(data);
      expect(await hook('Stop')).toEqual(SILENT);
      const status = async (): Promise<HooksStatus> =>
        JSON.parse((await mneme('hooks', 'status', '--json')).out) as HooksStatus;
      const { failures } = await vi.waitUntil(async () => {
        const found = await status();
        return found.failures.length > 0 && found;
      }, PATIENT);
      expect(failures[0]).toMatchObject({
        event: 'Stop',
        why,
        what: expect.stringMatching(/could not be/) as string,
        mend: expect.stringMatching(/mneme/) as string,
      });
      const { code, out, err } = await mneme('doctor', '--hooks');
      expect(code).toBe(11);
      expect(out).toMatch(told);
      expect(err).toContain('The hooks do not work.');
    },
  );

  it(
    'nothing is set up for a memory that cannot be opened, and nothing proved where nothing is set up',
    { timeout: LONG },
    async () => {
      const { home, mneme } = freshMachine();
      const notes = join(home, 'notes.txt');
      writeFileSync(notes, 'These are my notes. '.repeat(100));
      expect(await mneme('hooks', 'install', 'claude-code', '--file', notes)).toMatchObject({
        code: 5,
      });
      expect(readdirSync(home)).toEqual(['notes.txt']);
      expect((await mneme('hooks', 'status')).out).toContain('No hooks are set up.');
      expect(await mneme('doctor', '--hooks')).toMatchObject({
        code: 3,
        err: expect.stringContaining('mneme hooks install') as string,
      });
    },
  );
});
