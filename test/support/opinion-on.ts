import type { Mneme, Opinion } from '../../packages/mneme/src/index.js';

/** The surest opinion that somebody holds, or on a matter. */
export async function opinionOn(memory: Mneme, about: string): Promise<Opinion | undefined> {
  return (await memory.opinions.list({ about, limit: 1 })).opinions[0];
}
