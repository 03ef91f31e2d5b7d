import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { indexTerms } from '../language/code/code-terms.js';
import { detectLanguage } from '../language/detect-language.js';
import { passagesOf } from '../language/passages.js';
import type { Stemmer } from '../language/stem.js';
import { writeTerms } from '../language/stored-terms.js';
import type { IndexRow } from '../ports/store.js';

/** Stems of more letters than this are seldom one passage. */
const OF_ONE_PASSAGE = 1_500;

type Load = (ids: readonly MemoryId[]) => Promise<readonly Pick<Memory, 'id' | 'content'>[]>;

/** The long texts among these whose words were stored before passages existed. */
export async function withoutPassages(
  rows: readonly IndexRow[],
  load: Load,
): Promise<readonly Pick<Memory, 'id' | 'content'>[]> {
  const ids = rows.flatMap(({ memory, terms }) =>
    terms.length > OF_ONE_PASSAGE && !terms.includes('\n') ? [memory.id] : [],
  );
  if (ids.length === 0) return [];
  return (await load(ids)).filter(({ content }) => passagesOf(content).length > 1);
}

/** The rows, with the words of such texts split by passage, for this process only; `doctor` stores them. */
export async function readByPassage(
  rows: readonly IndexRow[],
  load: Load,
  stemmer: Stemmer,
): Promise<readonly IndexRow[]> {
  const earlier = await withoutPassages(rows, load);
  if (earlier.length === 0) return rows;
  const read = new Map(
    earlier.map(({ id, content }) => [
      id,
      writeTerms(indexTerms(content, detectLanguage(content), stemmer).passages),
    ]),
  );
  return rows.map((row) => ({ ...row, terms: read.get(row.memory.id) ?? row.terms }));
}
