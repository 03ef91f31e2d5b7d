import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MnemeError } from '../domain/errors.js';

/** The start of a path that a shell would expand: a home, or a variable in one of four notations. */
const UNFILLED =
  /^(?:~(?<user>[^/\\]*)|\$\{(?:env:)?(?<braced>\w+)\}|\$(?<plain>\w+)|%(?<percent>\w+)%)(?=[/\\]|$)/;
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

interface Around {
  /** The name of the setting at its source: `MNEME_FILE`. */
  readonly field: string;
  /** The base of relative paths. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes a path absolute that no shell has expanded: expands `~` and a variable at its start, and turns a `file://`
 * URL into its path. Throws `invalid_input` for an unset variable, another user's home, and any other URL.
 */
function wholePath(path: string, around: Around): string {
  if (path === '' || path === ':memory:') return path;
  if (ADDRESS.test(path)) return pathOfAddress(path, around.field);
  const filled = UNFILLED.exec(path);
  if (filled === null) return resolve(around.folder, path);
  const { user, braced, plain, percent } = filled.groups ?? {};
  if (user !== undefined && user !== '')
    throw refused(path, around.field, `~${user} is filled in by a shell, and none reads it here`);
  const name = user === '' ? 'HOME' : (braced ?? plain ?? percent ?? '');
  const start = valueOf(name, around.environment);
  if (start === undefined)
    throw refused(path, around.field, `the variable ${name} is not set, so this names no place`);
  return resolve(around.folder, start + path.slice(filled[0].length));
}

/** The value of a variable; a home that is not in the environment comes from the system. */
function valueOf(name: string, environment: Around['environment']): string | undefined {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  return ['HOME', 'USERPROFILE', 'userHome'].includes(name) ? homedir() : undefined;
}

function pathOfAddress(address: string, field: string): string {
  try {
    if (address.toLowerCase().startsWith('file:')) return fileURLToPath(address);
  } catch {
    // A file URL with another host, or without a path.
  }
  throw refused(address.replace(/\/\/[^/]*@/, '//…@'), field, 'this is an address, and no path');
}

function refused(path: string, field: string, why: string): MnemeError {
  return new MnemeError('invalid_input', `${field}: ${why}.`, {
    field,
    value: path,
    hint: 'Give the whole path, as /home/me/agent.mneme. A name that really begins so is written ./~name; a server is given as store (MNEME_STORE).',
  });
}

/** The settings that are paths. */
const PATH_FIELDS = ['file', 'vaultKeyFile', 'passphraseFile', 'signingKeyFile'] as const;

/** The variable of a setting: `embedder.folder` is `MNEME_EMBEDDER_FOLDER`. */
export const nameInEnvironment = (field: string): string =>
  `MNEME_${field.replace(/[A-Z]/g, '_$&').replace('.', '_').toUpperCase()}`;

/** Settings from one source, with absolute paths; `nameOf` names a setting there. Other types are left for the schema to refuse. */
export function placed(
  settings: Readonly<Record<string, unknown>>,
  nameOf: (field: string) => string,
  around: Omit<Around, 'field'>,
): Record<string, unknown> {
  const whole = (value: unknown, field: string): unknown =>
    typeof value === 'string' ? wholePath(value, { field: nameOf(field), ...around }) : value;
  const given = PATH_FIELDS.filter((field) => settings[field] !== undefined);
  const { embedder } = settings;
  const folder = (embedder as { readonly folder?: unknown } | null | undefined)?.folder;
  return {
    ...settings,
    ...Object.fromEntries(given.map((field) => [field, whole(settings[field], field)])),
    ...(folder === undefined
      ? {}
      : { embedder: { ...(embedder as object), folder: whole(folder, 'embedder.folder') } }),
  };
}

interface ConfigFile {
  readonly path: string;
  /** Whether it was named explicitly: then it must exist. */
  readonly named: boolean;
}

/** The file that MNEME_CONFIG names, or `mneme.config.json` in the working folder. */
export function configFile(environment: Readonly<Record<string, string | undefined>>): ConfigFile {
  const given = environment['MNEME_CONFIG'] || undefined;
  const around = { field: 'MNEME_CONFIG', folder: '.', environment };
  return { path: wholePath(given ?? 'mneme.config.json', around), named: given !== undefined };
}

/** The settings of the file; none if it is the default and does not exist. Throws `not_found`, `invalid_input`. */
export function fromFile({ path, named }: ConfigFile): Record<string, unknown> {
  if (!existsSync(path)) {
    if (!named) return {};
    throw new MnemeError('not_found', `There is no configuration file ${path}.`, {
      field: 'MNEME_CONFIG',
      value: path,
    });
  }
  const refused = (why: string, hint: string): MnemeError =>
    new MnemeError('invalid_input', `${path} ${why}.`, {
      field: 'MNEME_CONFIG',
      value: path,
      hint,
    });
  let text: string;
  try {
    text = decodeText(readFileSync(path));
  } catch (cause) {
    throw refused('cannot be read', String(cause));
  }
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (cause) {
    // The message may quote the text, which may contain a key.
    throw refused('is not valid JSON', String(cause).replace(/(?:,\s)?(?<!\.)\.*".*"\.*/s, ''));
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
    return settings as Record<string, unknown>;
  throw refused('holds no settings', 'It must be an object, as {"file": "agent.mneme"}.');
}

/** Decodes by the byte order mark, which Windows editors write; it may be UTF-16. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(!wide ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
}
