/** `mneme setup` on machines with an empty home: real processes, the entries that clients would read. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CLIENT_NAMES,
  installedEntry,
  launchIn,
  MCP_CLIENTS,
} from '../../packages/server/src/mcp/clients.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { readerPrograms } from '../support/reader-program.js';
import {
  COMPILED,
  PROGRAM,
  ROOT,
  runProgram,
  type Ran,
  type RunOptions,
} from '../support/run-node.js';

interface Machine {
  readonly home: string;
  setup(...args: string[]): Promise<Ran>;
  under(options: RunOptions, ...args: string[]): Promise<Ran>;
}

function machine(): Machine {
  const home = temporaryFolder();
  // What is started by a client gets no more of the environment than the home: it need not be compiled for each.
  symlinkSync(COMPILED, join(home, '.cache'));
  const env = {
    HOME: home,
    USERPROFILE: home,
    TMPDIR: home,
    XDG_DATA_HOME: '',
    XDG_CONFIG_HOME: '',
    LOCALAPPDATA: '',
    APPDATA: '',
    CLAUDE_CONFIG_DIR: '',
    CODEX_HOME: '',
  };
  const under = (options: RunOptions, ...args: string[]): Promise<Ran> =>
    runProgram(['setup', ...args], { cwd: home, ...options, env: { ...env, ...options.env } });
  onTestFinished(() => under({}, '--undo').then(() => undefined));
  return { home, under, setup: (...args) => under({}, ...args) };
}

/** What people have in these files, with remarks and layouts of their own. */
const THEIRS: Readonly<Record<string, string>> = {
  '.claude.json': '{"numStartups": 3,\n "mcpServers": {"other": {"command": "x"}}}',
  '.claude/settings.json': '{\n\t// Mine.\n\t"hooks": { "Stop": [] },\n}\n',
  '.codex/config.toml': 'model = "o3" # dear\n\n[mcp_servers.other]\ncommand = "x"\n',
  // Cut off.
  '.codeium/windsurf/mcp_config.json': '{"mcpServers": {',
  '.gemini/settings.json': '\uFEFF{\r\n    "theme": "dark"\r\n}\r\n',
};

function withClients(home: string): void {
  for (const client of CLIENT_NAMES) {
    const around = { home, folder: home, platform: process.platform };
    for (const trace of MCP_CLIENTS[client].traces(around))
      if (!trace.endsWith('.json')) mkdirSync(trace, { recursive: true });
  }
  for (const [path, text] of Object.entries(THEIRS)) writeFileSync(join(home, path), text);
}

/** Every file below a folder but the memory's own, with its text. */
function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() && !/[\\/]\.(?:local|npm|cache)[\\/]/.test(join(entry.parentPath, '/')),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/mneme-\d+/.test(path))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

const LONG = 120_000;

