/** Parts of the graph, which must be there. */
import type { Mneme } from '../../packages/mneme/src/index.js';
import type {
  GraphInput,
  Neighbourhood,
  PathAnswer,
} from '../../packages/mneme/src/public-types.js';

export async function around(memory: Mneme, of: string | GraphInput): Promise<Neighbourhood> {
  const { around: found } = await memory.graph.explore(of);
  if (found === undefined) throw new Error('No neighbourhood was told.');
  return found;
}

export async function between(memory: Mneme, input: GraphInput): Promise<PathAnswer> {
  const { between: found } = await memory.graph.explore(input);
  if (found === undefined) throw new Error('No way was told.');
  return found;
}
