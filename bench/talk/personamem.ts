import { z } from 'zod';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { cellsOf } from '../csv.js';
import { isBlank, PLAIN_QUESTION, sourceOf, type Talk, type TalkQuestion } from './talk.js';

/** A question with its choices, and which of them is right. */
export interface ChoiceQuestion extends TalkQuestion {
  readonly options: readonly string[];
  readonly right: number;
}

const Contexts = z.record(z.string(), z.array(z.object({ role: z.string(), content: z.string() })));

const TURN_GAP = 30_000;
/** Its data have no dates. */
const START = Date.UTC(2026, 0, 1);

/** PersonaMem (Jiang et al. 2025): `questions_32k.csv` and `shared_contexts_32k.jsonl`, a bank a context, each question asked after the turns that it may see. */
export function personaMemTalks(csv: string, jsonl: string, path: string): Talk[] {
  const [head = [], ...rows] = cellsOf(csv);
  const contexts = new Map(
    jsonl
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => Object.entries(parseInput(Contexts, JSON.parse(line), path))),
  );
  return [...contexts].map(([id, messages]) => {
    const turns = messages.map(({ role, content }, at) => ({
      content: isBlank(content) ? '…' : content,
      kind: 'experience' as const,
      speaker: role,
      source: sourceOf(role),
      turn: `t${at}`,
      position: at,
      saidAt: START + at * TURN_GAP,
    }));
    const cell = (row: readonly string[], ...names: string[]): string =>
      names.flatMap((name) => row[head.indexOf(name)] ?? [])[0] ?? '';
    const questions = rows
      .filter((row) => cell(row, 'shared_context_id') === id)
      .map((row): ChoiceQuestion => {
        const options = optionsOf(cell(row, 'all_options'));
        const after = Math.min(turns.length, Number(cell(row, 'end_index_in_shared_context')));
        return {
          ...PLAIN_QUESTION,
          text: cell(row, 'user_question_or_message', 'question'),
          category: cell(row, 'question_type'),
          askedAt: START + after * TURN_GAP,
          after,
          evidence: [],
          options: options.map(({ text }) => text),
          right: options.findIndex(({ name }) => `(${name})` === cell(row, 'correct_answer')),
        };
      })
      .filter(({ right }) => right >= 0)
      .sort((a, b) => a.after - b.after);
    return { id, turns, questions };
  });
}

/** A list as Python prints it: each in the quotes that it does not hold. */
function optionsOf(list: string): { name: string; text: string }[] {
  return [...list.matchAll(/(['"])\(([a-z])\) ([\s\S]*?)\1(?=, ['"]\([a-z]\) |\]$)/g)].map(
    ([, , name = '', text = '']) => ({ name, text }),
  );
}
