import { readMessages, type ReadMessages } from '@mneme/core/domain/chat-turns.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { assertFields, type ForeignCall, iso, unsupported } from '../foreign-call.js';
import { current, type Found, matching, versions } from './find.js';
import {
  clientId,
  ENTITIES,
  FIRST_AT,
  FIRST_ID,
  givenMetadata,
  type Mem0View,
  type Owners,
  ownersIn,
  storedMetadata,
  userBankOf,
  viewOfMemory,
} from './memories.js';

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
interface Added {
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
function endIn(body: Readonly<Record<string, unknown>>): { expiresAt?: string } {
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
function momentIn(given: unknown): string | number {
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

/** Changes text, metadata or both; the id stays the same. Throws `not_found`, `invalid_input`. */
export async function change(
  memory: Mneme,
  id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Mem0View> {
  assertFields(body, [
    'text',
    'data',
    'memory',
    'metadata',
    'timestamp',
    'expiration_date',
    'memory_id',
  ]);
  const { timestamp, metadata, expiration_date: ends } = body;
  const text = body['text'] ?? body['data'] ?? body['memory'];
  if (text !== undefined && typeof text !== 'string')
    throw new MnemeError('invalid_input', 'text: expected a text.', { field: 'text', value: text });
  if ([text, metadata, timestamp, ends].every((given) => given === undefined))
    throw new MnemeError('invalid_input', 'text: say what should change.', {
      field: 'text',
      hint: 'Give text, metadata, timestamp or expiration_date.',
    });
  const { memory: old, place } = await current(memory, id);
  const { owners, told } = givenMetadata(old);
  const { created_at: created } = viewOfMemory(old, place);
  await place.memory.update(old.id, {
    content: text ?? old.content,
    metadata: {
      ...storedMetadata({ ...told, ...(isRecord(metadata) ? metadata : {}) }, owners),
      [FIRST_ID]: old.metadata[FIRST_ID] ?? old.id,
      [FIRST_AT]: created,
    },
    ...(timestamp === undefined ? {} : { saidAt: momentIn(timestamp) }),
    ...(ends === null ? { expiresAt: 'never' } : endIn(body)),
  });
  const changed = await current(memory, id);
  return viewOfMemory(changed.memory, changed.place);
}

/** Retracts memories, those of one bank in one change. */
export async function forgetAll(found: readonly Found[]): Promise<void> {
  for (const bank of new Set(found.map(({ place }) => place.memory.bankName))) {
    const there = found.filter(({ place }) => place.memory.bankName === bank);
    await there[0]?.place.memory.forget(
      there.map(({ memory }) => memory.id),
      'deleted by a client of mem0',
    );
  }
}

/**
 * Deletes everything that the named entities own; `*` alone matches any. Throws `invalid_input` where none is named,
 * as deleting all was hardly meant.
 */
export async function deleteAll({
  memory,
  query,
  body,
}: ForeignCall): Promise<{ message: string }> {
  const given = { ...Object.fromEntries(query), ...body };
  assertFields(given, [...ENTITIES, 'org_id', 'project_id']);
  const asked = ENTITIES.flatMap((field) => {
    const value = given[field];
    return value === undefined || value === null ? [] : [{ [field]: value }];
  });
  if (asked.length === 0)
    throw new MnemeError('invalid_input', 'Say whose memories to delete.', {
      field: 'user_id',
      hint: `Name at least one of ${ENTITIES.join(', ')}; * means any.`,
    });
  const named = asked.filter((each) => !Object.values(each).includes('*'));
  const filter = named.length === 0 ? { OR: asked } : { AND: named };
  await forgetAll(await matching(memory, filter));
  return { message: 'Memories deleted successfully!' };
}

/** The history of a memory: added, updated, deleted. */
export async function historyOf(memory: Mneme, id: string): Promise<object[]> {
  const { chain, place } = await versions(memory, id);
  const events = chain.map((each, at) => {
    const { user_id, categories } = viewOfMemory(each, place);
    return {
      id: `${each.id}.${at}`,
      memory_id: id,
      input: [{ role: 'user', content: each.content }],
      old_memory: chain[at - 1]?.content ?? null,
      new_memory: each.content as string | null,
      user_id,
      categories: categories ?? [],
      event: at === 0 ? 'ADD' : 'UPDATE',
      created_at: iso(chain[0]?.recordedAt ?? each.recordedAt),
      updated_at: iso(each.recordedAt),
    };
  });
  const last = chain.at(-1);
  if (last === undefined || last.retractedAt === null) return events;
  const at = iso(last.retractedAt);
  return [
    ...events,
    {
      ...events.at(-1),
      id: `${last.id}.gone`,
      old_memory: last.content,
      new_memory: null,
      event: 'DELETE',
      updated_at: at,
    },
  ];
}

/** How far a verdict changes a memory's importance. */
const VERDICTS: Readonly<Record<string, number>> = {
  POSITIVE: 0.1,
  NEGATIVE: -0.1,
  VERY_NEGATIVE: -0.3,
};

/**
 * Feedback changes a memory's importance: mem0's names no answer that delivered the memory, which feedback here
 * refers to.
 */
export async function takeFeedback({ memory, body }: ForeignCall): Promise<object> {
  assertFields(body, ['memory_id', 'feedback', 'feedback_reason']);
  const { memory_id: id, feedback, feedback_reason: reason } = body;
  if (typeof id !== 'string')
    throw new MnemeError('invalid_input', 'memory_id: expected an id.', { field: 'memory_id' });
  const by = VERDICTS[String(feedback)];
  if (by === undefined)
    throw unsupported(
      `The feedback ${String(feedback)}`,
      'feedback',
      `Say one of ${Object.keys(VERDICTS).join(', ')}.`,
    );
  const { memory: now, place } = await current(memory, id);
  await place.memory.update(now.id, {
    boost: by,
    reason: typeof reason === 'string' ? reason : '',
  });
  return { id, feedback, feedback_reason: reason ?? null, message: 'Feedback taken.' };
}
