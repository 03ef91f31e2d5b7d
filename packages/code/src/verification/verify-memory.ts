import { z } from 'zod';
import { type Asking, checkFunction } from './check-function.js';
import { OutOfSubset } from './read/program.js';
import { type CheckedLanguage, readFunctions } from './read/read-functions.js';
import { FAULT_KINDS, Z3 } from './smt.js';
import { FunctionVerdict, VerdictName, worst } from './verdict.js';
import { asLearned, firstVersion, nextVersion, revise } from '@mneme/core/bank/learned/revise.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/open-bank.js';
import { assertWritable, WriteQueue } from '@mneme/core/bank/writes.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { flag, numberWithin, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import type { BankPart } from '@mneme/core/kernel/module.js';
import {
  type CodeLanguage,
  Grammars,
  likelyLanguages,
} from '@mneme/core/language/code/code-language.js';
import { findCode } from '@mneme/core/language/code/find-code.js';

/** Checks each function of a piece of code separately. The grammar must be loaded. */
export async function checkCode(
  code: string,
  language: CheckedLanguage,
  grammars: Grammars,
  asking: Asking,
): Promise<FunctionVerdict[]> {
  const verdicts: FunctionVerdict[] = [];
  for (const read of readFunctions(code, language, grammars)) {
    if ('outside' in read) {
      verdicts.push({ ...outside(read.outside), name: read.name, line: read.line, language });
      continue;
    }
    const { name, line } = read.function;
    try {
      const kinds = await checkFunction(read.function, asking);
      verdicts.push({
        name,
        line,
        language,
        verdict: worst(kinds.map((each) => each.verdict)),
        outside: null,
        kinds,
      });
    } catch (error) {
      if (!(error instanceof OutOfSubset)) throw error;
      verdicts.push({ ...outside(`line ${error.line}: ${error.message}`), name, line, language });
    }
  }
  return verdicts;
}

const outside = (why: string): Pick<FunctionVerdict, 'verdict' | 'outside' | 'kinds'> => ({
  verdict: 'not applicable',
  outside: why,
  kinds: FAULT_KINDS.map((kind) => ({
    kind,
    verdict: 'not applicable',
    line: null,
    what: null,
    counterExample: null,
  })),
});

/** The solver and the parser of an open bank: loaded at the first verification, released with the bank. */
export class Prover implements BankPart {
  #solver: Z3 | null = null;
  #grammars: Promise<Grammars> | null = null;
  /** Serialises the verifications of a bank; its writes do not wait for them. */
  readonly #queue = new WriteQueue();

  constructor(
    private readonly find: () => Z3 = () => Z3.find(),
    private readonly openGrammars: () => Promise<Grammars> = openInstalled,
  ) {}

