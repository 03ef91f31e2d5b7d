import { relative, resolve } from 'node:path';
import { readConfig } from '../config/config.js';
import { definedOnly } from '../domain/defined-only.js';
import { MnemeError } from '../domain/errors.js';
import type { Launch } from '../servers/mcp/clients.js';
import { DEFAULT_TOOLS, toolSetNamed } from '../servers/mcp/tool-set.js';
import { openOptions, type OpenFlags } from './open-options.js';

export interface LaunchFlags extends OpenFlags {
  readonly tools: string;
}

/** This very program on the memory that holds here, with paths that hold in any folder: the client has neither our environment nor our folder. */
export function ownLaunch({ tools, ...flags }: LaunchFlags): Launch {
  const { file, store, bank, userId, agentId, runId, readOnly, owner } = readConfig(
    openOptions(flags),
  );
  return {
    command: process.execPath,
    args: [
      ...process.execArgv,
      resolve(process.argv[1] ?? 'mneme'),
      'mcp',
      ...(store === undefined ? ['--file', file] : ['--store', store]),
      ...(bank === 'default' ? [] : ['--bank', bank]),
      ...chosen({
        ...flags,
        ...definedOnly({ userId, agentId, runId, owner }),
        tools,
        readOnly,
      }),
    ],
  };
}

/**
 * For a file that people share: no path of this machine, and each one's own memory, unless a file inside the project is named. Throws
 * `invalid_input` for any other file.
 */
export function sharedLaunch({ tools, file, bank, ...flags }: LaunchFlags, folder: string): Launch {
  return {
    command: 'npx',
    args: [
      '-y',
      'mneme',
      'mcp',
      ...(file === undefined ? [] : ['--file', insideProject(file, folder)]),
      ...(bank === undefined || bank === 'default' ? [] : ['--bank', bank]),
      ...chosen({ ...flags, tools }),
    ],
  };
}

function chosen({
  tools,
  userId,
  agentId,
  runId,
  readOnly,
  owner,
  reading,
  reader,
}: LaunchFlags): string[] {
  return [
    ...(userId === undefined ? [] : ['--user-id', userId]),
    ...(agentId === undefined ? [] : ['--agent-id', agentId]),
    ...(runId === undefined ? [] : ['--run-id', runId]),
    ...(tools === DEFAULT_TOOLS ? [] : ['--tools', toolSetNamed(tools)]),
    ...(readOnly === true ? ['--read-only'] : []),
    ...(owner === undefined ? [] : ['--owner', owner]),
    ...(reader === undefined ? [] : ['--reader', reader]),
    ...(reading === true && reader === undefined ? ['--reading'] : []),
  ];
}

function insideProject(file: string, folder: string): string {
  const path = relative(folder, resolve(folder, file)).replaceAll('\\', '/');
  if (path !== '' && !path.startsWith('..') && resolve(folder, path) === resolve(folder, file))
    return path;
  throw new MnemeError(
    'invalid_input',
    `${file} is a path of this machine, and the settings are shared.`,
    {
      field: '--file',
      value: file,
      hint: 'Leave --file out, so that everybody has a memory of their own, or name a file inside the project.',
    },
  );
}
