import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { allOperations } from '@mneme/mneme/operations/table.js';
import type { Operation } from '@mneme/core/operations/operation.js';

/** Calls to the server other than operations: the same as REST has. */
export type ServerCall =
  'list_banks' | 'get_bank' | 'create_bank' | 'list_work' | 'get_work' | 'cancel_work';
/** Calls that are answered by a stream of messages. */
export type StreamCall = 'follow_work' | 'follow_changes';

/** The procedures of the service. */
export type Procedure = 'Call' | 'Upload' | 'Follow';

/** What each procedure can call, by its verb. */
export interface Verbs {
  readonly Call: { readonly operation: Operation } | Server<ServerCall>;
  readonly Upload: { readonly operation: Operation };
  readonly Follow: Server<StreamCall>;
}
export interface Server<Name> {
  readonly server: Name;
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
}

const Nothing = z.strictObject({});
const Work = z.strictObject({ id: z.string() });

const SERVER_CALLS: Readonly<Record<ServerCall, Server<ServerCall>['input']>> = {
  list_banks: Nothing,
  get_bank: Nothing,
  create_bank: Nothing,
  list_work: Nothing,
  get_work: Work,
  cancel_work: Work,
};
const STREAM_CALLS: Readonly<Record<StreamCall, Server<StreamCall>['input']>> = {
  follow_work: Work,
  follow_changes: z.strictObject({ after: z.number().int().min(0).optional() }),
};

/** Every verb with the procedures that accept it. */
function verbs(): ReadonlyMap<string, { readonly [Way in Procedure]?: Verbs[Way] }> {
  const operations = Object.values(allOperations()).map((operation) => {
    const way = operation.served?.upload === true ? 'Upload' : 'Call';
    return [operation.name, { [way]: { operation } }] as const;
  });
  const around = Object.entries(SERVER_CALLS).map(
    ([server, input]) => [server, { Call: { server: server as ServerCall, input } }] as const,
  );
  const streams = Object.entries(STREAM_CALLS).map(
    ([server, input]) => [server, { Follow: { server: server as StreamCall, input } }] as const,
  );
  return new Map<string, { readonly [Way in Procedure]?: Verbs[Way] }>([
    ...operations,
    ...around,
    ...streams,
  ]);
}

/**
 * Returns the look-up of verbs. Built once per service: the table of operations is loaded when the first server
 * starts.
 */
export function verbFinder(): <Way extends Procedure>(verb: string, way: Way) => Verbs[Way] {
  const all = verbs();
  return (verb, way) => {
    const known = all.get(verb);
    const found = known?.[way];
    if (found !== undefined) return found;
    const [other] = Object.keys(known ?? {});
    throw new MnemeError('invalid_input', `There is no verb ${verb} to ${way}.`, {
      field: 'verb',
      value: verb,
      hint:
        other === undefined
          ? 'The verbs are those of the command line, as in remember, recall or bank_configure.'
          : `It is asked through ${other}.`,
    });
  };
}
