import { MnemeError } from '../../domain/errors.js';
import type { Memory } from '../../domain/memory.js';
import { isReflected, type ReflectionKind } from '../../domain/reflection.js';
import { mayStateOpinion } from '../../language/judgements.js';
import { mayBear, readAssertions, type Assertion } from './assertions.js';
import { isRead, opinionsOf } from './entity-evidence.js';
import type { ReflectRun } from './ports.js';
import { SELF, type Statement } from './read-statements.js';
import type { Touched } from './what-changed.js';

const PAGE = 500;

/** What belongs to no entity; null if nothing relevant to it has changed. */
export interface Scan {
  /** Likes, dislikes and judgements without a named speaker. */
  readonly own: readonly Statement[] | null;
  readonly assertions: readonly Assertion[] | null;
}

/** Walks through the bank once, if what changed may affect its own opinions or its principles. */
export async function scanBank(
  { memories }: Touched,
  kinds: ReadonlySet<ReflectionKind>,
  run: ReflectRun,
): Promise<Scan> {
  const changed =
    memories === null
      ? null
      : (await run.ports.store.get(run.bank, [...memories])).filter(
          (memory) => !isReflected(memory),
        );
  const own =
    kinds.has('opinion') && (changed === null || changed.some(speaksForItself))
      ? ([] as Statement[])
      : null;
  const assertions =
    kinds.has('principle') && (changed === null || changed.some((memory) => bears(memory, run)))
      ? ([] as Assertion[])
      : null;
  if (own === null && assertions === null) return { own, assertions };
  for (let after: string | undefined; ;) {
    if (run.options.signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped before anything was written.', {
        hint: 'Run `mneme reflect` again.',
      });
    const page = await run.ports.store.find(run.bank, {}, PAGE, after);
    for (const memory of page.items) {
      if (isReflected(memory)) continue;
      if (own !== null && !isRead(memory, run) && speaksForItself(memory))
        own.push(...opinionsOf(SELF, run.statements.of(memory)));
      if (!isRead(memory, run)) assertions?.push(...readAssertions(memory, run.ports.stemmer));
    }
    if (page.next === null) return { own, assertions };
    after = page.next;
  }
}

/** Whether a principle may rest on it. */
const bears = (memory: Memory, run: ReflectRun): boolean =>
  (memory.note?.outcome ?? null) !== null || mayBear(memory, run.ports.stemmer);

function speaksForItself(memory: Memory): boolean {
  return memory.speaker === null && mayStateOpinion(memory.content);
}
