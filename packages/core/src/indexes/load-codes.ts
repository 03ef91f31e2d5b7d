import type { BankName, MemoryId } from '../domain/ids.js';
import { Pace } from '../domain/pace.js';
import { PASSAGE_VECTORS, type SpaceName } from '../domain/space.js';
import type { Store } from '../ports/store.js';
import { NONE, type BankIndex } from './bank-index.js';
import { putPassageVectors } from './passage-vectors.js';

/** Where codes lie, and the encoders of those that an index holds beside its vectors. */
export interface CodeSource {
  readonly store: Store;
  readonly bank: BankName;
  readonly causal: string;
  readonly imageEncoder: string;
}

/** Loads what most memories lack: codes of some spaces, vectors of passages; of all memories unless `ids` are given. */
export async function putCodes(
  index: BankIndex,
  source: CodeSource,
  encoder: string,
  ids?: readonly MemoryId[],
): Promise<void> {
  await putPassages(index, source, encoder, ids);
  await eachCode(index, source, ['causal', source.causal], ids, (slot, code) =>
    index.causal.set(slot, code),
  );
  await putPictures(index, source, ids);
}

/** Loads the vectors that an encoder made of passages. */
export function putPassages(
  index: BankIndex,
  source: CodeSource,
  encoder: string,
  ids?: readonly MemoryId[],
): Promise<void> {
  return eachCode(index, source, [PASSAGE_VECTORS, encoder], ids, (slot, code) =>
    putPassageVectors(index, slot, code),
  );
}

/** The vectors that an encoder made of what memories say beside their texts. */
export async function codesBeside(
  { store, bank }: Pick<CodeSource, 'store' | 'bank'>,
  encoder: string,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, Int8Array>> {
  const codes = new Map<MemoryId, Int8Array>();
  for await (const page of store.codes(bank, PASSAGE_VECTORS, encoder, ids))
    for (const { memory, code } of page) codes.set(memory, code);
  return codes;
}

/** Loads the codes of pictures. */
export function putPictures(
  index: BankIndex,
  source: CodeSource,
  ids?: readonly MemoryId[],
): Promise<void> {
  return eachCode(index, source, ['multimodal', source.imageEncoder], ids, (slot, code) =>
    index.pictures.set(slot, code),
  );
}

async function eachCode(
  index: BankIndex,
  { store, bank }: CodeSource,
  [space, encoder]: readonly [space: SpaceName | typeof PASSAGE_VECTORS, encoder: string],
  ids: readonly MemoryId[] | undefined,
  take: (slot: number, code: Int8Array) => void,
): Promise<void> {
  const pace = new Pace();
  for await (const page of ids === undefined
    ? store.codes(bank, space, encoder)
    : store.codes(bank, space, encoder, ids)) {
    for (const { memory, code } of page) {
      const slot = index.slot(memory);
      // What was committed after the snapshot has no slot yet; the journal brings it.
      if (slot !== NONE) take(slot, code);
    }
    await pace.rest();
  }
}
