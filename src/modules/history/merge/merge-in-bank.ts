import { merge, type MergePorts } from './merge.js';
import type { Embedding } from '../../../domain/change.js';
import type { Memory } from '../../../domain/memory.js';
import type { MergeReceipt } from '../../../domain/merge.js';
import { isKnownEvidence, reinforce } from '../../../remember/compose-memory.js';
import type { EngineParts, OpenBank } from '../../../bank/core.js';
import { derive } from '../../../bank/derive.js';

/** Replaces several memories by one. Throws as {@link merge}. */
export async function mergeMemories(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<MergeReceipt> {
  await bank.state.follow();
  const receipt = await merge(raw, bank.name, mergePorts(bank, parts));
  // Does not wait for a learned model: the vector is added later.
  bank.late?.start();
  return receipt;
}

export function mergePorts({ name, state }: OpenBank, parts: EngineParts): MergePorts {
  const { store, clock, actor, stemmer, newId, languageModel } = parts;
  return {
    store,
    clock,
    actor,
    stemmer,
    newId,
    reinforce: (memory, evidence) =>
      isKnownEvidence(memory, evidence) ? memory : reinforce(memory, evidence),
    ...(languageModel === undefined ? {} : { languageModel }),
    derive: async (memory, from) => {
      const { embeddings, readings } = await derive([memory], state.encoder, parts);
      return {
        readings,
        embeddings: [...embeddings, ...(await pictureCodes(memory, from, name, parts))],
      };
    },
  };
}

/** The codes of its pictures, from the memories that the pictures come from. */
async function pictureCodes(
  memory: Memory,
  from: readonly Memory[],
  bank: OpenBank['name'],
  { store, pictures: { space } }: EngineParts,
): Promise<Embedding[]> {
  if (memory.images.length === 0) return [];
  const known = new Map<string, Int8Array>();
  for await (const page of store.codes(
    bank,
    space.name,
    space.id,
    from.map(({ id }) => id),
  )) {
    for (const { memory: id, code } of page) {
      const images = from.find((each) => each.id === id)?.images ?? [];
      for (const [at, each] of space.unpack(code).entries())
        known.set(images[at]?.sha256 ?? '', each);
    }
  }
  const codes = memory.images.flatMap(({ sha256 }) => known.get(sha256) ?? []);
  return codes.length < memory.images.length
    ? []
    : [{ memory: memory.id, space: space.name, encoder: space.id, vector: space.pack(codes) }];
}
