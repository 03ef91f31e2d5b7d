import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  lstatSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { readSettings } from '../client-settings.js';
import {
  applyChange,
  CLIENT_NAMES,
  installedEntry,
  launchIn,
  MCP_CLIENTS,
  type McpClient,
  planChange,
  type Surroundings,
} from './clients.js';

const LAUNCH = { command: '/usr/bin/node', args: ['/opt/mneme/main.js', 'mcp'] };

function surroundings(platform: NodeJS.Platform = 'linux'): Surroundings {
  const folder = temporaryFolder();
  return { home: join(folder, 'home'), folder: join(folder, 'project'), platform };
}

const read = (path: string): unknown => readSettings(path, '').settings;

/** A user's settings file: settings, comments, another server. */
function theirs(client: McpClient): string {
  const { field } = MCP_CLIENTS[client];
  return client === 'codex'
    ? `model = "o3" # the dear one\n\n# Ours at work.\n[${field}.other]\ncommand = "x"\nargs = [\n  "a",\n]\n\n[profiles.fast]\nmodel = "mini"\n`
    : `{\n\t// Set by hand.\n\t"theme": "dark",\n\t"${field}": {\n\t\t"other": { "command": "x" }, // at work\n\t},\n}\n`;
}

describe.each(CLIENT_NAMES)('%s', (client) => {
  const { field } = MCP_CLIENTS[client];

  it('gets the server, keeps what is there to the letter, and loses nothing but the server', () => {
    const around = surroundings();
    const { path } = planChange(client, LAUNCH, around);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, theirs(client));
    chmodSync(path, 0o640);
    const before = read(path) as Record<string, object>;
    const add = planChange(client, LAUNCH, around);
    expect(add.action).toBe('add');
    expect(readFileSync(path, 'utf8')).toBe(theirs(client));
    applyChange(add);
    expect(read(path)).toEqual({ ...before, [field]: { ...before[field], mneme: add.after } });
    for (const line of theirs(client).split('\n'))
      expect(readFileSync(path, 'utf8')).toContain(`${line}\n`);
    expect(launchIn(add.after)).toEqual(LAUNCH);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(planChange(client, LAUNCH, around).action).toBe('none');
    const moved = planChange(client, { ...LAUNCH, args: ['elsewhere'] }, around);
    expect(moved.action).toBe('replace');
    applyChange(moved);
    expect(launchIn(installedEntry(client, around, 'user'))?.args).toEqual(['elsewhere']);
    const remove = planChange(client, null, around);
    expect(remove.action).toBe('remove');
    applyChange(remove);
    expect(read(path)).toEqual(before);
    expect(planChange(client, null, around).action).toBe('none');
  });

  it('is set up where it was never started', () => {
    const around = surroundings();
    const change = planChange(client, LAUNCH, around);
    expect(existsSync(change.path)).toBe(false);
    applyChange(change);
    expect(read(change.path)).toEqual({ [field]: { mneme: change.after } });
  });
});

it('keeps tables of TOML apart, whatever looks like one', () => {
  const around = surroundings();
  const { path } = planChange('codex', LAUNCH, around);
  mkdirSync(dirname(path), { recursive: true });
  for (const [text, kept] of [
    [
      '[mcp_servers.mneme]\ncommand = "old"\n\n[mcp_servers.mneme.env]\nA = "1"\n# b\n[b]\n',
      '# b\n[b]',
    ],
    ['a = """\n[mcp_servers.mneme]\n"""\n', '[mcp_servers.mneme]\n"""'],
    ['[ mcp_servers . "mneme" ]\nargs = [\n[1],\n]\n', ''],
  ] as const) {
    writeFileSync(path, text);
    let refused = false;
    try {
      applyChange(planChange('codex', LAUNCH, around));
    } catch (error) {
      refused = MnemeError.is(error);
    }
    const after = readFileSync(path, 'utf8');
    if (refused) expect(after).toBe(text);
    else expect(launchIn(installedEntry('codex', around, 'user'))).toEqual(LAUNCH);
    expect(after).toContain(kept);
  }
  for (const text of ['mcp_servers = { other = { command = "x" } }\n', 'a = \n']) {
    writeFileSync(path, text);
    expect(() => planChange('codex', LAUNCH, around)).toThrow(/left as it is/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});

it('does not write over what another program has changed in between', () => {
  const around = surroundings();
  const change = planChange('gemini', LAUNCH, around);
  mkdirSync(dirname(change.path), { recursive: true });
  writeFileSync(change.path, '{"theme": "dark"}');
  expect(() => applyChange(change)).toThrow(/changed by another program/);
  expect(readFileSync(change.path, 'utf8')).toBe('{"theme": "dark"}');
  expect(readdirSync(dirname(change.path))).toEqual(['settings.json']);
});

it('leaves a file alone that it does not understand, and says what to put where', () => {
  const around = surroundings();
  const { path } = planChange('vscode', LAUNCH, around, 'project');
  mkdirSync(dirname(path), { recursive: true });
  for (const text of ['{ "servers": { }', '[]', '{"servers": []}']) {
    writeFileSync(path, text);
    expect(() => planChange('vscode', LAUNCH, around, 'project')).toThrow(/left as it is/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});

it('writes through a link', () => {
  const around = surroundings();
  const { path } = planChange('cursor', LAUNCH, around);
  mkdirSync(dirname(path), { recursive: true });
  const target = join(around.home, 'dotfiles.json');
  writeFileSync(target, '{}');
  symlinkSync(target, path);
  applyChange(planChange('cursor', LAUNCH, around));
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(read(target)).toHaveProperty('mcpServers.mneme.command', '/usr/bin/node');
});

it('finds Claude Desktop on each system', () => {
  const path = (platform: NodeJS.Platform) =>
    planChange('claude-desktop', LAUNCH, { home: '/h', folder: '/f', platform }).path.replaceAll(
      '\\',
      '/',
    );
  expect(path('darwin')).toBe('/h/Library/Application Support/Claude/claude_desktop_config.json');
  expect(path('win32')).toBe('/h/AppData/Roaming/Claude/claude_desktop_config.json');
  expect(path('linux')).toBe('/h/.config/Claude/claude_desktop_config.json');
});
