import { boundedIn } from '../../domain/day-bounds.js';
import { parseInput } from '../../domain/parse-input.js';
import { REFLECTION_KINDS, ReflectInput, type ReflectReport } from '../../domain/reflection.js';
import { bankClock } from '../../indexes/bank-clock.js';
import { reflect } from './reflect.js';
import type { ReflectOptions, ReflectPorts } from './ports.js';
import { readForIndex } from '../../remember/read-draft.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { resolveName } from '../../bank/resolve-name.js';

/** Reflects on what changed in a bank, or on one entity. Throws `not_found` for an unknown name, `interrupted`. */
export async function reflectOnBank(
  { signal, onProgress, ...raw }: ReflectInput & ReflectOptions,
  bank: OpenBank,
  parts: EngineParts,
): Promise<ReflectReport> {
  const {
    about,
    since,
    kinds = REFLECTION_KINDS,
  } = boundedIn(parseInput(ReflectInput, raw, 'reflect'), await bankClock(bank.name, parts.store));
  await bank.state.follow();
  const entity = about === undefined ? null : resolveName(about, 'reflect.about', bank);
  let withoutVector = 0;
  const report = await reflect(
    { about: entity, since, kinds },
    bank.name,
    bank.state,
    portsOf(bank, parts, () => withoutVector++),
    {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    },
  );
  if (report.changed.length > 0) bank.late?.noteWrite(withoutVector);
  return report;
}

function portsOf(
  { state, writes }: OpenBank,
  parts: EngineParts,
  onMissing: () => void,
): ReflectPorts {
  const { store, clock, stemmer, actor, newId, encoder, embedder, languageModel } = parts;
  return {
    store,
    clock,
    stemmer,
    actor,
    newId,
    read: (memory) => readForIndex(memory, stemmer),
    embed: async ({ id, content }, terms) => {
      const learned = embedder?.id === state.encoder ? embedder : null;
      const vector =
        learned === null
          ? encoder.document(content, terms)
          : ((await learned.documents([content])).vectors[0] ?? null);
      if (vector === null) onMissing();
      return vector === null
        ? null
        : { memory: id, space: 'semantic', encoder: state.encoder, vector };
    },
    ...(languageModel === undefined ? {} : { languageModel }),
    inTurn: (work) => writes.run(work),
  };
}
