import { MnemeError } from '../domain/errors.js';
import { type BankName, MemoryId } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import { parseInput } from '../domain/parse-input.js';
import { BankPrivacy, type PrivacyPorts } from '../safety/bank-privacy.js';
import { isRecord } from '../domain/well-formed.js';

export function asQuestion<Question extends { readonly query?: string | undefined }>(
  question: Question | string,
): Question {
  return typeof question === 'string' ? ({ query: question } as Question) : question;
}

export function asInput(input: RememberInput | string): RememberInput {
  return typeof input === 'string' ? { content: input } : input;
}

/** Untyped callers may pass a single value instead of a list. */
export function listed<T>(items: readonly T[], field: string): readonly T[] {
  if (Array.isArray(items)) return items;
  throw new MnemeError('invalid_input', `${field}: expected a list.`, {
    field,
    value: items,
    hint: 'Put it into brackets.',
  });
}

export function parseIds(ids: readonly string[]): MemoryId[] {
  if (listed(ids, 'ids').length > 0)
    return ids.map((id, at) => parseInput(MemoryId, id, `ids.${at}`));
  throw new MnemeError('invalid_input', 'ids: name at least one memory.', {
    field: 'ids',
    value: ids,
    hint: 'List the ids with `mneme list`.',
  });
}

/** Fields that name a person or session, and how they are redacted when stored. */
const NAMES: Readonly<Record<string, 'who' | 'session'>> = {
  speaker: 'who',
  speakers: 'who',
  exceptSpeakers: 'who',
  session: 'session',
  exceptSession: 'session',
  delta: 'session',
};
/** Fields of a question that describe the conversation around it. */
const WITHIN: ReadonlySet<string> = new Set(['context', 'within']);

/**
 * A question whose people and sessions are redacted as the bank redacts them: if it masks mail addresses, they are
 * still found by address. Values other than text are left for the schema to refuse.
 */
export async function redactQueryNames<T>(
  asked: T,
  bank: BankName,
  ports: PrivacyPorts,
): Promise<T> {
  if (!namesAny(asked)) return asked;
  return (await kept(asked, await BankPrivacy.of(bank, ports))) as T;
}

function namesAny(asked: unknown): boolean {
  return (
    isRecord(asked) &&
    Object.entries(asked).some(
      ([field, value]) =>
        (field in NAMES && value !== undefined) || (WITHIN.has(field) && namesAny(value)),
    )
  );
}

async function kept(asked: unknown, privacy: BankPrivacy): Promise<unknown> {
  if (!isRecord(asked)) return asked;
  const fields: [string, unknown][] = [];
  for (const [field, value] of Object.entries(asked)) {
    const name = NAMES[field];
    fields.push([
      field,
      name !== undefined
        ? await named(value, name, privacy)
        : WITHIN.has(field)
          ? await kept(value, privacy)
          : value,
    ]);
  }
  return Object.fromEntries(fields);
}

async function named(
  value: unknown,
  name: 'who' | 'session',
  privacy: BankPrivacy,
): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => named(each, name, privacy)));
  return typeof value === 'string' ? (await privacy.namesAsKept({ [name]: value }))[name] : value;
}
