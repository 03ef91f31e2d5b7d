import type { Clock } from '../../ports/clock.js';
import { MnemeError } from '../../domain/errors.js';
import type { Files } from '../../ports/files.js';
import type { Store } from '../../ports/store.js';
import { makeBackup } from './make-backup.js';

const MAX_COPIES = 100;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Files;
}

/**
 * Wraps the store so that its contents survive the removal of its file: the first refused change makes a
 * backup next to the file, and every refusal names it. Usage records are dropped; they are expendable.
 */
export function keepInHand(parts: Parts, file: string): Store {
  const { store } = parts;
  let kept: Promise<string> | null = null;
  const unlessDisplaced = async <T>(
    work: () => Promise<T>,
    displaced: (refusal: MnemeError) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!MnemeError.is(error) || (await store.displaced()) === null) throw error;
      return displaced(error);
    }
  };
  const letGo = (): Promise<void> => Promise.resolve();
  return {
    ...store,
    commit: (change, options) =>
      unlessDisplaced(
        () => store.commit(change, options),
        async (refusal) => {
          kept ??= copyBeside(file, parts);
          throw new MnemeError(refusal.code, `${refusal.message} ${await kept}`, {
            field: 'file',
            value: file,
            hint: refusal.hint ?? '',
            cause: refusal,
          });
        },
      ),
    recordUsage: (...use) => unlessDisplaced(() => store.recordUsage(...use), letGo),
    putSnapshot: (...snapshot) => unlessDisplaced(() => store.putSnapshot(...snapshot), letGo),
  };
}

/** Says where the copy is, or why there is none. */
async function copyBeside(file: string, parts: Parts): Promise<string> {
  for (let copy = 1; ; copy++) {
    const path = `${file}.kept${copy === 1 ? '' : `-${copy}`}`;
    try {
      await makeBackup(path, {}, parts);
      return `What this process had of it is kept in ${path}: \`mneme backup restore\` brings it back.`;
    } catch (error) {
      if (MnemeError.is(error) && error.code === 'conflict' && copy < MAX_COPIES) continue;
      return `What this process has of it could not be kept beside it (${error instanceof Error ? error.message : String(error)}): back it up from here.`;
    }
  }
}
