import type { Operation } from '@mneme/core/operations/operation.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { placesOf } from '@mneme/server/rest/places.js';

const HEAD = `// Written by \`npm run calls\` off the operations.
import type { FurtherMethod, HttpRoute } from '@mneme/core/kernel/operation.js';

export interface Call {
  readonly verb?: FurtherMethod['verb'];
  readonly also?: readonly FurtherMethod[];
  readonly scoped?: true;
  readonly places: readonly HttpRoute[];
}

/** How each operation is called from afar: its methods, the fields that they take by position, whether a scope goes with it, and its places. */
export const CALLS: Readonly<Record<string, Call>> = {`;

/** The text of `calls.ts`: what the client needs to know of every operation, without loading one. */
export function writeCalls(): string {
  const rows = (Object.values(OPERATIONS) as unknown as Operation[]).map(
    (operation) =>
      `  ${operation.name}: ${JSON.stringify({ verb: operation.verb, also: operation.also, scoped: operation.scoped, places: placesOf(operation) })},`,
  );
  return `${HEAD}\n${rows.join('\n')}\n};\n`;
}
