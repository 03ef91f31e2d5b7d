import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { seededRandom } from './loaded-bank.js';

/** A memory in the process whose clock stands where it is put. */
export interface SteppedMemory {
  readonly memory: Mneme;
  readonly set: (moment: number) => void;
}

export async function openStepped(): Promise<SteppedMemory> {
  let now = 0;
  const memory = await openMemory({
    file: ':memory:',
    random: seededRandom(1),
    clock: { now: () => now, ticks: () => performance.now() },
  });
  return { memory, set: (moment) => (now = moment) };
}

/** "Ana> I live in Porto." as what Ana said; without a name, a note of the user's. */
export function spoken(line: string): { readonly content: string; readonly speaker?: string } {
  const match = /^(\p{Lu}\p{L}*)> (.*)$/su.exec(line);
  return match === null ? { content: line } : { content: match[2] ?? '', speaker: match[1] ?? '' };
}
