import { withReversal } from './reversal-hash.js';
import type { Recollection } from '../domain/recollection.js';
import type { Reversible } from '../domain/reversal.js';
import type { Delegated } from '../domain/access.js';
import { Actor } from '../domain/change.js';
import { BankName } from '../domain/ids.js';
import { parseInput } from '../domain/parse-input.js';
import { type KeptScope } from '../domain/scope.js';
import { splitBankName, coversBank, takeUser, userBank } from '../domain/user-bank.js';
import { BankPrivacy } from '../safety/bank-privacy.js';
import { assertNoKey, redactId } from '../safety/personal/redact.js';
import type { OpenFile, EngineParts, FlowParts, OpenBank } from './core.js';
import { assertAccessible } from './bank-there.js';
import { assertWritable } from './writes.js';

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
    return new BankHandle(this.core.actingAs({ actor, within, standing }), this.name, this.scope);
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