  /**
   * Checks each function separately, with `limit` milliseconds each. Throws `unavailable` where solver or parser is
   * not installed, `interrupted` once the signal aborts.
   */
  check(
    code: string,
    language: CheckedLanguage,
    limit: number,
    signal?: AbortSignal,
  ): Promise<FunctionVerdict[]> {
    return this.#queue.run(async () => {
      const stop = (): void => void this.#solver?.close();
      signal?.addEventListener('abort', stop);
      try {
        return await this.#check(code, language, limit, signal);
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    });
  }

  async #check(
    code: string,
    language: CheckedLanguage,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<FunctionVerdict[]> {
    const isGone = (): boolean => signal?.aborted === true;
    if (isGone()) throw stopped();
    try {
      this.#solver ??= this.find();
      this.#grammars ??= this.openGrammars();
      const grammars = await this.#grammars;
      await grammars.load(language);
      return await checkCode(code, language, grammars, { solver: this.#solver, limit });
    } catch (error) {
      throw isGone() ? stopped() : error;
    }
  }

  async close(): Promise<void> {
    await this.#solver?.close();
    this.#solver = null;
  }
}

const stopped = (): MnemeError =>
  new MnemeError('interrupted', 'The verification was stopped.', {
    hint: 'Run it again; nothing was changed.',
  });

async function openInstalled(): Promise<Grammars> {
  if (!Grammars.installed())
    throw new MnemeError('unavailable', 'Code is parsed by tree-sitter, which is not installed.', {
      hint: 'npm install @vscode/tree-sitter-wasm',
    });
  return Grammars.open();
}

export const MODULE = 'verification';
export const VERDICT = 'verdict';
/** The key under which all verdicts of a bank are stored. */
const KEY = 'verification verdict';

export const VerifyInput = z.strictObject({
  memory: MemoryId.optional().describe(
    'The memory that holds code. Default: none is checked, and what was found is listed.',
  ),
  verdict: VerdictName.optional().describe('Of what was found, only these.'),
  seconds: numberWithin(1, 120).default(20).describe('How long each function may take.'),
  keep: flag('Keep the verdict as evidence beside the memory.', true),
});
export type VerifyInput = z.input<typeof VerifyInput>;

const verificationShape = z.strictObject({
  memory: MemoryId,
  /** The worst verdict of its functions. */
  verdict: VerdictName,
  functions: z.array(FunctionVerdict),
  at: Instant,
  /** Id of the record; null where it was not stored. */
  id: LearnedId.nullable(),
});
/** The verdicts on the code in a memory. */
export interface Verification extends Of<typeof verificationShape> {}
export const Verification: SchemaOf<Verification, typeof verificationShape> = verificationShape;

const listShape = z.strictObject({
  /** The verdict on the memory that was checked; else the stored verdicts, the latest first. */
  verdicts: z.array(Verification),
  sequence: z.number(),
});
export interface Verdicts extends Of<typeof listShape> {}
export const Verdicts: SchemaOf<Verdicts, typeof listShape> = listShape;

const KeptVerdict = z.object({ memory: MemoryId, functions: z.array(FunctionVerdict) });

type Parts = Pick<EngineParts, 'store' | 'clock' | 'actor' | 'readOnly' | 'newId'>;

/** A memory with the verdicts on its functions, before they are stored. */
interface CheckedMemory {
  readonly memory: Memory;
  readonly functions: readonly FunctionVerdict[];
  readonly keep: boolean;
}

/**
 * Verifies the code in a memory without changing anything. Throws `not_found` for a memory that does not exist or was
 * retracted, `invalid_input` for one without code that can be checked, `unavailable` where solver or parser is not
 * installed, `interrupted`.
 */
export async function checkMemory(
  { memory: id, seconds, keep }: z.output<typeof VerifyInput> & { readonly memory: MemoryId },
  bank: OpenBank,
  parts: Parts,
  signal?: AbortSignal,
): Promise<CheckedMemory> {
  if (keep) assertWritable(parts);
  const memory = await currentMemory(id, bank, parts);
  const prover = bank.parts.of(Prover);
  const functions: FunctionVerdict[] = [];
  for (const { code, language, line } of checkedCode(memory))
    for (const found of await prover.check(code, language, seconds * 1_000, signal))
      functions.push(within(found, line));
  if (functions.length === 0) throw nothingToCheck(memory);
  return { memory, functions, keep };
}

/**
 * Stores the verdicts: one journaled record per memory, replaced by the next. Throws `conflict` where the memory
 * changed since the check.
 */
export async function keepVerdict(
  { memory: { id, content }, functions, keep }: CheckedMemory,
  bank: OpenBank,
  parts: Parts,
): Promise<Verdicts> {
  if (!keep) {
    const sequence = (await parts.store.bank(bank.name))?.sequence ?? 0;
    return { verdicts: [shown(id, functions, parts.clock.now(), null)], sequence };
  }
  if ((await currentMemory(id, bank, parts)).content !== content)
    throw new MnemeError('conflict', `The memory ${id} was changed while it was verified.`, {
      field: 'verify.memory',
      value: id,
      hint: 'Verify it again.',
    });
  return revise(bank.name, parts, async (at) => {
    const before = (await verdictsOf(bank, parts)).find(({ kept }) => kept.memory === id);
    const body = {
      module: MODULE,
      type: VERDICT,
      value: { memory: id, functions },
      evidence: [id],
    };
    const record =
      before === undefined
        ? firstVersion('module', KEY, body, at, parts.newId)
        : nextVersion(before.record, body, at);
    return {
      put: { learned: asLearned([record]) },
      verb: 'learn',
      reason: `the code of ${id}: ${worst(functions.map((each) => each.verdict))}`,
      answer: (sequence) => ({ verdicts: [shown(id, functions, at, record.id)], sequence }),
    };
  });
}

async function currentMemory(id: MemoryId, bank: OpenBank, { store }: Parts): Promise<Memory> {
  const [memory] = await store.get(bank.name, [id]);
  if (memory !== undefined && memory.retractedAt === null) return memory;
  throw new MnemeError(
    'not_found',
    `There is no memory ${id}${memory === undefined ? '' : ' any longer'}.`,
    {
      field: 'verify.memory',
      value: id,
      hint: 'List the ids with `mneme list`.',
    },
  );
}

/** Converts lines of the code to lines of the memory. */
const within = (found: FunctionVerdict, before: number): FunctionVerdict => ({
  ...found,
  line: found.line + before,
  kinds: found.kinds.map((each) => ({
    ...each,
    line: each.line === null ? null : each.line + before,
  })),
});

function shown(
  memory: MemoryId,
  functions: readonly FunctionVerdict[],
  at: Instant,
  id: LearnedId | null,
): Verification {
  return {
    memory,
    verdict: worst(functions.map((each) => each.verdict)),
    functions: [...functions],
    at,
    id,
  };
}

const nothingToCheck = ({ id }: Memory): MnemeError =>
  new MnemeError(
    'invalid_input',
    `The memory ${id} holds no function in Python, JavaScript or TypeScript.`,
    {
      field: 'verify.memory',
      value: id,
      hint: 'Name one that holds a whole function, best within a fence that names its language.',
    },
  );

const CHECKED: Readonly<Partial<Record<CodeLanguage, CheckedLanguage>>> = {
  python: 'python',
  javascript: 'javascript',
  typescript: 'typescript',
};

/** Code blocks of a memory that can be checked, with the number of lines before them. */
function checkedCode({
  content,
}: Memory): { readonly code: string; readonly language: CheckedLanguage; readonly line: number }[] {
  return findCode(content).flatMap(({ code, kind, language, foreign, start }) => {
    const known =
      language ?? (foreign ? undefined : likelyLanguages(code).find((each) => CHECKED[each]));
    const checked = known === undefined ? undefined : CHECKED[known];
    return kind === 'inline' || checked === undefined
      ? []
      : [{ code, language: checked, line: content.slice(0, start).split('\n').length - 1 }];
  });
}

async function verdictsOf(
  { name }: Pick<OpenBank, 'name'>,
  { store }: Pick<Parts, 'store'>,
): Promise<{ record: LearnedRecord<'module'>; kept: z.output<typeof KeptVerdict> }[]> {
  const records = await store.learned(name, { kinds: ['module'], keys: [KEY] });
  return records.flatMap((record) => {
    const kept = KeptVerdict.safeParse(record.body.value);
    return record.retractedAt === null && kept.success ? [{ record, kept: kept.data }] : [];
  });
}

/** Stored verdicts, the latest first. */
export async function listVerdicts(
  verdict: VerdictName | undefined,
  bank: OpenBank,
  parts: Pick<Parts, 'store'>,
): Promise<Verdicts> {
  return {
    verdicts: (await verdictsOf(bank, parts))
      .map(({ record, kept }) => shown(kept.memory, kept.functions, record.changedAt, record.id))
      .filter((each) => verdict === undefined || each.verdict === verdict)
      .sort((a, b) => b.at - a.at),
    sequence: bank.state.sequence,
  };
}
