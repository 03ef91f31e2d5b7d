import type { Operation } from '@mneme/core/operations/operation.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { placesOf } from '@mneme/server/rest/places.js';

const HEAD = `// Written by \`npm run calls\` off the operations.
import type { HttpRoute } from '@mneme/server/rest/places.js';

export interface Call {
  readonly verb?: readonly [path: string, ...fields: string[]];
  readonly scoped?: true;
  readonly places: readonly HttpRoute[];
}

/** How each operation is called from afar: its method, the fields that it takes by position, whether a scope goes with it, and its places. */
export const CALLS: Readonly<Record<string, Call>> = {`;

/** The text of `calls.ts`: what the client needs to know of every operation, without loading one. */
export function writeCalls(): string {
  const rows = (Object.values(OPERATIONS) as unknown as Operation[]).map(
    (operation) =>
      `  ${operation.name}: ${JSON.stringify({ verb: operation.verb, scoped: operation.scoped, places: placesOf(operation) })},`,
  );
  return `${HEAD}\n${rows.join('\n')}\n};\n`;
}
