import { createHash } from 'node:crypto';
import { assertAccessible } from './banks.js';
import type { EngineParts, FlowParts, OpenBank, OpenFile } from './core.js';
import { assertWritable } from './writes.js';
import type { Delegated } from '../domain/access.js';
import { ReaderName } from '../domain/audience.js';
import { Actor, type Reversible } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import { BankName, type KeptScope, MemoryId } from '../domain/ids.js';
import { parseInput, type RememberInput } from '../domain/input.js';
import type { Recollection } from '../domain/recollection.js';
import { LAST_INSTANT } from '../domain/time.js';
import { coversBank, splitBankName, takeUser, userBank } from '../domain/user-bank.js';
import { isRecord } from '../domain/well-formed.js';
import type { Clock } from '../ports/system.js';
import { BankPrivacy, type PrivacyPorts } from '../safety/bank-privacy.js';
import { assertNoKey, redactId } from '../safety/personal/redact.js';

const DIGEST_LETTERS = 10;

/**
 * Identifies a change for `undo`: its number, and a digest of bank and number, so that a typo cannot undo another
 * change.
 */
export function reversalHash(bank: BankName, sequence: number): string {
  const digest = createHash('sha256').update(`mneme reversal ${bank} ${sequence}`).digest('hex');
  return `${sequence.toString(36)}-${digest.slice(0, DIGEST_LETTERS)}`;
}

/** The number of the change that a hash identifies; null if it is not a hash of this bank. */
export function sequenceOf(bank: BankName, hash: string): number | null {
  const sequence = /^[0-9a-z]{1,11}-[0-9a-f]{10}$/.test(hash)
    ? Number.parseInt(hash, 36)
    : Number.NaN;
  return Number.isSafeInteger(sequence) && reversalHash(bank, sequence) === hash ? sequence : null;
}

/** The receipt with the reversal hash of its change, if it made one. */
export function withReversal<Receipt extends { readonly sequence: number }>(
  bank: BankName,
  receipt: Receipt,
  changed: boolean,
): Reversible<Receipt> {
  return { ...receipt, reversal: changed ? reversalHash(bank, receipt.sequence) : null };
}

/** One bank of an open file, on behalf of a principal; verbs and modules are built on it. */
export class BankHandle {
  constructor(
    readonly core: OpenFile,
    readonly name: string,
    /** The default scope of its calls. */
    readonly scope: KeptScope = {},
  ) {}

  /**
   * Another bank of the same file. The handle of a user's bank sees no other bank. Throws `not_found` for a bank that
   * this handle may not access.
   */
  other(name: BankName): BankHandle {
    assertAccessible(name, this.parts);
    assertNoKey(name, 'bank');
    assertNoKey(splitBankName(name).userId ?? '', 'userId');
    const core =
      splitBankName(name).userId === null
        ? this.core
        : this.core.actingAs({ actor: this.parts.actor, within: [name] });
    return new BankHandle(core, name, this.scope);
  }

  /** The same bank for another principal; a handle limited to some banks can only delegate those. */
  as(who: Partial<Delegated>): BankHandle {
    const { parts } = this;
    const standing = who.standing ?? (parts.standing === 'guest' ? 'guest' : 'admin');
    const allowed = parts.within ?? null;
    const within =
      allowed === null
        ? (who.within ?? null)
        : (who.within?.filter((name) => coversBank(allowed, name)) ?? allowed);
    const actor = parseInput(Actor, who.actor ?? parts.actor, 'actor');
    assertNoKey(actor, 'actor');
    const recipient =
      who.recipient === undefined
        ? {}
        : { recipient: parseInput(ReaderName, who.recipient, 'recipient') };
    return new BankHandle(
      this.core.actingAs({ actor, within, standing, ...recipient }),
      this.name,
      this.scope,
    );
  }

  /**
   * {@link asked} for a call that may name who will read the answer; the reader stays in the call, as answers are told
   * apart by it.
   */
  reading<Call extends { readonly for?: string | undefined }>(
    call: Call,
    scoped = false,
  ): readonly [BankHandle, Call] {
    const [handle, rest] = this.asked(call, scoped);
    const named = (rest as Call | null)?.for;
    const { actor, recipient, standing = 'owner' } = handle.parts;
    if (named === undefined)
      return [handle, recipient === undefined ? rest : { ...rest, for: recipient }];
    const core = handle.core.actingAs({
      ...{ actor, standing },
      recipient: parseInput(ReaderName, named, 'for'),
    });
    return [new BankHandle(core, handle.name, handle.scope), rest];
  }

