import { existsSync, readFileSync } from 'node:fs';
import { MnemeError } from '../domain/errors.js';
import { wholePath } from './places.js';

export interface ConfigFile {
  readonly path: string;
  /** Whether somebody named it: then it must be there. */
  readonly named: boolean;
}

/** The file that MNEME_CONFIG names, or the one in this folder. */
export function configFile(environment: Readonly<Record<string, string | undefined>>): ConfigFile {
  const given = environment['MNEME_CONFIG'] || undefined;
  const around = { field: 'MNEME_CONFIG', folder: '.', environment };
  return { path: wholePath(given ?? 'mneme.config.json', around), named: given !== undefined };
}

/** What the file says; nothing where none was named and none lies here. Throws `not_found`, `invalid_input`. */
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
    // The message may quote the text, and the text may contain a key.
    throw refused('is not valid JSON', String(cause).replace(/(?:,\s)?(?<!\.)\.*".*"\.*/s, ''));
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
    return settings as Record<string, unknown>;
  throw refused('holds no settings', 'It must be an object, as {"file": "agent.mneme"}.');
}

/** Editors and shells of Windows begin a text with a mark of its encoding, which may be UTF-16. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(!wide ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
}
