import { z } from 'zod';
import type { BankHandle } from '../../../packages/core/src/bank/bank-handle.js';
import { listMemories } from '../../../packages/core/src/modules/inspect/index.js';
import { defineModule } from '../../../packages/core/src/modules/module.js';
import { defineOperation } from '../../../packages/core/src/operations/operation.js';

declare module '../../../packages/core/src/mneme.js' {
  interface Mneme {
    /** Who spoke. */
    readonly speakers: Speakers;
  }
}

const SpeakerCount = z.strictObject({ speaker: z.string(), memories: z.number() });
const Counted = z.strictObject({ session: z.string().nullable(), speakers: z.array(SpeakerCount) });
type Counted = z.output<typeof Counted>;

/** Who spoke in a bank, and how often. */
class Speakers {
  constructor(private readonly bank: BankHandle) {}

  async count({ session }: { readonly session?: string | undefined } = {}): Promise<Counted> {
    const asked = { limit: 500, ...(session === undefined ? {} : { session }) };
    const { memories } = await listMemories(asked, await this.bank.open(), this.bank.parts);
    const counts = new Map<string, number>();
    for (const { speaker } of memories)
      if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
    return {
      session: session ?? null,
      speakers: [...counts].map(([speaker, count]) => ({ speaker, memories: count })),
    };
  }
}

const speakersOperation = defineOperation({
  name: 'speaker_count',
  words: ['speaker', 'count'],
  summary: 'Count who said how much.',
  description: 'Of one session, or of all.',
  input: z.strictObject({ session: z.string().optional().describe('The conversation.') }),
  output: Counted,
  positional: ['session'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme speaker count chat-7', shows: 'who spoke in it' }],
  verb: ['speakers.count'],
  places: [{ method: 'GET', path: '/speakers' }],
  asText: ({ speakers }) =>
    speakers.map(({ speaker, memories }) => `${speaker} said ${memories}`).join('; '),
  run: (memory, { session }) => memory.speakers.count({ session }),
});

/** A room with a verb: its method in the library and all that doors show of it are in this folder. */
export const speakers = defineModule({
  name: 'speakers',
  facade: { speakers: Speakers },
  operations: { speaker_count: speakersOperation },
});
