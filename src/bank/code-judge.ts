import type { BankName } from '../domain/ids.js';
import { codeSynonyms } from '../language/code/code-synonyms.js';
import { codeTranslations } from '../language/code/code-translations.js';
import { CodeMemories } from '../recall/code-memories.js';
import type { CodeJudge } from '../recall/ranking/code-ranking.js';
import type { EngineParts } from './open-bank.js';

/** What ranks the memories of a bank that are code. */
export function codeJudgeOf(
  name: BankName,
  { store, code, codeModel, stemmer, readyForCode }: EngineParts,
): CodeJudge {
  const memories = new CodeMemories(
    (encoder, ids) => store.indexRows(name, code.name, encoder, ids),
    code,
  );
  return {
    space: code,
    memories,
    model: codeModel,
    stemmer,
    synonyms: codeSynonyms(stemmer),
    translations: codeTranslations(),
    ready: readyForCode,
  };
}
