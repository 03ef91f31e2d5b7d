import { z } from 'zod';
import { ERROR_CODES } from '../../domain/errors.js';
import type { Operation } from '../../operations/operation.js';
import { LogLine } from '../../modules/explain/list-log.js';
import { allOperations } from '../../operations/all-operations.js';
import { scopeOf } from '../auth/admission.js';
import { renderSchema, type JsonSchema, type SchemaNames } from '../json-schema.js';
import { WorkOutput } from '../running/work-output.js';
import { isNullable, shapeOf, type Field, type MessageShape } from './shape.js';
import { Bank } from '../../domain/bank.js';

/** What is asked of a server beside the operations: the same as REST has around them. */
export type ServerCall =
  'list_banks' | 'get_bank' | 'create_bank' | 'list_work' | 'get_work' | 'cancel_work' | StreamCall;
/** What is answered by one message after the other. */
export type StreamCall = 'follow_work' | 'follow_changes';

/** One procedure of the service. */
export interface Call {
  /** As the service spells it: `RememberAll`. */
  readonly name: string;
  /** What it renders. */
  readonly of:
    { readonly operation: Operation } | { readonly server: ServerCall; readonly input: z.ZodType };
  readonly about: string;
  /** Made when it is first asked for: a server is asked for few of its procedures. */
  readonly messages: () => Messages;
  readonly streams: 'request' | 'response' | null;
}

export interface Messages {
  readonly request: MessageShape;
  readonly response: MessageShape;
  /** The answer is no object of its own and stands in the field `result`. */
  readonly wrapped: boolean;
}

const Id = z.string().describe('The work, as in o_0123456789abcdef.');
const Asked = z.strictObject({});

/** A refusal, as it stands in the details of a status. */
export const RefusalOutput = z.strictObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  field: z.string().optional().describe('The input field at fault.'),
  value: z.unknown().optional().describe('The value at fault, shortened.'),
  hint: z.string().optional().describe('What can be done about it.'),
});

const LONG = Object.values(allOperations()).filter((operation) => operation.served?.long === true);

/** Work with what came of it in a field of its operation's name. */
const GrpcWorkOutput = WorkOutput.extend({
  result: z
    .strictObject(Object.fromEntries(LONG.map(({ name, output }) => [name, output.optional()])))
    .nullable()
    .describe('The operation’s output, when it is done.'),
  error: RefusalOutput.nullable().describe('Why it failed.'),
});

interface Declared {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly about: string;
  readonly streams?: true;
  /** It is of the whole file. */
  readonly bankless?: true;
}

const SERVER_CALLS: Readonly<Record<ServerCall, Declared>> = {
  list_banks: {
    input: Asked,
    output: z.strictObject({ banks: z.array(Bank) }),
    about: 'List the banks that the key opens.',
    bankless: true,
  },
  get_bank: { input: Asked, output: Bank, about: 'Tell of one bank.' },
  create_bank: {
    input: Asked,
    output: Bank,
    about: 'Found a bank, or tell of the one there. Needs the scope write.',
  },
  list_work: {
    input: Asked,
    output: z.strictObject({ work: z.array(GrpcWorkOutput) }),
    about: 'List long work of this server on the bank, the latest first.',
  },
  get_work: {
    input: z.strictObject({ id: Id }),
    output: GrpcWorkOutput,
    about: 'Tell how far a piece of long work is.',
  },
  cancel_work: {
    input: z.strictObject({ id: Id }),
    output: GrpcWorkOutput,
    about: 'Stop long work between two commits. What it committed stays. Needs the scope write.',
  },
  follow_work: {
    input: z.strictObject({ id: Id }),
    output: GrpcWorkOutput,
    about: 'Tell of long work each time that it got further, until it ends.',
    streams: true,
  },
  follow_changes: {
    input: z.strictObject({
      after: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe(
          'Go on after the change of this number; 0 begins with the first. Default: what is to come.',
        ),
    }),
    output: LogLine,
    about:
      'Tell every change of the bank as it happens, those of other processes too. None is left out, none comes twice.',
    streams: true,
  },
};

