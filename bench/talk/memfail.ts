import { z } from 'zod';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { cellsOf } from '../csv.js';
import { PLAIN_QUESTION, type Talk } from './talk.js';

const Essays = z.array(z.string()).min(1);
const Asked = z.array(z.object({ text: z.string(), is_misleading: z.boolean() }));

/** Its data have no dates. */
const SAID_AT = Date.UTC(2026, 0, 1);

/**
 * Persona-Retrieval of MemFail (Garg et al. 2026), columns `entity`, `entity_facts` and `questions`: one person's essay a
 * bank, each sentence a turn. A misleading question names somebody else: the bank does not know.
 */
export function memFailTalks(csv: string, path: string): Talk[] {
  const [head = [], ...rows] = cellsOf(csv);
  const cell = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? '';
  return rows.map((row, at) => {
    const where = `${path}:${at + 2}`;
    const essays = parseInput(Essays, JSON.parse(cell(row, 'entity_facts')), where);
    const sentences = essays.flatMap(
      (essay) => essay.match(/[^.!?]+(?:[.!?]+["”’)]*\s*|$)/g) ?? [],
    );
    const turns = sentences.map((sentence, position) => ({
      content: sentence.trim(),
      kind: 'experience' as const,
      speaker: 'user',
      source: 'user' as const,
      turn: `s${position}`,
      position,
      saidAt: SAID_AT + position,
    }));
    return {
      id: `${cell(row, 'entity')} ${at}`,
      turns,
      questions: parseInput(Asked, JSON.parse(cell(row, 'questions')), where).map(
        ({ text, is_misleading: misleading }) => ({
          ...PLAIN_QUESTION,
          text,
          category: misleading ? 'misleading' : 'direct',
          askedAt: SAID_AT + turns.length,
          after: turns.length,
          evidence: [],
          answerable: !misleading,
        }),
      ),
    };
  });
}
