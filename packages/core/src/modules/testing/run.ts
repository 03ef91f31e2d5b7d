import { z } from 'zod';
import type { OpenBank, OpenFile } from '../../bank/core.js';
import { copyToScratch, openScratch } from '../../bank/banks.js';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import { startIn } from '../../domain/memory-times.js';
import { parseInput } from '../../domain/input.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { OperationContext } from '../../kernel/operation.js';
import { forget, restore } from '../history/index.js';
import { asCaseFile, CaseFile, type MemoryCase, nameOf, pinCase, PinInput } from './case.js';
import { driftOf, EarlierRun, type Mutation, type Outcome, type TestReport } from './report.js';
import { type Asking, runCases } from './run-cases.js';
import { wholeNumber } from '../../domain/schema.js';

/** Actor of changes on the copy. */
const ACTOR = 'mutation';

/**
 * Mutation test: forgets one memory at a time on a copy of the bank and reruns the cases that returned it; a case
 * that fails now detects the loss. Undetected memories could be lost without a failing test. Memories ranked first
 * are tried first.
 */
async function mutate(
  cases: readonly MemoryCase[],
  outcomes: readonly Outcome[],
  bank: OpenBank,
  core: OpenFile,
  { limit, ...asking }: Omit<Asking, 'times'> & { readonly limit: number },
): Promise<Mutation> {
  const byName = new Map(cases.map((each) => [nameOf(each), each]));
  const gotBy = namesByMemory(outcomes);
  const tried = [...gotBy.keys()].slice(0, limit);
  const copy = await copyToScratch(core, bank.name);
  try {
    const mutants: Mutation['mutants'][number][] = [];
    for (const [at, id] of tried.entries()) {
      if (asking.long.signal?.aborted === true)
        throw new MnemeError('interrupted', `Stopped after ${at} of ${tried.length} memories.`, {
          hint: 'Run it again; nothing was changed.',
        });
      const again = (gotBy.get(id) ?? []).flatMap((name) => byName.get(name) ?? []);
      await forget([id], { reason: 'a trial' }, ACTOR, bank.name, copy.core.parts);
      const after = await runCases(again, copy.bank, copy.core.parts, {
        ...asking,
        times: 1,
        long: asking.long.signal === undefined ? {} : { signal: asking.long.signal },
      });
      await restore([id], 'a trial', bank.name, copy.core.parts);
      const [memory] = await core.parts.store.get(bank.name, [id]);
      mutants.push({
        id,
        content: (memory?.content ?? '').slice(0, 200),
        noticedBy: after.filter(({ passed }) => !passed).map(({ name }) => name),
      });
      asking.long.onProgress?.(at + 1, tried.length);
    }
    return {
      tried: mutants.length,
      noticed: mutants.filter(({ noticedBy }) => noticedBy.length > 0).length,
      left: gotBy.size - mutants.length,
      mutants,
    };
  } finally {
    await copy.close();
  }
}

/** The passing cases that returned each memory; memories with better ranks first. */
function namesByMemory(outcomes: readonly Outcome[]): Map<MemoryId, string[]> {
  const passing = outcomes.filter(({ passed }) => passed);
  const deepest = Math.max(0, ...passing.map(({ returned }) => returned.length));
  const gotBy = new Map<MemoryId, string[]>();
  for (let place = 0; place < deepest; place++)
    for (const { name, returned } of passing) {
      const id = returned[place];
      if (id === undefined) continue;
      const names = gotBy.get(id);
      if (names === undefined) gotBy.set(id, [name]);
      else names.push(name);
    }
  return gotBy;
}

export const TestInput = z.strictObject({
  ...CaseFile.shape,
  cases: CaseFile.shape.cases
    .optional()
    .describe('Questions with what must be true of the answers, as JSON.'),
  pin: PinInput.shape.query
    .optional()
    .describe('A question: a case is made of what it gets today, told, and asked with the others.'),
  name: PinInput.shape.name.describe('What the pinned case is called. Default: its question.'),
  best: PinInput.shape.best,
  asOf: PinInput.shape.asOf.describe('The pinned case is answered from what the bank held then.'),
  times: wholeNumber(1, 100)
    .default(1)
    .describe('How often each case is asked; one that comes out differently is flaky.'),
  against: EarlierRun.optional().describe('An earlier report: what changed since is told.'),
  mutants: wholeNumber(0, 10_000)
    .default(0)
    .describe(
      'So many memories are forgotten on a copy, one at a time, to see which cases notice.',
    ),
});
export type TestInput = z.input<typeof TestInput>;

