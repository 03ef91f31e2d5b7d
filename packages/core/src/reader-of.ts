import { createTextProgram } from './adapters/readers/program.js';
import type { EngineParts } from './bank/core.js';
import type { Config, ConfigInput } from './config/config.js';
import { readerEnvironment } from './config/environment.js';
import { modelReader, programReader } from './modules/reading/prompted-reader.js';
import type { Reader } from './ports/reader.js';

/** Whether what was given reads by itself, rather than being the command of a program that does. */
export const isReader = (given: ConfigInput['reader'] | Reader): given is Reader =>
  typeof given === 'object' && 'read' in given;

/** Who reads: the caller's own reader, the configured program, or the language model. */
export function readerOf(
  own: Reader | null,
  { reader, reading }: Config,
  { languageModel }: Pick<EngineParts, 'languageModel'>,
): Pick<EngineParts, 'reader'> {
  if (own !== null) return { reader: own };
  if (reader !== undefined)
    return {
      reader: programReader(
        createTextProgram({
          command: reader,
          timeoutMs: reading.timeoutMs,
          environment: readerEnvironment(),
        }),
      ),
    };
  return languageModel === undefined ? {} : { reader: modelReader(languageModel) };
}