  /**
   * The bank of the user that a call names, and the call without the user. `scoped`: the verb takes a scope, so
   * defaults apply.
   */
  asked<Call extends object>(call: Call, scoped = false): readonly [BankHandle, Call] {
    const { userId, rest } = takeUser(call);
    return [
      userId === undefined
        ? this
        : this.other(parseInput(BankName, userBank(this.name, userId), 'bank')),
      scoped ? withKeptIds(withScope(this.scope, rest)) : rest,
    ];
  }

  get parts(): EngineParts {
    return this.core.parts;
  }

  /** Opens the bank, for verbs that compare no vectors. */
  open(): Promise<OpenBank> {
    return this.core.open(this.name);
  }

  /** Opens the bank, for verbs that compare vectors. */
  serve(): Promise<OpenBank> {
    return this.core.serve(this.name);
  }

  /** Runs work in the bank's write queue. */
  async writing<T>(work: (bank: OpenBank) => Promise<T>): Promise<T> {
    const bank = await this.open();
    return bank.writes.run(() => work(bank));
  }

  /** {@link writing}, and adds the reversal hash to the receipt if a change was made. */
  reversing<Receipt extends { readonly sequence: number }>(
    work: (bank: OpenBank) => Promise<Receipt>,
    changed: (receipt: Receipt) => boolean = () => true,
  ): Promise<Reversible<Receipt>> {
    return this.writing(async (bank) => {
      const receipt = await work(bank);
      return withReversal(bank.name, receipt, changed(receipt));
    });
  }

  /** {@link writing}, for verbs that remember texts in the same change as their own records. */
  async telling<T>(work: (bank: OpenBank, parts: FlowParts) => Promise<T>): Promise<T> {
    const bank = await this.serve();
    return bank.writes.run(() => work(bank, this.core.flowParts));
  }

  /** Records what a recall delivered, so that its results can be voted on. */
  async noteUse(
    { state, privacy, uses }: OpenBank,
    recollection: Pick<Recollection, 'id' | 'plan' | 'delivered'>,
    query: string,
  ): Promise<void> {
    const now = this.parts.clock.now();
    for (const id of recollection.delivered) state.index.noteUse(state.index.slot(id), now);
    // A question that contains a secret is never recorded.
    if ((await privacy.at(state.sequence)).mayNote(query)) uses.note(recollection, now);
  }

  /** An input with private values redacted, to be used instead of the original. */
  async cleaned<T>(input: T): Promise<T> {
    const privacy = await BankPrivacy.of((await this.open()).name, this.parts);
    return (await privacy.clean(input)).value;
  }

  /** Throws `read_only`. */
  assertWritable(): void {
    assertWritable(this.parts);
  }
}

/** A call with agent and run redacted as when stored. */
function withKeptIds<Call extends object>(call: Call): Call {
  const kept = (['agentId', 'runId'] as const).flatMap((name) => {
    const id = (call as Readonly<Record<string, unknown>> | null)?.[name];
    return typeof id === 'string' ? [[name, redactId(id)] as const] : [];
  });
  return kept.every(([name, id]) => (call as Readonly<Record<string, unknown>>)[name] === id)
    ? call
    : { ...call, ...Object.fromEntries(kept) };
}

/** Fills in the scope where the call has none. Anything but an object is left for the schema to refuse. */
function withScope<Call extends object>(scope: KeptScope, call: Call): Call {
  const kept = Object.entries(scope).filter(
    ([name, value]) =>
      value !== undefined &&
      (call as Readonly<Record<string, unknown>> | null)?.[name] === undefined,
  );
  return kept.length === 0 || typeof call !== 'object' || call === null
    ? call
    : { ...call, ...Object.fromEntries(kept) };
}

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

/** A clock in whole milliseconds, as stored; `otherwise` supplies missing `ticks`. Throws `invalid_input` for a time out of range. */
export function wholeClock(clock: Pick<Clock, 'now'> & Partial<Clock>, otherwise: Clock): Clock {
  const whole: Clock = {
    now: () => {
      const now: unknown = clock.now();
      if (typeof now === 'number' && Math.abs(now) <= LAST_INSTANT) return Math.floor(now);
      throw refused('now', now, 'epoch milliseconds, up to the year 9999');
    },
    ticks: () => {
      const ticks: unknown = clock.ticks === undefined ? otherwise.ticks() : clock.ticks();
      if (typeof ticks === 'number' && Number.isFinite(ticks)) return ticks;
      throw refused('ticks', ticks, 'milliseconds');
    },
  };
  // Fail before anything is opened.
  whole.now();
  return whole;
}

function refused(method: string, value: unknown, wanted: string): MnemeError {
  return new MnemeError('invalid_input', `clock.${method}: must be ${wanted}.`, {
    field: `clock.${method}`,
    value: String(value),
    hint: `The clock that was given says ${String(value)}; give one such as { now: () => Date.now(), ticks: () => performance.now() }.`,
  });
}