/** Maximum number of questions of a run. */
const MAX_ASKED = 20_000;
/** Default number of results of a case. */
const RESULTS = 10;

/** Limits the total number of questions, including reruns for mutations. Throws `invalid_input`. */
function assertAskable(cases: CaseFile['cases'], times: number, mutants: number): void {
  const got = cases.reduce((sum, { limit = RESULTS }) => sum + Math.min(mutants, limit), 0);
  const asked = cases.length * times + got;
  if (asked <= MAX_ASKED) return;
  const [field, value] = got > cases.length * times ? ['mutants', mutants] : ['times', times];
  throw new MnemeError(
    'invalid_input',
    `test.${field}: ${cases.length} cases asked ${times} times, and again for what is forgotten, are up to ${asked} questions; one run asks at most ${MAX_ASKED}.`,
    { field: `test.${field}`, value, hint: 'Ask in several runs, or less often.' },
  );
}

/** Runs every case against the bank, or against one made from the fixture. Writes nothing and does not count as use. */
export async function runTest(
  raw: TestInput,
  bank: OpenBank,
  core: OpenFile,
  long: Pick<OperationContext, 'signal' | 'onProgress'> = {},
): Promise<TestReport> {
  const asked = parseInput(TestInput, raw, 'test');
  const { times, against, mutants, pin, name, best, asOf, cases = [], ...told } = asked;
  const pinned =
    pin === undefined
      ? null
      : await pinCase({ query: pin, name, best, asOf, now: told.now }, bank, core.parts);
  const all = [...cases, ...(pinned === null ? [] : [pinned.case])];
  if (all.length === 0)
    throw new MnemeError('invalid_input', 'test.cases: give cases, or a question to pin.', {
      field: 'test.cases',
      hint: 'As in [{"ask": "Where does Tom live?", "mustReturn": ["Porto"]}].',
    });
  const file = asCaseFile({ ...told, cases: all }, 'test');
  assertAskable(file.cases, times, mutants);
  if (file.fixture === undefined)
    return judged(file, bank, core, { times, against, mutants, long, pinned });
  const scratch = await openScratch(core, bank.name);
  try {
    const inputs = file.fixture.map((each) =>
      typeof each === 'string' ? { content: each } : each,
    );
    await scratch.core.write(scratch.bank, inputs, 'remember', core.parts.actor);
    return await judged(file, scratch.bank, scratch.core, {
      ...{ times, against, mutants, long, pinned },
    });
  } finally {
    await scratch.close();
  }
}

async function judged(
  file: CaseFile,
  bank: OpenBank,
  core: OpenFile,
  {
    times,
    against,
    mutants,
    long,
    pinned,
  }: Pick<z.output<typeof TestInput>, 'times' | 'against' | 'mutants'> &
    Pick<TestReport, 'pinned'> & {
      readonly long: Pick<OperationContext, 'signal' | 'onProgress'>;
    },
): Promise<TestReport> {
  const { clock } = core.parts;
  const at = clock.now();
  // One query time for all cases, however long the run takes.
  const now = file.now ?? at;
  const startedAt = clock.ticks();
  const cases = await runCases(file.cases, bank, core.parts, { now, times, long });
  const passed = cases.filter(({ passed: good, flaky }) => good && !flaky).length;
  return {
    bank: bank.name,
    at,
    now: startIn(now, await bankOffset(bank.name, core.parts.store)),
    sequence: bank.state.sequence,
    passed,
    failed: cases.length - passed,
    flaky: cases.filter(({ flaky }) => flaky).length,
    tookMs: clock.ticks() - startedAt,
    cases,
    pinned,
    drift: against === undefined ? null : driftOf(cases, against),
    mutation:
      mutants === 0
        ? null
        : await mutate(file.cases, cases, bank, core, { now, limit: mutants, long }),
  };
}
