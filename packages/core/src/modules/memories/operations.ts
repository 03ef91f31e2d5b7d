import { z } from 'zod';
import { ChatTurns, readMessages } from '../../domain/chat-turns.js';
import { KeptScope, SessionId } from '../../domain/ids.js';
import { endsOnce, RememberInput, TWO_ENDS } from '../../domain/input.js';
import { RecallProfile } from '../../domain/profile.js';
import { BatchReceipt, Receipt } from '../../domain/receipt.js';
import { Recollection } from '../../domain/recollection.js';
import { definedOnly } from '../../domain/well-formed.js';
import { renderBatch, renderReceipt } from '../maintenance/view.js';
import { renderRecollection } from './view.js';
import { defineOperation } from '../../operations/operation.js';

export const rememberOperation = defineOperation({
  name: 'remember',
  summary: 'Take one text into memory.',
  description:
    'Reads names, dates, causes and relations off the text, links it to what is there and commits it durably. What is there already becomes evidence instead of a copy.',
  input: RememberInput,
  output: Receipt,
  positional: ['content'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme remember "Tom moved to Porto last Saturday" --speaker Priya',
      shows: 'the memory, its names and its date',
    },
    {
      command: 'mneme remember "The pool size is 40" --kind decision --tags database,config',
      shows: 'a tagged decision',
    },
    {
      command: 'mneme remember "Bay 17 is ours" --ttl 3d',
      shows: 'a memory that is found for three days',
    },
    {
      command: 'mneme remember "The bridge at dusk" --image bridge.jpg',
      shows: 'a memory with a picture',
    },
  ],
  scoped: true,
  served: { pace: 'quick', repeatable: true },
  verb: ['remember', 'content'],
  places: [{ method: 'POST', path: '/memories' }],
  asLines: renderReceipt,
  run: (memory, input) => memory.remember(input),
});

export const rememberAllOperation = defineOperation({
  name: 'remember_all',
  words: ['remember-all'],
  summary: 'Take several texts into memory, as one change.',
  description:
    'All of them or none. It costs less than one after the other, and they are linked to each other as they come.',
  input: z
    .strictObject({
      inputs: z
        .array(z.union([z.string(), RememberInput]))
        .max(1_000, 'at most 1,000 texts')
        .optional()
        .describe('The texts, or what `remember` takes of each.'),
      messages: ChatTurns.optional().describe(
        'Instead of texts: turns of a chat, as {"role": "user", "content": "…"}.',
      ),
      session: SessionId.optional().describe('The conversation that the messages are of.'),
      agentId: KeptScope.shape.agentId.describe('The agent that all of them are of.'),
      runId: KeptScope.shape.runId.describe('The run that all of them are of.'),
      expiresAt: RememberInput.shape.expiresAt.describe(
        'From when on those of them are found no more that say nothing else of it.',
      ),
      ttl: RememberInput.shape.ttl,
    })
    .refine(endsOnce, TWO_ENDS)
    .refine(({ inputs = [], messages = [] }) => inputs.length === 0 || messages.length === 0, {
      message: 'give texts or messages, not both',
      path: ['messages'],
    })
    .refine(({ inputs = [], messages = [] }) => inputs.length + messages.length > 0, {
      message: 'name at least one text',
      path: ['inputs'],
    }),
  output: BatchReceipt,
  positional: ['inputs'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme remember-all "Tom moved to Porto." "Priya stayed in Leeds."',
      shows: 'two memories in one change',
    },
  ],
  scoped: true,
  served: { pace: 'quick', repeatable: true },
  verb: ['rememberAll', 'inputs'],
  places: [{ method: 'POST', path: '/memories/batch' }],
  asLines: renderBatch,
  run: async (memory, { inputs, messages, session, expiresAt, ttl, ...scope }) => {
    const read =
      messages === undefined
        ? { inputs: inputs ?? [] }
        : readMessages(messages, session === undefined ? {} : { session });
    const receipt = await memory
      .scope(scope)
      .rememberAll(endingBy(read.inputs, { expiresAt, ttl }));
    return 'leftOut' in read ? { ...receipt, leftOut: read.leftOut } : receipt;
  },
});

type End = Pick<RememberInput, 'expiresAt' | 'ttl'>;

/** Applies the batch's expiry to the texts that state none. */
function endingBy(
  inputs: readonly (RememberInput | string)[],
  end: { readonly [Field in keyof End]: End[Field] | undefined },
): (RememberInput | string)[] {
  const given = definedOnly(end) as End;
  if (Object.keys(given).length === 0) return [...inputs];
  return inputs.map((input) => {
    if (typeof input === 'string') return { content: input, ...given };
    return (input.expiresAt ?? input.ttl) === undefined ? { ...input, ...given } : input;
  });
}

export const recallOperation = defineOperation({
  name: 'recall',
  summary: 'Find what bears on a question, with scores and reasons.',
  description:
    'Walks four paths at once (meaning, words, graph, time), weighs what they find by a learned fusion and by the kind of question, and says why each result is there. A picture, with or without a question, finds the memories with the nearest pictures.',
  input: RecallProfile,
  output: Recollection,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme recall "Where does Tom live now?"', shows: 'the best ten memories' },
    {
      command: 'mneme recall "What happened in May?" --limit 5 --speaker Priya',
      shows: 'five things Priya said',
    },
    {
      command: 'mneme recall "pool size" --as-of 2025-06-01T00:00:00Z --json',
      shows: 'what the bank held then, as JSON',
    },
    {
      command: 'mneme recall "What is left to do for the audit?" --layers prospective,planning',
      shows: 'tasks and goals ahead, by layer',
    },
    {
      command: 'mneme recall "What did Priya order?" --min-known 0.5 --min-probability 0.3',
      shows: 'only what is sure enough, or why nothing is',
    },
    { command: 'mneme recall --image bridge.jpg', shows: 'memories whose pictures are like it' },
  ],
  scoped: true,
  served: { pace: 'question' },
  verb: ['recall', 'query'],
  asLines: renderRecollection,
  run: (memory, input) => memory.recall(input),
});
