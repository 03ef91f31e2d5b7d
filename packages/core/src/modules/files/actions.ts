import { z } from 'zod';
import type { BankHandle } from '../../bank/bank-handle.js';
import { MnemeError } from '../../domain/errors.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { forget, mergeMemories, update } from '../history/index.js';
import { resolveConflict } from '../validity/index.js';

/** A line that asks for something: `[FORGET obsolete: m_…] We moved`. */
interface Action {
  /** The word between verb and colon: a strategy, a cause, the side that holds. */
  readonly option: string | undefined;
  readonly force: boolean;
  readonly ids: readonly string[];
  /** What follows the brackets: a name, a reason, a remark. */
  readonly note: string;
}

const ACTION = /^\[\s*(merge|forget|note|pin|resolve)((?:\s+\w+)*)\s*:([^\]]*)\](.*)$/isu;
const FORCE = 'force';
const Ids = z.array(MemoryId).min(1, 'name at least one memory: [PIN: m_…]');

/** Whether a line asks for something, be it well put or not. */
export const isAction = (line: string): boolean =>
  /^\[\s*(?:merge|forget|note|pin|resolve)\b/i.test(line);

/** Does what a line asks for, as its verb would. Throws what the verb throws, `invalid_input`. */
export async function applyAction(line: string, handle: BankHandle): Promise<void> {
  const [, verb = '', options = '', ids = '', note = ''] = ACTION.exec(line) ?? [];
  const given = words(options.toLowerCase());
  const [option, ...more] = given.filter((each) => each !== FORCE);
  const perform = VERBS[verb.toLowerCase()];
  if (perform === undefined || more.length > 0)
    throw new MnemeError('invalid_input', `“${line.slice(0, 60)}” is no action.`, {
      field: 'files.line',
      hint: 'Write one as [FORGET: m_…] Why.',
    });
  const cleaned = await handle.cleaned(note.trim());
  const force = given.includes(FORCE);
  await perform({ option, force, ids: words(ids.replaceAll(',', ' ')), note: cleaned }, handle);
}

const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

const VERBS: Readonly<Record<string, (action: Action, handle: BankHandle) => Promise<unknown>>> = {
  merge: ({ ids, option: strategy, force, note: name }, handle) => {
    const input = { ids, strategy, force, ...(name === '' ? {} : { name }) };
    return handle.writing((bank) => mergeMemories(input, bank, handle.parts));
  },
  forget: ({ option: cause, note: reason, ...named }, handle) =>
    handle.writing(async ({ name }) => {
      const ids = await standing(named.ids, name, handle);
      await forget(ids, { cause, reason }, handle.parts.actor, name, handle.parts);
    }),
  note: (action, handle) => updateAll(action, { remark: action.note }, handle),
  pin: (action, handle) => updateAll(action, { addTags: ['pinned'], boost: 1 }, handle),
  resolve: ({ ids: [id], option: keep, note }, handle) =>
    handle.writing((bank) => resolveConflict({ id, keep, note }, bank, handle.parts)),
};

/** Either all of them, or, where one of them cannot be changed, none. */
async function updateAll(
  { ids }: Action,
  change: Omit<Parameters<typeof update>[0], 'id'>,
  handle: BankHandle,
): Promise<void> {
  for (const id of await standing(ids, (await handle.open()).name, handle))
    await update({ id, ...change }, handle);
}

async function standing(
  named: readonly string[],
  bank: BankName,
  { parts: { store } }: BankHandle,
): Promise<readonly MemoryId[]> {
  const ids = parseInput(Ids, named, 'files.line');
  const found = await store.get(bank, ids);
  const lost = ids.find((id) => found.find((each) => each.id === id)?.retractedAt !== null);
  if (lost === undefined) return ids;
  throw new MnemeError('not_found', `There is no memory ${lost} that holds.`, {
    field: 'files.line',
    value: lost,
    hint: 'Take its id from the file, or from `mneme list`.',
  });
}
