import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { parseJson } from '../../packages/core/src/language/parse-json.js';

const Turns = z.array(z.string());

export const VERDICTS = ['good', 'bad', 'mixed', 'unknown'] as const;
export type TrialVerdict = (typeof VERDICTS)[number];

const CaseFile = z.object({
  life: z.string(),
  tasks: z.array(
    z.object({
      task: z.string(),
      /** Facts that one must know, each as the turns any one of which tells it. */
      need: z.array(Turns),
      /** Turns with outdated values. */
      never: Turns,
    }),
  ),
  /** Messages to which memory has nothing to add. */
  nothing: z.array(z.object({ text: z.string() })),
  trials: z.array(
    z.object({
      ask: z.string(),
      verdict: z.enum(VERDICTS),
      evidence: Turns,
    }),
  ),
  about: z.array(
    z.object({
      subject: z.string(),
      /** What holds, each as the turns that tell it. */
      now: z.array(Turns),
      /** Turns that no longer hold. */
      gone: Turns,
    }),
  ),
  statements: z.array(
    z.object({
      text: z.string(),
      truth: z.enum(['true', 'outdated', 'false', 'unknown']),
      evidence: Turns,
    }),
  ),
});
/** What is asked about one life besides its questions. */
export type LifeCases = z.output<typeof CaseFile>;

/** The cases of a life in a folder. Throws `invalid_input` where there are none, or not in this shape. */
export function casesOf(folder: string, life: string): LifeCases {
  const path = join(folder, `${life}.json`);
  const read = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null;
  if (read?.ok !== true)
    throw new MnemeError('invalid_input', `${folder} holds no cases of ${life}.`, {
      field: 'cases',
      value: path,
      hint:
        read === null
          ? 'Name a folder with a JSON file of cases for each life.'
          : `${path} is no JSON: ${read.reason}.`,
    });
  return parseInput(CaseFile, read.value, path);
}
