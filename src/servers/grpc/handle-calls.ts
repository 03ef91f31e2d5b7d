import type { EventEmitter } from 'node:events';
import {
  Metadata,
  status as STATUS,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { MnemeError } from '../../domain/errors.js';
import { definedOnly } from '../../domain/defined-only.js';
import { parseInput } from '../../domain/parse-input.js';
import { takeUser, bankOfUser } from '../../domain/user-bank.js';
import { homeBank, type Caller } from '../auth/admission.js';
import { bearerKey } from '../auth/bearer.js';
import { allowedOrigin, assertOurHost, type HostRules } from '../auth/hosts.js';
import { requestLine } from '../auth/request-line.js';
import { NOTICE, plainNotice } from '../running/notice.js';
import { takenBack } from '../running/taken-back.js';
import {
  answerOperation,
  answerServer,
  answerUpload,
  startStream,
  type StreamParts,
  type AskedCall,
  type Output,
} from './answer.js';
import { calls, type Call } from './calls.js';
import type { Received, LoadedProto } from './load-proto.js';
import { PACKAGE, SERVICE } from './service-name.js';
import { faultStatus, refusedStatus, type Refused } from './status.js';
import { fromWire, toWire } from './wire.js';

export interface HandlerParts extends StreamParts {
  readonly hosts: HostRules;
  /** The bank the server was started with. */
  readonly bank: string;
  readonly write: LoadedProto['write'];
  /** Is told of every request, where that is wanted. */
  readonly report?: (line: string) => void;
  /** Is told of failures that are ours. */
  readonly fault: (error: unknown) => void;
}

/** So long after the end of a file it is known whether its client went away in the middle. */
const SETTLE_MS = 50;

type Unary = ServerUnaryCall<Received, unknown> | ServerReadableStream<Received, unknown>;
type Stream = Unary | ServerWritableStream<Received, unknown>;

/** A request under way. */
interface Visit {
  readonly began: number;
  readonly signal: AbortSignal;
  caller: Caller | undefined;
}

/** Every procedure of the service: the operations, and what a server has around them. */
export function implement(parts: HandlerParts): UntypedServiceImplementation {
  return Object.fromEntries(calls().map((call) => [call.name, handlerOf(call, parts)]));
}

function handlerOf(call: Call, parts: HandlerParts): UntypedServiceImplementation[string] {
  if (call.streams === 'response')
    return (stream: ServerWritableStream<Received, unknown>) => void tell(call, stream, parts);
  return (stream: Unary, respond: sendUnaryData<unknown>) =>
    void reply(call, stream, respond, parts);
}

async function reply(
  call: Call,
  stream: Unary,
  respond: sendUnaryData<unknown>,
  parts: HandlerParts,
): Promise<void> {
  const visit = visitOf(stream);
  try {
    const { value, replayed, takenOut = '' } = await answer(call, stream, visit, parts);
    const trailer = new Metadata();
    if (replayed) trailer.set('idempotent-replayed', 'true');
    if (takenOut !== '') trailer.set(NOTICE, plainNotice(takenOut));
    const { response, wrapped } = call.messages();
    respond(null, toWire(wrapped ? { result: value } : value, response), trailer);
    note(call, STATUS.OK, visit, parts);
  } catch (error) {
    respond(refusalOf(call, error, visit, parts));
  }
}

async function answer(
  call: Call,
  stream: Unary,
  visit: Visit,
  parts: HandlerParts,
): Promise<Output> {
  visit.caller = await letIn(stream, parts);
  if ('request' in stream) {
    const asked = ask(call, visit.caller, stream, stream.request, visit, parts);
    if ('operation' in call.of) return answerOperation(call.of.operation, asked, parts);
    const { server } = call.of;
    if (server === 'follow_changes' || server === 'follow_work')
      throw new TypeError('A stream has its own way.');
    return { value: await answerServer(server, asked, parts), replayed: false };
  }
  const messages = stream[Symbol.asyncIterator]() as AsyncIterator<Received, undefined>;
  const { value: first = { message: {}, bytes: 0 } } = await messages.next();
  const asked = ask(call, visit.caller, stream, first, visit, parts);
  if (!('operation' in call.of)) throw new TypeError('An upload is an operation.');
  return {
    value: await answerUpload(
      call.of.operation,
      asked,
      fileOf(first, messages, visit.signal),
      parts,
    ),
    replayed: false,
  };
}

async function tell(
  call: Call,
  stream: ServerWritableStream<Received, unknown>,
  parts: HandlerParts,
): Promise<void> {
  const visit = visitOf(stream);
  try {
    visit.caller = await letIn(stream, parts);
    const asked = ask(call, visit.caller, stream, stream.request, visit, parts);
    const server = 'server' in call.of ? call.of.server : null;
    if (server !== 'follow_changes' && server !== 'follow_work')
      throw new TypeError('It is no stream.');
    const pieces = await startStream(server, asked, parts);
    // From here on nothing is missed: a client may wait for this before it goes on.
    stream.sendMetadata(new Metadata());
    for await (const piece of pieces)
      if (!stream.write(toWire(piece, call.messages().response))) await drained(stream);
    stream.end();
    note(call, STATUS.OK, visit, parts);
  } catch (error) {
    stream.emit('error', refusalOf(call, error, visit, parts));
  }
}

function visitOf(stream: Stream): Visit {
  const gone = new AbortController();
  (stream as EventEmitter).on('cancelled', () => gone.abort());
  return { began: performance.now(), signal: gone.signal, caller: undefined };
}

/** What every request passes first, as in every protocol: the right host, no other site's page, and a key. */
function letIn(stream: Stream, { stopping, hosts, admission }: HandlerParts): Promise<Caller> {
  if (stopping.aborted)
    throw new MnemeError('closed', 'The server is ending.', { hint: 'Try again in a moment.' });
  assertOurHost(stream.getHost(), hosts);
  allowedOrigin(metadataOf(stream, 'origin'), stream.getHost(), hosts);
  return admission.admit(
    bearerKey(metadataOf(stream, 'authorization')),
    stream.getPeer().replace(/:\d+$/, ''),
  );
}

function metadataOf(stream: Stream, name: string): string | undefined {
  return stream.metadata.get(name)[0]?.toString();
}

/** What is asked, once the bank is one that the caller may know of: of any other, nothing else is looked at. */
function ask(
  call: Call,
  caller: Caller,
  stream: Stream,
  received: Received,
  { signal }: Visit,
  { runner, admission, bank: started }: HandlerParts,
): AskedCall {
  admission.charge(caller, received.bytes);
  const message = 'message' in received ? received.message : {};
  const { request } = call.messages();
  const named = String(message['bank'] ?? homeBank(caller, started));
  const { userId } = takeUser(definedOnly({ userId: message['userId'] }));
  const bank = bankOfUser(named, userId);
  if ('operation' in call.of || call.of.server !== 'list_banks') runner.bankFor(caller, bank);
  if ('broken' in received)
    throw new MnemeError('invalid_input', 'The message cannot be read.', {
      field: 'message',
      hint: `It is to be a ${PACKAGE}.${request.name}.`,
      cause: received.broken,
    });
  const {
    bank: _bank,
    userId: _userId,
    data: _data,
    ...input
  } = fromWire(message, request) as Record<string, unknown>;
  const checked =
    'operation' in call.of
      ? input
      : (parseInput(call.of.input, input, call.of.server) as Record<string, unknown>);
  return {
    caller,
    bank,
    input: checked,
    signal,
    key: metadataOf(stream, 'idempotency-key') ?? null,
  };
}

/** The bytes of an upload's messages. */
function fileOf(
  first: Received,
  messages: AsyncIterator<Received, undefined>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  let next: Received | undefined = first;
  return new ReadableStream({
    pull: async (controller) => {
      const received = next ?? (await messages.next()).value;
      next = undefined;
      if (received === undefined) {
        await settle();
        if (signal.aborted) controller.error(takenBack());
        else controller.close();
      } else if ('broken' in received)
        controller.error(
          new MnemeError('invalid_input', 'A message of the file cannot be read.', {
            field: 'message',
          }),
        );
      else
        controller.enqueue(
          (received.message['data'] as Uint8Array | undefined) ?? new Uint8Array(),
        );
    },
    cancel: async () => void (await messages.return?.()),
  });
}

/** A file that is cut off ends as a whole one does; that it was cut off is told only afterwards. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A client that reads slowly is waited for, until it goes. */
function drained(stream: ServerWritableStream<Received, unknown>): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('cancelled', done);
      resolve();
    };
    stream.once('drain', done).once('cancelled', done);
    if (stream.cancelled) done();
  });
}

function refusalOf(call: Call, error: unknown, visit: Visit, parts: HandlerParts): Refused {
  const known = MnemeError.is(error);
  // What breaks because the client went is no fault.
  if (!known && !visit.signal.aborted) parts.fault(error);
  const refused = known ? refusedStatus(error, parts.write) : faultStatus();
  note(call, refused.code, visit, parts);
  return refused;
}

function note(
  { name }: Call,
  code: STATUS,
  { began, caller }: Visit,
  { report }: HandlerParts,
): void {
  report?.(
    requestLine({
      method: 'gRPC',
      place: `/${PACKAGE}.${SERVICE}/${name}`,
      status: STATUS[code],
      began,
      caller,
    }),
  );
}
