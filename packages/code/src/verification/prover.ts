import { WriteQueue } from '@mneme/core/bank/writes.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankPart } from '@mneme/core/kernel/module.js';
import { Grammars } from '@mneme/core/language/code/code-language.js';
import { type Asking, checkFunction } from './check-function.js';
import { OutOfSubset } from './read/program.js';
import { type CheckedLanguage, readFunctions } from './read/read-functions.js';
import { FAULT_KINDS } from './symbolic/script.js';
import { type FunctionVerdict, worst } from './verdict.js';
import { Z3 } from './z3.js';

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
