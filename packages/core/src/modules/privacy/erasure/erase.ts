import type { EngineParts, OpenBank, OpenFile } from '../../../bank/core.js';
import { assertWritable } from '../../../bank/writes.js';
import { MnemeError, retryOnConflict } from '../../../domain/errors.js';
import {
  type ErasedName,
  EraseInput,
  type EraseReport,
} from '../../../domain/forgetting-and-merging.js';
import { NameMatcher } from '../../../domain/name-matcher.js';
import { parseInput } from '../../../domain/input.js';
import { certifyErasure } from '../../certificates/index.js';
import { type ErasurePlan, planErasure } from './plan-erasure.js';
import type { ByteNeedle, Store } from '../../../ports/store.js';
import { everyPage } from '../../../domain/schema.js';

const LATER =
  'It is finished when the file is next opened to write; until then `mneme doctor` tells of it.';

/**
 * Finishes committed erasures: rewrites the file without the deleted data. Returns the reason if it could not, in
 * words; null if nothing is left to do. Either way the change itself succeeded: what is committed is erased.
 */
export async function finishErasure(store: Store, waitMs: number): Promise<string | null> {
  try {
    if (await store.scrub(waitMs)) return null;
    return `It is not yet out of the file: another process still reads an older state, whose log is kept. ${LATER}`;
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return `It is not yet out of the file, which could not be written anew (${error.message.replace(/\.$/, '')}). ${LATER}`;
  }
}

const UNPROVEN =
  'It is gone from this bank. The bytes of the whole file are looked through for a key of all banks alone.';
/** Maximum wait for other processes, in milliseconds, before reporting that they hold the old log open. */
const PATIENCE = 10_000;

/**
 * Erases a person from the bank permanently, in one change, with all their data in the journal, rewrites the file,
 * and searches its bytes for remains. Without `yes` it only reports what it would do. Throws `invalid_input`,
 * `read_only`, `locked`.
 */
export async function erase(raw: unknown, bank: OpenBank, core: OpenFile): Promise<EraseReport> {
  const input = parseInput(EraseInput, raw, 'erase');
  const { parts } = core;
  if (!input.yes) {
    const { report } = await planErasure(input, bank.name, parts);
    return {
      ...report,
      done: false,
      proof: null,
      remains: [],
      certificate: null,
      sequence: (await parts.store.bank(bank.name))?.sequence ?? 0,
    };
  }
  assertWritable(parts);
  await bank.accepted.settle();
  const { plan, sequence } = await bank.writes.run(async () => {
    await bank.uses.flush();
    await bank.parts.flush();
    return commit(bank, core, () => planErasure(input, bank.name, parts));
  });
  // Other verbs must reload their cached state of the bank.
  core.openAnew(bank);
  const unfinished = await finishErasure(parts.store, PATIENCE);
  const proven = await prove(plan, bank, core, unfinished);
  const done = (proven.proof?.bytesFound ?? 0) === 0;
  const report = { ...plan.report, done, sequence, ...proven };
  // No certificate while bytes remain.
  return { ...report, certificate: done ? certified(report, bank, parts) : null };
}

const certified = (
  report: Omit<EraseReport, 'certificate'>,
  { name }: OpenBank,
  { signingKey, actor, clock }: EngineParts,
): string | null =>
  signingKey === undefined
    ? null
    : certifyErasure(report, { key: signingKey, bank: name, actor, at: clock.now() });

async function commit(
  bank: OpenBank,
  { parts: { store } }: OpenFile,
  plan: () => Promise<ErasurePlan>,
): Promise<{ plan: ErasurePlan; sequence: number }> {
  return retryOnConflict(async () => {
    const expectedSequence = (await store.bank(bank.name))?.sequence ?? 0;
    const planned = await plan();
    return { plan: planned, sequence: await store.commit(planned.change, { expectedSequence }) };
  });
}

async function prove(
  { names, probes }: ErasurePlan,
  bank: OpenBank,
  { parts: { store, within } }: OpenFile,
  unfinished: string | null,
): Promise<Pick<EraseReport, 'proof' | 'remains'>> {
  const unread = unfinished === null ? [] : [unfinished];
  // A search of the whole file would reveal data of other banks.
  if (within !== undefined && within !== null)
    return { proof: null, remains: [...unread, UNPROVEN] };
  const needles = [
    ...names.flatMap(needlesOf),
    ...probes.flatMap((probe) => encoded(probe, false)),
  ];
  const { searched, found, partsOfOthers } = await store.findBytes(needles);
  const remains = [
    ...unread,
    ...(found === 0 ? [] : [left(found), ...(await otherBanks(names, bank, store))]),
  ];
  return {
    proof: { needles: needles.length, bytesSearched: searched, bytesFound: found, partsOfOthers },
    remains,
  };
}

const left = (found: number): string =>
  `${found === 1 ? 'One place' : `${found} places`} of the file still ${found === 1 ? 'has' : 'have'} a name of theirs, or a piece of what was erased: the erasure is not done.`;

async function otherBanks(
  names: readonly ErasedName[],
  bank: OpenBank,
  store: OpenFile['parts']['store'],
): Promise<string[]> {
  const matcher = new NameMatcher(names);
  const told: string[] = [];
  for (const { name } of await store.banks()) {
    if (matcher.test(name)) told.push(`A bank is called ${name}.`);
    if (name === bank.name) continue;
    let naming = 0;
    for await (const items of everyPage((after) =>
      store.find(name, { includeRetracted: true }, 500, after),
    )) {
      naming += items.filter((memory) =>
        matcher.test(
          JSON.stringify([memory.content, memory.speaker, memory.tags, memory.metadata]),
        ),
      ).length;
    }
    if (naming > 0)
      told.push(
        `Bank ${name} of the same file has ${naming} memories that name them: erase there too, if it is the same person.`,
      );
  }
  return told;
}

/**
 * Possible spellings of a name: unchanged, in lower case, in capitals, capitalised, composed or decomposed, without
 * accents.
 */
function needlesOf({ text, common }: ErasedName): ByteNeedle[] {
  const title = text.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  const cases = common
    ? [text, title, text.toUpperCase()].filter((each) => each !== text.toLowerCase())
    : [text, text.toLowerCase(), text.toUpperCase(), title];
  const forms = cases.flatMap((each) => [
    each.normalize('NFC'),
    each.normalize('NFD'),
    each.normalize('NFD').replace(/\p{M}/gu, ''),
  ]);
  return [...new Set(forms)].flatMap((form) => encoded(form, true));
}

function encoded(text: string, word: boolean): ByteNeedle[] {
  const wide = Buffer.from(text, 'utf16le');
  return [
    { bytes: Buffer.from(text), text, word },
    { bytes: wide, text: null, word },
    { bytes: Buffer.from(wide).swap16(), text: null, word },
  ];
}
