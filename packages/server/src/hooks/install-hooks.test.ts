import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import {
  applyHooks,
  hookCommand,
  type HookSurroundings,
  installedHooks,
  isHookCommand,
  planHooks,
  readHookCommand,
  settingsPath,
} from './install-hooks.js';
import { HOOK_EVENTS } from './hook-protocol.js';

const COMMAND =
  "/usr/bin/node '/opt/my tools/mneme/dist/bin/mneme-hook.js' --file /home/ada/memory.mneme --bank default --tokens 600";

function surroundings(): HookSurroundings {
  return { home: temporaryFolder(), project: null };
}

function write(around: HookSurroundings, text: string): string {
  const path = settingsPath(around);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

it.each(['linux', 'win32'] as const)(
  'a command line tells its memory again, however its words are quoted (%s)',
  (platform) => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter(
      // Excludes texts that no path of this system contains, and those that look like a flag.
      (text) => !/[\0-\x1f]|^--/.test(text) && (platform !== 'win32' || !/["*?<>|]/.test(text)),
    );
    fc.assert(
      fc.property(word, word, word, (node, file, bank) => {
        const words = [node, '/opt/my tools/mneme-hook.js', '--file', file, '--bank', bank];
        fc.pre(!isHookCommand(node));
        expect(readHookCommand(hookCommand(words, platform))).toEqual({
          programs: words.slice(0, 2),
          file,
          bank,
        });
      }),
    );
    expect(readHookCommand(COMMAND)).toMatchObject({
      programs: ['/usr/bin/node', '/opt/my tools/mneme/dist/bin/mneme-hook.js'],
      file: '/home/ada/memory.mneme',
    });
    expect(readHookCommand('npx mneme-hook')).toBeNull();
  },
);

describe('hooks in a client’s settings', () => {
  it('are set up where there is no file, at every event, once', () => {
    const around = surroundings();
    const add = planHooks(COMMAND, around);
    expect(existsSync(add.path)).toBe(false);
    applyHooks(add);
    const group = { hooks: [{ type: 'command', command: COMMAND, timeout: 5 }] };
    expect(read(add.path)).toEqual({
      hooks: Object.fromEntries(HOOK_EVENTS.map((event) => [event, [group]])),
    });
    expect(planHooks(COMMAND, around).action).toBe('none');
    expect(installedHooks(around).hooks.map(({ event }) => event)).toEqual(HOOK_EVENTS);
    const other = COMMAND.replace('600', '900');
    const replace = planHooks(other, around);
    expect(replace.action).toBe('replace');
    applyHooks(replace);
    expect(new Set(installedHooks(around).hooks.map(({ command }) => command))).toEqual(
      new Set([other]),
    );
    expect(installedHooks(around).hooks.map(({ event }) => event)).toEqual(HOOK_EVENTS);
    applyHooks(planHooks(null, around));
    expect(read(add.path)).toEqual({});
  });

  it('a project’s stand in the file that is not shared', () => {
    const project = temporaryFolder();
    expect(settingsPath({ home: '/nowhere', project })).toBe(
      join(project, '.claude', 'settings.local.json'),
    );
  });

  it('leaves alone what it does not understand', () => {
    const around = surroundings();
    for (const text of [
      '{ // mine\n "hooks": {} ',
      '[]',
      '{"hooks": []}',
      '{"hooks": {"Stop": {}}}',
    ]) {
      const path = write(around, text);
      expect(() => planHooks(COMMAND, around)).toThrow(/left as it is/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('keeps the file’s rights', () => {
    const around = surroundings();
    chmodSync(write(around, '{"model": "opus"}'), 0o640);
    applyHooks(planHooks(COMMAND, around));
    expect(statSync(settingsPath(around)).mode & 0o777).toBe(0o640);
  });

  it('leaves every foreign setting untouched, going in and coming out', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const command = fc.record(
      {
        type: fc.constant('command'),
        command: fc.oneof(
          word,
          fc.constantFrom(
            'node /opt/mneme-hooked.js',
            'echo my-mneme-hook-notes',
            'mneme recall x',
          ),
        ),
        timeout: fc.nat(),
      },
      { requiredKeys: ['type', 'command'] },
    );
    const group = fc.record(
      {
        matcher: word,
        hooks: fc.array(
          fc.oneof(command, fc.record({ type: fc.constant('http'), url: fc.webUrl() })),
          { minLength: 1, maxLength: 3 },
        ),
      },
      { requiredKeys: ['hooks'] },
    );
    const hooks = fc.dictionary(
      fc.constantFrom<string>(...HOOK_EVENTS, 'PreToolUse', 'Notification'),
      fc.array(group, { minLength: 1, maxLength: 3 }),
      { maxKeys: 4 },
    );
    const settings = fc
      .tuple(
        fc.dictionary(word, fc.jsonValue(), { maxKeys: 4, noNullPrototype: true }),
        fc.option(hooks, { nil: undefined }),
      )
      .map(([rest, given]) =>
        given === undefined || Object.keys(given).length === 0 ? rest : { ...rest, hooks: given },
      );
    const indent = fc.constantFrom('  ', '\t', '    ');
    const around = surroundings();
    fc.assert(
      fc.property(settings, indent, (before, space) => {
        fc.pre(!Object.hasOwn(before, 'hooks') || typeof before.hooks === 'object');
        const text = `${JSON.stringify(before, null, space)}\n`;
        const path = write(around, text);
        applyHooks(planHooks(COMMAND, around));
        const during = read(path) as { hooks: Record<string, unknown[]> };
        const { hooks: ours, ...others } = during;
        const { hooks: theirs = {}, ...foreign } = JSON.parse(text) as {
          hooks?: Record<string, unknown[]>;
        };
        expect(others).toEqual(foreign);
        for (const [event, groups] of Object.entries(theirs))
          expect(ours[event]?.slice(0, groups.length)).toEqual(groups);
        applyHooks(planHooks(null, around));
        expect(read(path)).toEqual(JSON.parse(text));
        if (Object.keys(before).length > 0) expect(readFileSync(path, 'utf8')).toBe(text);
      }),
      { numRuns: 80 },
    );
  });
});
