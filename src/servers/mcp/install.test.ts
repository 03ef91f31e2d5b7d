import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  lstatSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/open-test-memory.js';
import { MCP_CLIENTS, type McpClient, type Surroundings } from './clients.js';
import { applyChange, planChange } from './install.js';

const LAUNCH = { command: '/usr/bin/node', args: ['/opt/mneme/main.js', 'mcp'] };

function surroundings(platform: NodeJS.Platform = 'linux'): Surroundings {
  const folder = temporaryFolder();
  return { home: join(folder, 'home'), folder: join(folder, 'project'), platform };
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

describe.each(Object.keys(MCP_CLIENTS) as McpClient[])('%s', (client) => {
  const { field } = MCP_CLIENTS[client];

  it('gets the server, keeps what is there, and loses nothing but the server', () => {
    const around = surroundings();
    const { path } = planChange(client, LAUNCH, around);
    mkdirSync(dirname(path), { recursive: true });
    const theirs = `{\n\t"theme": "dark",\n\t"${field}": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n`;
    writeFileSync(path, theirs);
    chmodSync(path, 0o640);
    const add = planChange(client, LAUNCH, around);
    expect(add.action).toBe('add');
    expect(readFileSync(path, 'utf8')).toBe(theirs);
    applyChange(add);
    expect(read(path)).toEqual({
      theme: 'dark',
      [field]: { other: { command: 'x' }, mneme: add.after },
    });
    expect(add.after).toMatchObject(LAUNCH);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(planChange(client, LAUNCH, around).action).toBe('none');
    expect(planChange(client, { ...LAUNCH, args: ['elsewhere'] }, around).action).toBe('replace');
    const remove = planChange(client, null, around);
    expect(remove.action).toBe('remove');
    applyChange(remove);
    expect(readFileSync(path, 'utf8')).toBe(theirs);
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

it('leaves a file alone that it does not understand, and says what to put where', () => {
  const around = surroundings();
  const { path } = planChange('vscode', LAUNCH, around);
  mkdirSync(dirname(path), { recursive: true });
  for (const text of ['{ // a comment\n "servers": {} }', '[]', '{"servers": []}']) {
    writeFileSync(path, text);
    expect(() => planChange('vscode', LAUNCH, around)).toThrow(/left as it is/);
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
