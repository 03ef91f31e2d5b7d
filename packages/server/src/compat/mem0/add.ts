import { readMessages, type ReadMessages } from '@mneme/core/domain/chat-turns.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import { assertFields, type ForeignCall } from '../foreign-call.js';
import {
  ENTITIES,
  type Owners,
  ownersIn,
  userBankOf,
  storedMetadata,
  clientId,
} from './memories.js';
import { isRecord } from '@mneme/core/language/parse-json.js';

const WORDS_STAY =
  'What is said is kept as it was said; no model chooses or rewrites it. Leave it out.';
/** Options that need a model, or have no effect here. */
const WITHOUT: Readonly<Record<string, string>> = {
  custom_categories: WORDS_STAY,
  custom_instructions: WORDS_STAY,
  agent_custom_instructions: WORDS_STAY,
  structured_data_schema: WORDS_STAY,
  includes: WORDS_STAY,
  excludes: WORDS_STAY,
  prompt: WORDS_STAY,
  memory_type: WORDS_STAY,
  immutable: 'Every change can be undone. Leave it out.',
};
const FIELDS = [
  'messages',
  ...ENTITIES,
  'metadata',
  'timestamp',
  'expiration_date',
  'infer',
  'async_mode',
  'output_format',
  'version',
  'enable_graph',
  'org_id',
  'project_id',
  'source',
];

/** A memory that an `add` created, or added evidence to. */
export interface Added {
  readonly id: string;
  readonly event: 'ADD' | 'NOOP';
  readonly memory: string;
  readonly data: { readonly memory: string };
}

/**
 * Stores each message verbatim as a memory, all in one change, whatever its role. Throws `invalid_input`; `denied`
 * where the guard quarantined one.
 */
export async function addMessages({ memory, body }: Pick<ForeignCall, 'memory' | 'body'>): Promise<{
  readonly added: Added[];
  readonly event: string;
}> {
  assertFields(body, FIELDS, WITHOUT);
  const owners = ownersIn(body);
  const { inputs, leftOut } = inputsOf(body, owners);
  // A turn with only tool calls has no text; that is no error.
  if (inputs.length === 0 && !Object.keys(leftOut).some((why) => why !== 'instructions to a model'))
    throw new MnemeError(
      'invalid_input',
      'messages: none of them has words of a user or an agent.',
      {
        field: 'messages',
        hint: 'Pictures, and what the system says, are left out.',
      },
    );
  const place = userBankOf(memory, owners.user_id);
  const { receipts, sequence } = await place.memory.rememberAll(inputs);
  const added = receipts.flatMap(({ id, outcome }, at): Added[] => {
    const text = inputs[at]?.content ?? '';
    const event = outcome === 'remembered' ? 'ADD' : 'NOOP';
    return outcome === 'quarantined' || outcome === 'recalled'
      ? []
      : [{ id: clientId(place, id), event, memory: text, data: { memory: text } }];
  });
  const held = receipts.find(({ outcome }) => outcome === 'quarantined');
  if (added.length === 0 && held !== undefined)
    throw new MnemeError('denied', `Held back for review: ${held.notes.join('; ')}.`, {
      field: 'messages',
      hint: 'A person looks at it with `mneme quarantine`, and releases it where it is harmless.',
    });
  return { added, event: eventId(sequence) };
}

/** The change's sequence number in the form of a UUID, as mem0's event ids are. */
const eventId = (sequence: number): string =>
  `00000000-0000-4000-8000-${sequence.toString(16).padStart(12, '0')}`;

/** The sequence number in an event id; null for any other id. */
export function sequenceOf(event: string): number | null {
  const [, hex] = /^00000000-0000-4000-8000-([0-9a-f]{12})$/.exec(event) ?? [];
  return hex === undefined ? null : Number.parseInt(hex, 16);
}

function inputsOf(body: Readonly<Record<string, unknown>>, owners: Owners): ReadMessages {
  // In the user's own bank, the bank says whose it is.
  const metadata = storedMetadata(body['metadata'], { ...owners, user_id: null });
  const { run_id: session } = owners;
  const read = readMessages(turnsIn(body['messages']), session === null ? {} : { session });
  const inputs = read.inputs.map((input) => ({
    ...input,
    ...spoken(input, owners),
    // The same text said in two runs makes two memories.
    distinct: true,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(body['timestamp'] === undefined ? {} : { saidAt: momentIn(body['timestamp']) }),
    ...endIn(body),
  }));
  return { ...read, inputs };
}

/** mem0's expiration date includes the whole day; empty where none is given. */
export function endIn(body: Readonly<Record<string, unknown>>): { expiresAt?: string } {
  const given = body['expiration_date'];
  if (given === undefined || given === null) return {};
  if (typeof given === 'string') return { expiresAt: given };
  throw new MnemeError('invalid_input', 'expiration_date: expected a day as in 2030-12-31.', {
    field: 'expiration_date',
    value: given,
  });
}

/** The entity's name is the speaker where a message gives none. */
function spoken({ speaker }: RememberInput, { user_id, agent_id }: Owners): { speaker?: string } {
  const name = speaker === 'user' ? user_id : speaker === 'assistant' ? agent_id : null;
  return name === null ? {} : { speaker: name };
}

/** Seconds since 1970, or an ISO text. */
export function momentIn(given: unknown): string | number {
  if (typeof given === 'number') return given * 1_000;
  if (typeof given === 'string') return given;
  throw new MnemeError('invalid_input', 'timestamp: expected seconds since 1970, or an ISO text.', {
    field: 'timestamp',
    value: given,
  });
}

/** mem0's messages: a string, or turns of a chat in an SDK's format. */
function turnsIn(given: unknown): object[] {
  if (typeof given === 'string') return [{ role: 'user', content: given }];
  const listed = Array.isArray(given) ? given : [given];
  return listed.map((each: unknown, at) => {
    if (!isRecord(each))
      throw new MnemeError('invalid_input', `messages.${at}: expected a message.`, {
        field: `messages.${at}`,
        value: each,
        hint: 'A message is {"role": "user", "content": "…"}.',
      });
    const { content } = each;
    // mem0 allows a single image part outside of a list, and takes only the request's timestamp.
    return { ...each, timestamp: undefined, content: isRecord(content) ? [content] : content };
  });
}
