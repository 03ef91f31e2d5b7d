import { z } from 'zod';
import { Difficulty } from '../../domain/learned/competence.js';
import { States } from '../../bank/learned/sightings.js';
import { FactInput } from '../../domain/fact-input.js';

const Text = z.string().trim().min(1, 'must not be empty').max(1_000, 'at most 1,000 characters');

/** A task as input of every flow. */
export const TaskInput = z.strictObject({
  task: Text.describe('What is to be done, in words.'),
  about: Text.optional().describe('What to recall facts on. Default: the task.'),
  context: States.default([]).describe('What holds now, in short texts.'),
  facts: z.array(FactInput).max(200).default([]).describe('Facts beside those that are recalled.'),
  domain: z.string().trim().min(1).max(100).optional().describe('The field.'),
  difficulty: Difficulty.optional().describe('How hard it looks.'),
  limit: z.int().min(1).max(50).default(3).describe('At most so many strategies.'),
});
export type TaskInput = z.input<typeof TaskInput>;
export type ParsedTask = z.output<typeof TaskInput>;
/** A task without how many strategies are asked for. */
export type AskedTask = Omit<ParsedTask, 'limit'>;
