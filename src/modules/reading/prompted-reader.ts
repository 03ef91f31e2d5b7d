import { MnemeError } from '../../domain/errors.js';
import { countTokens } from '../../language/count-tokens.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { ReadAnswer, Reader, ReadRequest } from '../../ports/reader.js';
import type { TextProgram } from '../../ports/text-program.js';
import { READ_NOTES_REPAIR, readNotes } from '../../prompts/read-notes.js';
import { wholeNotes } from './compose-request.js';
import { parseNotes, readValues } from './parse-answer.js';

/** A configured language model as a reader: it keeps to the form of the answer by its server. */
export function modelReader(model: LanguageModel): Reader {
  return {
    id: model.id,
    async read(request, signal) {
      const prompt = promptFor(request);
      const { notes } = await model.complete(prompt, signal);
      return answered(request, notes, prompt.text, JSON.stringify(notes));
    },
  };
}

/** A program as a reader: it gets the task as text, and is asked once more if its answer is no JSON. */
export function programReader(program: TextProgram): Reader {
  return {
    id: program.id,
    async read(request, signal) {
      const { text } = promptFor(request);
      const first = await program.ask(text, signal);
      const values = readValues(first);
      if (values !== null) return answered(request, values, text, first);
      const again = `${text}\n${READ_NOTES_REPAIR}`;
      const second = await program.ask(again, signal);
      const repaired = readValues(second);
      if (repaired !== null) return answered(request, repaired, text + again, first + second);
      throw new MnemeError(
        'unavailable',
        `${program.id} did not keep to the form that was asked for: it is not JSON.`,
        { field: 'reader.answer', hint: 'Try again, or name a program with a larger model.' },
      );
    },
  };
}

export const promptFor = (request: ReadRequest) => readNotes(request, wholeNotes(request.notes));

function answered(
  request: ReadRequest,
  values: readonly unknown[],
  asked: string,
  said: string,
): ReadAnswer {
  const numbered = (ids: readonly { readonly id: string }[], letter: string): Map<string, string> =>
    new Map(ids.map(({ id }, at) => [`${letter}${at + 1}`, id]));
  return {
    ...parseNotes(values, {
      turns: numbered(request.turns, 't'),
      notes: numbered(request.notes, 'n'),
    }),
    tokens: countTokens(asked) + countTokens(said),
  };
}