const BANK: Field = {
  ...plain(
    'bank',
    'The bank. Default: the one the server was started with, or the only one that the key opens.',
  ),
  shape: { kind: 'scalar', type: 'string' },
};
const USER: Field = {
  ...plain('userId', 'The user whose memory in the bank is meant, apart from all others.'),
  shape: { kind: 'scalar', type: 'string' },
};
const DATA: Field = {
  ...plain('data', 'The file, piece by piece. Fields beside it are read from the first message.'),
  shape: { kind: 'scalar', type: 'bytes' },
};

function plain(name: string, description: string): Omit<Field, 'shape'> {
  return { name, required: false, nullable: false, schema: { description } };
}

/** Every procedure, in the order of the table of operations. `names` are those that schemas have of their own. */
export function calls(names?: SchemaNames): Call[] {
  const all = new Map([
    ...(names ?? []),
    ...LONG.map(({ name, output }) => [output.def as object, `${spelled(name)}Response`] as const),
    [GrpcWorkOutput.def, 'Work'],
    [RefusalOutput.def, 'Refusal'],
  ]);
  return [
    ...Object.values(allOperations()).map((operation) => operationCall(operation, all)),
    ...(Object.entries(SERVER_CALLS) as [ServerCall, Declared][]).map(([name, declared]) =>
      serverCall(name, declared, all),
    ),
  ];
}

function operationCall(operation: Operation, names: SchemaNames): Call {
  const name = spelled(operation.name);
  const { long = false, upload = false, files = [] } = operation.served ?? {};
  const writing = operation.writesWith ?? [];
  const scope = scopeOf(operation, {});
  const about = [
    operation.summary,
    operation.description,
    long ? 'It is long work: the answer tells of its beginning.' : '',
    `Needs the scope ${scope}${writing.length === 0 || scope !== 'read' ? '' : `, or write with ${writing.join(', ')}`}.`,
  ];
  return {
    name,
    of: { operation },
    about: about.filter((part) => part !== '').join(' '),
    messages: once(() => {
      // A path would be the server's; that of an upload is only its name.
      const fields = fieldsOf(operation.input, names).filter(
        (field) => upload || !files.includes(field.name),
      );
      const answer = long
        ? responseOf('Work', GrpcWorkOutput, names)
        : responseOf(`${name}Response`, operation.output, names);
      return {
        request: message(`${name}Request`, [BANK, USER, ...fields, ...(upload ? [DATA] : [])]),
        ...answer,
      };
    }),
    streams: upload ? 'request' : null,
  };
}

function serverCall(
  server: ServerCall,
  { input, output, about, streams, bankless }: Declared,
  names: SchemaNames,
): Call {
  const name = spelled(server);
  return {
    name,
    of: { server, input },
    about,
    messages: once(() => ({
      request: message(`${name}Request`, [
        ...(bankless === true ? [] : [BANK, USER]),
        ...fieldsOf(input, names),
      ]),
      ...responseOf(names.get(output.def) ?? `${name}Response`, output, names),
    })),
    streams: streams === true ? 'response' : null,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const message = (name: string, fields: readonly Field[]): MessageShape => ({
  kind: 'message',
  name,
  fields,
  choice: false,
});

/** `remember_all` as a service spells it: `RememberAll`. */
function spelled(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function fieldsOf(input: z.ZodType, names: SchemaNames): readonly Field[] {
  const shape = shapeOf(renderSchema(input, 'input', inputNames(names)));
  if (shape.kind !== 'message' || shape.choice) throw new TypeError('Input is an object.');
  // Whether a field is there must be told from its being empty: nothing that is missing is read as zero.
  return shape.fields;
}

/** What is sent and what is answered are two messages, also where they come of one schema. */
function inputNames(names: SchemaNames): SchemaNames {
  return new Map(
    [...names].map(([schema, name]) => [schema, `${name.replace(/Input$/, '')}Input`]),
  );
}

/** An answer is a message; a list, or what may be nothing, stands in one. */
function responseOf(
  name: string,
  output: z.ZodType,
  names: SchemaNames,
): Omit<Messages, 'request'> {
  const schema: JsonSchema = renderSchema(output, 'output', names);
  const shape = shapeOf(schema);
  if (shape.kind === 'message' && !shape.choice && !isNullable(schema))
    return { response: { ...shape, name }, wrapped: false };
  return {
    response: message(name, [
      { name: 'result', shape, required: true, nullable: isNullable(schema), schema },
    ]),
    wrapped: true,
  };
}
