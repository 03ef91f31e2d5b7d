import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { assertFields, type ForeignCall, unsupported, iso } from '../foreign-call.js';
import { endIn, momentIn } from './add.js';
import {
  ENTITIES,
  FIRST_AT,
  FIRST_ID,
  type Mem0View,
  storedMetadata,
  givenMetadata,
  viewOfMemory,
} from './memories.js';
import { current, matching, versions, type Found } from './find.js';

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
