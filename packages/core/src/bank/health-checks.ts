import { z } from 'zod';
import type { EngineParts } from './core.js';
import type { Bank } from '../domain/bank.js';
import type { BankName } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { REFLECTED_TAG } from '../domain/reflection.js';
import { contentHash, reflectedHash } from '../language/text-hash.js';
import type { Problem } from '../ports/store.js';
import { hashWith } from '../remember/read-draft.js';
import { messageOf } from '../spaces/dense-vectors.js';
import { everyPage } from '../domain/schema.js';

const TEXT = 'Is anybody there?';

/** Sends each configured model a minimal request and reports whether it answers, for `doctor`. */
export async function askModels({
  embedder,
  reranker,
  languageModel,
}: Pick<EngineParts, 'embedder' | 'reranker' | 'languageModel'>): Promise<
  Readonly<Record<string, string>>
> {
  const asked: readonly (readonly [string, string, () => Promise<unknown>] | null)[] = [
    embedder === undefined
      ? null
      : ['embedder', embedder.id, async () => throwFault((await embedder.query(TEXT)).fault)],
    reranker === undefined
      ? null
      : ['reranker', reranker.id, () => reranker.rerank(TEXT, [TEXT, 'Nobody.'])],
    languageModel === undefined
      ? null
      : [
          'language model',
          languageModel.id,
          () =>
            languageModel.complete({
              name: 'presence',
              text: 'Answer that you are there.',
              answer: z.strictObject({ there: z.boolean() }),
            }),
        ],
  ];
  const states = await Promise.all(
    asked.flatMap((each) => (each === null ? [] : [stateOf(...each)])),
  );
  return Object.fromEntries(states);
}

async function stateOf(
  part: string,
  id: string,
  ask: () => Promise<unknown>,
): Promise<readonly [string, string]> {
  try {
    await ask();
    return [part, `${id}, answers`];
  } catch (error) {
    return [part, `${id}, does not answer: ${messageOf(error)}`];
  }
}

function throwFault(fault: string | null): void {
  if (fault !== null) throw new Error(fault);
}

const PAGE = 500;
const NAMED_AT_MOST = 5;

/** Memories whose text does not match its stored hash: nothing else detects text that changed on disk. */
export async function changedTexts(
  banks: readonly Bank[],
  { store }: EngineParts,
): Promise<Problem[]> {
  const changed: string[] = [];
  const unread: Problem[] = [];
  for (const { name } of banks) {
    try {
      for await (const id of changedIn(name, store)) changed.push(id);
    } catch (error) {
      unread.push({
        what: `Not every memory of bank ${name} can be read: ${error instanceof Error ? error.message : String(error)}.`,
        mend: 'Restore a backup.',
      });
    }
  }
  if (changed.length === 0) return unread;
  const named = changed.slice(0, NAMED_AT_MOST).join(', ');
  return [
    ...unread,
    {
      what: `${changed.length} memories are not as they were written: ${named}${changed.length > NAMED_AT_MOST ? ' …' : ''}.`,
      mend: 'Restore a backup; or read them, forget what is wrong, and say it again.',
    },
  ];
}

async function* changedIn(
  bank: BankName,
  store: EngineParts['store'],
): AsyncGenerator<string, void, undefined> {
  for await (const items of everyPage((after) =>
    store.find(bank, { includeRetracted: true }, PAGE, after),
  )) {
    yield* items.filter((memory) => !isAsWritten(memory)).map(({ id }) => id);
  }
}

/** True if the hash included metadata, which may have changed since: nothing can be said then. */
function isAsWritten({
  content,
  contentHash: hash,
  kind,
  speaker,
  tags,
  metadata,
  images,
}: Memory): boolean {
  if (Object.keys(metadata).length > 0) return true;
  const hashes = [
    contentHash(content, kind, speaker),
    contentHash(content, kind, speaker, '[]'),
    ...(tags.includes(REFLECTED_TAG) ? [reflectedHash(content)] : []),
  ];
  return hashes.some((each) => hashWith(each, images) === hash);
}
