import type { BankName } from '../domain/ids.js';
import { BankPrivacy, type PrivacyPorts } from '../safety/bank-privacy.js';

/** The name under which a field is cleaned when a text is stored. */
const NAMES: Readonly<Record<string, 'who' | 'session'>> = {
  speaker: 'who',
  speakers: 'who',
  exceptSpeakers: 'who',
  session: 'session',
  exceptSession: 'session',
  delta: 'session',
};
/** Fields of a question that name the conversation it is asked in. */
const WITHIN: ReadonlySet<string> = new Set(['context', 'within']);

/**
 * A question with people and sessions named as the bank stores them: if it masks mail addresses, they are
 * still found by address. Values other than text are left for the schema to refuse.
 */
export async function namesAsKept<T>(asked: T, bank: BankName, ports: PrivacyPorts): Promise<T> {
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
