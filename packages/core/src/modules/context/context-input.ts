import { z } from 'zod';
import { SessionId } from '../../domain/ids.js';
import { BoundInput } from '../../domain/input.js';
import { NOTE_FILTER } from '../../domain/note.js';
import { RecallProfile } from '../../domain/profile.js';
import type { OfUser } from '../../domain/scope.js';
import { wholeNumber, flag } from '../../domain/schema.js';

/** How recalled text is rendered; `auto` chooses. */
export const DISTILLATION_MODES = [
  'auto',
  'raw',
  'narrative',
  'structured',
  'code_focused',
] as const;

/** Input of `context`: what to give to a model, and how much of it. */
export const ContextInput = z.strictObject({
  query: RecallProfile.shape.query
    .unwrap()
    .describe('The question, task or topic at hand, 1 to 4,096 characters.'),
  maxTokens: wholeNumber(100, 8_192).default(2_048).describe('Most tokens the text may take.'),
  mode: z
    .enum(DISTILLATION_MODES)
    .default('auto')
    .describe(
      'raw: whole memories; structured: the passages that bear on it, by day; narrative: the same as sentences; code_focused: code first; auto: raw where all of it fits, else distilled.',
    ),
  verbosity: wholeNumber(0, 2)
    .default(1)
    .describe(
      '0: first words and ids; 1: texts with who and when; 2: also why, how sure, and what speaks against it.',
    ),
  whole: RecallProfile.shape.whole
    .unwrap()
    .default(false)
    .describe('Whether raw text has all of a long memory; if not, the passage of it that answers.'),
  priority: z
    .enum(['low', 'normal', 'high', 'critical'])
    .default('normal')
    .describe(
      'How hard to look where recall is not sure: high widens the search once, critical three times; low looks at fewer memories.',
    ),
  speaker: RecallProfile.shape.speaker,
  session: RecallProfile.shape.session,
  agentId: RecallProfile.shape.agentId,
  runId: RecallProfile.shape.runId,
  tags: RecallProfile.shape.tags,
  metadata: RecallProfile.shape.metadata,
  ...NOTE_FILTER,
  within: RecallProfile.shape.context,
  now: RecallProfile.shape.now,
  exclude: RecallProfile.shape.exclude,
  exceptSession: SessionId.optional().describe(
    'Nothing of this session: the model has its words before it.',
  ),
  exceptSince: BoundInput.optional().describe(
    'With exceptSession: only what was said in it from this moment on is left out, as after its earlier part was summarised.',
  ),
  delta: SessionId.optional().describe(
    'The conversation that gets it: what it was given before is named, not sent again; session clear forgets what it was given.',
  ),
  precision: RecallProfile.shape.precision
    .unwrap()
    .default('high')
    .describe(
      'high: only what bears on the question, and nothing where nothing does; normal: the best there is.',
    ),
  minProbability: RecallProfile.shape.minProbability,
  pulse: flag(
    'Whether a last line tells how mixed and how coherent what was found is, where there is room.',
  ),
  offer: z
    .array(z.string().max(60))
    .max(500, 'at most 500 names')
    .optional()
    .describe(
      'What its reader can be told to do next, by the names of operations and tools; default: every one.',
    ),
});
export type ContextInput = z.input<typeof ContextInput> & OfUser;
export type ParsedContextInput = z.output<typeof ContextInput>;
