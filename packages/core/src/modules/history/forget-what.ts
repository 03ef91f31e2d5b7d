import { z } from 'zod';
import type { Change } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { ForgetChoice, forgetReason, type ParsedForgetChoice } from '../../domain/forgetting.js';
import type { BankName } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import type { OfUser } from '../../domain/scope.js';
import { splitBankName } from '../../domain/user-bank.js';
import type { Filter, Store } from '../../ports/store.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { withReversal } from '../../bank/reversal-hash.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { ListFilter, storeFilter } from '../inspect/index.js';
import {
  forget,
  type ForgetPorts,
  type ForgetReceipt,
  forgetting,
  Ids,
  notesLeftBy,
} from './forget.js';
import { retryOnConflict } from '../../domain/retry-on-conflict.js';
import { everyPage } from '../../domain/page.js';
import { flag } from '../../domain/schema.js';

const { kinds, tags, metadata, speaker, session, agentId, runId, from, to } = ListFilter.shape;
const FILTER = { kinds, tags, metadata, speaker, session, agentId, runId, from, to };

/** Selects the memories to forget, by ids or by a filter, and gives the reason. */
export const ForgetInput = z.strictObject({
  ids: Ids.optional(),
  ...FILTER,
  ...ForgetChoice.shape,
  preview: flag('Only tell what a filter would forget.'),
});
export type ForgetInput = z.input<typeof ForgetInput> & OfUser;
/** Inputs that forget more than individually named memories. */
export const FORGET_BY_FILTER = [...Object.keys(FILTER), 'preview'];

/** Limit of one change: more would lock other programs out of the file for too long. */
const MAX_FORGOTTEN = 50_000;
const PAGE = 500;

/**
 * Forgets memories by ids, or all that match a filter, in one change that one undo reverts. For a user's memory,
 * without either, everything, including goals and learned records. Throws `not_found` for an unknown id,
 * `invalid_input` without ids and filter for any other bank, with both, and for more than {@link MAX_FORGOTTEN}.
 */
export async function forgetWhat(
  raw: ForgetInput,
  handle: BankHandle,
): Promise<Reversible<ForgetReceipt>> {
  const [whose, { ids, ...asked }] = handle.asked(raw, raw.ids === undefined);
  whose.assertWritable();
  const input = parseInput(
    ForgetInput,
    { ...(await whose.cleaned(asked)), ...(ids === undefined ? {} : { ids }) },
    'forget',
  );
  return whose.writing(async (bank) => {
    await bank.uses.flush();
    const receipt = await forgetMeant(input, bank.name, whose.parts);
    const changed = !input.preview && receipt.changed.length + (receipt.others ?? 0) > 0;
    return withReversal(bank.name, receipt, changed);
  });
}

type Ports = ForgetPorts & { readonly actor: string };

async function forgetMeant(
  { ids, preview, reason, cause, cascade, ...filter }: z.output<typeof ForgetInput>,
  bank: BankName,
  ports: Ports,
): Promise<ForgetReceipt> {
  const why = { reason, cause, cascade };
  if (ids === undefined) return forgetAll(filter, { ...why, preview }, bank, ports);
  const also = preview
    ? 'preview'
    : Object.entries(filter).find(([, value]) => value !== undefined)?.[0];
  if (also !== undefined)
    throw new MnemeError(
      'invalid_input',
      `forget: memories are named, and ${also} is given, too.`,
      {
        field: `forget.${also}`,
        hint: 'Name the memories, or give a filter that means them.',
      },
    );
  return forget(ids, why, ports.actor, bank, ports);
}

async function forgetAll(
  asked: Omit<z.output<typeof ForgetInput>, 'ids' | 'preview' | keyof ParsedForgetChoice>,
  { reason, cause, preview }: Omit<ParsedForgetChoice, 'cascade'> & { readonly preview: boolean },
  bank: BankName,
  { actor, ...ports }: Ports,
): Promise<ForgetReceipt> {
  const whole = Object.values(asked).every((part) => part === undefined);
  if (whole && splitBankName(bank).userId === null) throw tooWide();
  const filter = storeFilter(asked, await bankOffset(bank, ports.store));
  return retryOnConflict(async () => {
    const sequence = (await ports.store.bank(bank))?.sequence ?? 0;
    const memories = await withTheirNotes(await allOf(bank, filter, ports.store), bank, ports);
    const change = {
      ...forgetting(memories, { reason, cause }, { bank, actor, at: ports.clock.now(), kept: [] }),
      ...(whole ? await besides(bank, ports) : {}),
    };
    const others = change.goals.length + change.learned.length;
    const told = { changed: change.memories.map(({ id }) => id), unchanged: [], others };
    if (preview || told.changed.length + others === 0) return { ...told, sequence };
    return {
      ...told,
      sequence: await ports.store.commit(
        { ...change, reason: forgetReason({ reason, cause }) },
        { expectedSequence: sequence },
      ),
    };
  });
}

function tooWide(): MnemeError {
  return new MnemeError('invalid_input', 'forget: name what is to go.', {
    field: 'forget.ids',
    hint: 'Ids, or a filter, such as session or tags, or the user whose whole memory it is (userId).',
  });
}

/** Adds the notes that rest on nothing else: they would repeat what is forgotten. */
async function withTheirNotes(
  memories: readonly Memory[],
  bank: BankName,
  { store }: ForgetPorts,
): Promise<readonly Memory[]> {
  const ids = memories.map(({ id }) => id);
  const left = await notesLeftBy(ids, bank, store);
  const notes = left.length === 0 ? [] : await store.get(bank, left);
  return [...memories, ...notes.filter(({ retractedAt }) => retractedAt === null)];
}

async function allOf(bank: BankName, filter: Filter, store: Store): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for await (const items of everyPage((after) => store.find(bank, filter, PAGE, after))) {
    found.push(...items);
    if (found.length > MAX_FORGOTTEN)
      throw new MnemeError('invalid_input', `forget: more than ${MAX_FORGOTTEN} memories.`, {
        field: 'forget',
        hint: 'Narrow it, as by session, or by from and to, and call it several times.',
      });
  }
  return found;
}

/** A bank's goals and learned records, retracted. */
async function besides(
  bank: BankName,
  { store, clock }: ForgetPorts,
): Promise<Pick<Change, 'goals' | 'learned'>> {
  const at = clock.now();
  const standing = <Kept extends { readonly retractedAt: number | null }>(record: Kept): boolean =>
    record.retractedAt === null;
  const retracted = <Kept extends { readonly version: number }>(record: Kept): Kept => ({
    ...record,
    retractedAt: at,
    version: record.version + 1,
  });
  return {
    goals: (await store.goals(bank)).filter(standing).map(retracted),
    learned: (await store.learned(bank, {})).filter(standing).map(retracted),
  };
}
