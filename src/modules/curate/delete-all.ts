import { z } from 'zod';
import type { Change } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { ForgetChoice, forgetReason } from '../../domain/forgetting.js';
import type { BankName } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import type { OfUser } from '../../domain/scope.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { heldBy } from '../../domain/user-bank.js';
import type { Filter, Store } from '../../ports/store.js';
import { bankClock } from '../../indexes/bank-clock.js';
import { withReversal } from '../../bank/reversal-hash.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { ListFilter, storeFilter } from '../explain/index.js';
import { forgetting, type ForgetPorts } from './forget.js';
import { notesLeftBy } from './notes-left.js';

const { kinds, tags, metadata, speaker, session, agentId, runId, from, to } = ListFilter.shape;
const { reason, cause } = ForgetChoice.shape;

/** Which memories to forget at once, and why. */
export const DeleteAllInput = z.strictObject({
  kinds,
  tags,
  metadata,
  speaker,
  session,
  agentId,
  runId,
  from,
  to,
  reason,
  cause,
  preview: z.boolean().default(false).describe('Only tell how many it would be.'),
});
export type DeleteAllInput = z.input<typeof DeleteAllInput> & OfUser;

const deleteAllReceiptShape = z.strictObject({
  /** Memories that are forgotten, or would be. */
  memories: z.number(),
  /** Goals and learned records, which are included when a user's whole memory is forgotten. */
  others: z.number(),
  sequence: z.number(),
});
export interface DeleteAllReceipt extends Of<typeof deleteAllReceiptShape> {}
export const DeleteAllReceipt: SchemaOf<DeleteAllReceipt, typeof deleteAllReceiptShape> =
  deleteAllReceiptShape;

/** More at once would lock other programs out of the file for too long. */
const MAX_FORGOTTEN = 50_000;
const PAGE = 500;
const MAX_TRIES = 50;

/**
 * Forgets all memories that match a filter, in one change that one undo reverts. For a user's memory,
 * without a filter, everything: goals and learned records, too. Throws `invalid_input` without a filter for
 * any other bank, and for more than {@link MAX_FORGOTTEN}.
 */
export async function deleteAll(
  raw: DeleteAllInput,
  handle: BankHandle,
): Promise<Reversible<DeleteAllReceipt>> {
  const [whose, asked] = handle.asked(raw, true);
  whose.assertWritable();
  const input = parseInput(DeleteAllInput, await whose.cleaned(asked), 'delete_all');
  return whose.writing(async (bank) => {
    await bank.uses.flush();
    const receipt = await forgetAll(input, bank.name, whose.parts);
    const changed = !input.preview && receipt.memories + receipt.others > 0;
    return withReversal(bank.name, receipt, changed);
  });
}

async function forgetAll(
  { reason, cause, preview, ...asked }: z.output<typeof DeleteAllInput>,
  bank: BankName,
  { actor, ...ports }: ForgetPorts & { readonly actor: string },
): Promise<DeleteAllReceipt> {
  const whole = Object.values(asked).every((part) => part === undefined);
  if (whole && heldBy(bank).userId === null) throw tooWide();
  const filter = storeFilter(asked, await bankClock(bank, ports.store));
  for (let attempt = 1; ; attempt++) {
    const sequence = (await ports.store.bank(bank))?.sequence ?? 0;
    const memories = await withTheirNotes(await allOf(bank, filter, ports.store), bank, ports);
    const change = {
      ...forgetting(memories, { reason, cause }, { bank, actor, at: ports.clock.now(), kept: [] }),
      ...(whole ? await besides(bank, ports) : {}),
    };
    const others = change.goals.length + change.learned.length;
    const told = { memories: change.memories.length, others };
    if (preview || told.memories + others === 0) return { ...told, sequence };
    try {
      return {
        ...told,
        sequence: await ports.store.commit(
          { ...change, reason: forgetReason({ reason, cause }) },
          { expectedSequence: sequence },
        ),
      };
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MAX_TRIES) throw error;
    }
  }
}

function tooWide(): MnemeError {
  return new MnemeError('invalid_input', 'delete_all: name what is to go.', {
    field: 'delete_all',
    hint: 'A filter, such as session or tags, or the user whose whole memory it is (userId).',
  });
}

/** And the notes that rest on nothing else: what is forgotten is not told by them. */
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
  for (let after: string | undefined; ;) {
    const page = await store.find(bank, filter, PAGE, after);
    found.push(...page.items);
    if (found.length > MAX_FORGOTTEN)
      throw new MnemeError('invalid_input', `delete_all: more than ${MAX_FORGOTTEN} memories.`, {
        field: 'delete_all',
        hint: 'Narrow it, as by session, or by from and to, and call it several times.',
      });
    if (page.next === null) return found;
    after = page.next;
  }
}

/** A bank's records other than memories, retracted. */
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