describe('setup', () => {
  it(
    'sets up all that it finds but what is broken, tries each, and puts every file back to the letter',
    async () => {
      const { home, setup } = machine();
      withClients(home);
      const asked = await setup();
      expect(asked).toMatchObject({ code: 2 });
      expect(asked.out).toContain('Codex (codex): server in');
      expect(filesIn(home)).toEqual(THEIRS);

      const done = await setup('--yes', '--json');
      expect(done.code).toBe(11);
      const { parts } = JSON.parse(done.out) as { parts: { client: string; told: string }[] };
      expect(parts).toHaveLength(CLIENT_NAMES.length + 1);
      for (const part of parts)
        if (part.client !== 'windsurf') expect(part).toMatchObject({ action: 'add', error: null });
      expect(parts.find(({ client }) => client === 'windsurf')).toMatchObject({
        action: 'failed',
        error: { message: expect.stringContaining('not valid JSON (line 1') as string },
      });
      expect(parts[0]?.told).toContain('12 tools');
      const around = { home, folder: home, platform: process.platform };
      for (const client of CLIENT_NAMES.filter((each) => each !== 'windsurf'))
        expect(launchIn(installedEntry(client, around, 'user'))).toMatchObject({
          command: process.execPath,
          args: expect.arrayContaining([join(ROOT, PROGRAM), 'mcp']) as string[],
        });
      expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toContain(
        'model = "o3" # dear',
      );

      const undone = await setup('--undo');
      expect(undone).toMatchObject({ code: 0, err: '' });
      expect(filesIn(home)).toEqual(THEIRS);
      expect((await setup('--undo')).out).toContain('nothing to put back');
    },
    LONG,
  );

  it(
    'offers the programs that could read, runs none of them, and puts the chosen one into server and hooks',
    async () => {
      const { home, under } = machine();
      mkdirSync(join(home, '.claude'));
      const { folder, callsOf } = readerPrograms('claude', 'codex');
      const env = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
      const plain = await under({ env }, '--yes', '--json', '--for', 'cursor');
      expect(JSON.parse(plain.out)).toMatchObject({
        reader: null,
        readers: [
          { name: 'claude', command: `${join(folder, 'claude')} -p` },
          { name: 'codex', command: `${join(folder, 'codex')} exec --skip-git-repo-check -` },
        ],
      });
      const told = (await under({ env }, '--yes', '--for', 'cursor')).out;
      expect(told).toContain('Could read it into notes: claude, codex (mneme setup --reader NAME)');
      const set = await under({ env }, '--yes', '--reader', 'claude');
      const command = `${join(folder, 'claude')} -p`;
      expect(set.out).toContain(`What is remembered is read by: ${command}. Try it once: mneme`);
      const around = { home, folder: home, platform: process.platform };
      expect(launchIn(installedEntry('claude-code', around, 'user'))?.args).toEqual(
        expect.arrayContaining(['--reader', command]),
      );
      expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toContain(
        `--reader '${command}'`,
      );
      expect(existsSync(callsOf('claude')) || existsSync(callsOf('codex'))).toBe(false);
      // One without hooks shows it as well, and is tried sooner.
      const args = (): readonly string[] =>
        launchIn(installedEntry('cursor', around, 'user'))?.args ?? [];
      await under({ env }, '--yes', '--for', 'cursor');
      expect(args()).toContain('--reader');
      await under({ env }, '--yes', '--for', 'cursor', '--reader', 'nobody');
      expect(args()).not.toContain('--reader');
      const absent = await under({ env }, '--yes', '--reader', 'gemini');
      expect(absent).toMatchObject({ code: 2 });
      expect(absent.err).toContain('there is no gemini in PATH');
      expect((await under({ env }, '--yes', '--reader', '"claude')).err).toContain('quote');
    },
    LONG,
  );

  it(
    'puts back an entry that does not work',
    async () => {
      const { home, under } = machine();
      mkdirSync(join(home, '.gemini'));
      const path = join(home, '.gemini/settings.json');
      writeFileSync(path, '{ "theme": "dark" }');
      // A program that cannot run where the client starts it.
      const ran = await under(
        { cwd: home, env: { PATH: '/nowhere' } },
        '--yes',
        '--for',
        'gemini',
        '--project',
      );
      expect(ran.code).toBe(11);
      expect(ran.out).toContain('The server does not work');
      expect(filesIn(home)).toEqual({ '.gemini/settings.json': '{ "theme": "dark" }' });
    },
    LONG,
  );

  it(
    'writes no path of this machine into what a project shares',
    async () => {
      const { home, under } = machine();
      const project = temporaryFolder();
      const bin = join(project, 'node_modules/.bin/mneme');
      mkdirSync(dirname(bin), { recursive: true });
      symlinkSync(join(ROOT, PROGRAM), bin);
      writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
      mkdirSync(join(home, '.cursor'));
      const ran = await under({ cwd: project }, '--yes', '--project', '--for', 'cursor,codex');
      expect(ran).toMatchObject({ code: 0, err: '' });
      for (const path of ['.cursor/mcp.json', '.codex/config.toml']) {
        const text = readFileSync(join(project, path), 'utf8');
        expect(text).toContain('npx');
        for (const own of [home, project, ROOT, process.execPath]) expect(text).not.toContain(own);
      }
      const refused = await under(
        { cwd: project },
        '--yes',
        '--project',
        '--for',
        'cursor',
        '--file',
        '/elsewhere/m.mneme',
      );
      expect(refused).toMatchObject({ code: 2 });
      expect(refused.err).toContain('path of this machine');
      expect(await under({ cwd: project }, '--undo', '--project')).toMatchObject({
        code: 0,
        err: '',
      });
      expect(Object.keys(filesIn(project)).sort()).toEqual(['package.json']);
    },
    LONG,
  );

  it(
    'two at once: one does it, the other says so, and nothing is half done',
    async () => {
      const { home, setup } = machine();
      mkdirSync(join(home, '.cursor'));
      const both = await Promise.all([setup('--yes'), setup('--yes')]);
      expect(both.filter(({ code }) => code === 0).length).toBeGreaterThanOrEqual(1);
      for (const { code, err } of both)
        if (code !== 0) expect([code, err]).toEqual([6, expect.stringContaining('Another setup')]);
      expect(await setup('--undo')).toMatchObject({ code: 0 });
      expect(filesIn(home)).toEqual({});
    },
    LONG,
  );

  it(
    'refuses where nothing can be found, kept or written',
    async () => {
      const { home, setup, under } = machine();
      expect(await setup('--yes')).toMatchObject({ code: 3 });
      expect((await setup('--yes', '--for', 'emacs')).err).toContain('One of: claude-code');
      expect(await under({ env: { HOME: 'not/absolute' } }, '--yes')).toMatchObject({ code: 3 });
      mkdirSync(join(home, '.cursor'));
      if (process.getuid?.() === 0)
        for (const at of ['', '.cursor']) chownSync(join(home, at), 65_534, 65_534);
      for (const at of ['.cursor', '']) chmodSync(join(home, at), 0o555);
      const refused = await under({ asNobody: true, env: { TMPDIR: '/tmp' } }, '--yes');
      for (const at of ['', '.cursor']) chmodSync(join(home, at), 0o755);
      expect(refused).toMatchObject({ code: 7 });
      expect(refused.err).toContain('cannot be used');
      expect(filesIn(home)).toEqual({});
    },
    LONG,
  );
});
