import { createTextProgram } from './adapters/readers/program.js';
import type { EngineParts } from './bank/core.js';
import type { Config, ConfigInput } from './config/config.js';
import { readerEnvironment } from './config/environment.js';
import { modelReader, programReader } from './modules/reading/prompted-reader.js';
import type { Reader } from './ports/reader.js';

/** Whether it is a reader, not the command of a reader program. */
export const isReader = (given: ConfigInput['reader'] | Reader): given is Reader =>
  typeof given === 'object' && 'read' in given;

/** The reader: the caller's own, the configured program, or the language model. */
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
