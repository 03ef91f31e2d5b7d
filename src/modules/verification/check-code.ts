import type { Grammars } from '../../language/code/grammars.js';
import { checkFunction, type Asking } from './check-function.js';
import { OutOfSubset } from './read/program.js';
import { readFunctions, type CheckedLanguage } from './read/read-functions.js';
import { FAULT_KINDS } from './symbolic/script.js';
import { worst, type FunctionVerdict } from './verdict.js';

/** Checks each function of a piece of code for itself. The grammar must be loaded. */
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
