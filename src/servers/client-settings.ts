import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { MnemeError } from '../domain/errors.js';

/** A client's own file of settings, which a person may have written. */
export interface ClientSettings {
  /** As it stands; null where there is none. */
  readonly text: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads a client's settings. Throws `invalid_input` for what is no plain JSON object: comments could not be kept. `byHand` says what a person may do instead. */
export function readSettings(path: string, byHand: string): ClientSettings {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : null;
  if (text === null || text.trim() === '') return { text, settings: {} };
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (cause) {
    throw leftAlone(path, 'is not plain JSON (comments cannot be kept)', byHand, cause);
  }
  if (!isRecord(settings)) throw leftAlone(path, 'holds no JSON object', byHand);
  return { text, settings };
}

/** The refusal to touch a file that is not understood. */
export function leftAlone(path: string, why: string, byHand: string, cause?: unknown): MnemeError {
  return new MnemeError('invalid_input', `${path} ${why}, so it is left as it is.`, {
    field: 'client',
    value: path,
    hint: byHand,
    cause,
  });
}

/** The settings as a file in the old one's own indent. */
export function settingsText(
  settings: Readonly<Record<string, unknown>>,
  old: string | null,
): string {
  return `${JSON.stringify(settings, null, /^([ \t]+)"/m.exec(old ?? '')?.[1] ?? '  ')}\n`;
}

/** The whole new file takes the old one's place in one step, with its permissions. Throws `invalid_input` where it cannot be written. */
export function writeSettings(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A link stays one: what it points to is replaced.
    const target = existsSync(path) ? realpathSync(path) : path;
    const fresh = `${target}.${process.pid}.tmp`;
    writeFileSync(fresh, text, { mode: existsSync(target) ? statSync(target).mode : 0o600 });
    renameSync(fresh, target);
  } catch (cause) {
    throw new MnemeError(
      'invalid_input',
      `${path} cannot be written: ${(cause as Error).message}.`,
      {
        field: 'client',
        value: path,
        hint: 'Run it with --print and put the entry in by hand.',
        cause,
      },
    );
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
