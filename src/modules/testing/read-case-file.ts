import { MnemeError } from '../../domain/errors.js';
import { parseInput } from '../../domain/parse-input.js';
import { CaseFile, nameOf } from './case.js';

/** Characters of a file of cases. */
const MAX_LENGTH = 8_000_000;
/** Anchors of YAML that a file may repeat; more of them would make a small file a large one. */
const MAX_ALIASES = 1_000;

/**
 * A file of cases as a person writes it: YAML, of which JSON is a part. Throws `invalid_input` naming the line, or the field and what is
 * wrong with it.
 */
export async function readCaseFile(text: string, path = 'cases'): Promise<CaseFile> {
  if (text.length > MAX_LENGTH)
    throw new MnemeError('too_large', `${path} has ${text.length} characters.`, {
      field: path,
      hint: `At most ${MAX_LENGTH}: put the cases into several files.`,
    });
  const { parseDocument } = await import('./yaml-text.js');
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw unreadable(path, fault.message, fault);
  let told: unknown;
  try {
    told = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw unreadable(path, (cause as Error).message, cause);
  }
  return asCaseFile(Array.isArray(told) ? { cases: told } : told, path);
}

/** Throws `invalid_input`, also for two cases of one name: a report tells them apart by it. */
export function asCaseFile(raw: unknown, path = 'cases'): CaseFile {
  const file = parseInput(CaseFile, raw, path);
  const seen = new Set<string>();
  for (const [at, each] of file.cases.entries()) {
    const name = nameOf(each);
    if (seen.has(name))
      throw new MnemeError('invalid_input', `Two cases are called “${name}”.`, {
        field: `${path}.cases.${at}.name`,
        value: name,
        hint: 'Give each a `name` of its own.',
      });
    seen.add(name);
  }
  return file;
}

function unreadable(path: string, message: string, cause: unknown): MnemeError {
  return new MnemeError('invalid_input', `${path} cannot be read: ${message.split('\n')[0]}`, {
    field: path,
    hint: 'A file of cases is YAML or JSON: `cases:` and a list of questions with what must come back.',
    cause,
  });
}
