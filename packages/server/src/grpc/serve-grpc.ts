import type { EventEmitter } from 'node:events';
import {
  logVerbosity,
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  setLogVerbosity,
  status as STATUS,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { bankOfUser, takeUser } from '@mneme/core/domain/user-bank.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { type Caller, homeBank } from '../auth/admission.js';
import {
  allowedOrigin,
  assertOurHost,
  bearerKey,
  type HostRules,
  requestLine,
} from '../auth/request.js';
import {
  answerOperation,
  answerServer,
  answerUpload,
  type AuthorisedCall,
  type Output,
  type Procedure,
  startStream,
  type StreamParts,
  verbFinder,
  type Verbs,
} from './answer.js';
import {
  faultStatus,
  fromStruct,
  type LoadedProto,
  loadProto,
  PACKAGE,
  type Received,
  type Refused,
  refusedStatus,
  SERVICE,
  toWire,
  withReceived,
} from './protocol.js';
import { NOTICE, plainNotice } from '../running/answers.js';
import { requestCancelled } from '../running/scheduling.js';

export interface HandlerParts extends StreamParts {
  readonly hosts: HostRules;
  /** The bank the server was started with. */
  readonly bank: string;
  readonly write: LoadedProto['write'];
  /** Receives a log line per request, where wanted. */
  readonly report?: (line: string) => void;
  /** Receives internal failures. */
  readonly fault: (error: unknown) => void;
}

/** How long after the end of a file's stream a cancellation by the client can still arrive. */
const CANCELLATION_MS = 50;

type Unary = ServerUnaryCall<Received, unknown> | ServerReadableStream<Received, unknown>;
type Stream = Unary | ServerWritableStream<Received, unknown>;

/** A request in progress, for the log. */
interface Visit {
  readonly began: number;
  readonly signal: AbortSignal;
  readonly procedure: Procedure;
  /** Set once it was looked up. */
  verb: string | undefined;
  caller: Caller | undefined;
}

type FindVerb = ReturnType<typeof verbFinder>;
type Handling = HandlerParts & { readonly find: FindVerb };

/** The three procedures of the service. */
export function implement(parts: HandlerParts): UntypedServiceImplementation {
  const handling = { ...parts, find: verbFinder() };
  const answered =
    (procedure: 'Call' | 'Upload') => (stream: Unary, respond: sendUnaryData<unknown>) =>
      void reply(visitOf(stream, procedure), stream, respond, handling);
  return {
    Call: answered('Call'),
    Upload: answered('Upload'),
    Follow: (stream: ServerWritableStream<Received, unknown>) => void tell(stream, handling),
  };
}

async function reply(
  visit: Visit,
  stream: Unary,
  respond: sendUnaryData<unknown>,
  parts: Handling,
): Promise<void> {
  try {
    const { value, replayed, takenOut = '' } = await answer(stream, visit, parts);
    const trailer = new Metadata();
    if (replayed) trailer.set('idempotent-replayed', 'true');
    if (takenOut !== '') trailer.set(NOTICE, plainNotice(takenOut));
    respond(null, toWire(value), trailer);
    note(STATUS.OK, visit, parts);
  } catch (error) {
    respond(refusalOf(error, visit, parts));
  }
}

async function answer(stream: Unary, visit: Visit, parts: Handling): Promise<Output> {
  visit.caller = await authenticate(stream, parts);
  if ('request' in stream) {
    const { of, asked } = ask('Call', visit.caller, stream, stream.request, visit, parts);
    if ('operation' in of) return answerOperation(of.operation, asked, parts);
    return { value: await answerServer(of.server, asked, parts), replayed: false };
  }
  const messages = stream[Symbol.asyncIterator]() as AsyncIterator<Received, undefined>;
  const { value: first = { message: {}, bytes: 0 } } = await messages.next();
  const { of, asked } = ask('Upload', visit.caller, stream, first, visit, parts);
  const file = fileOf(first, messages, visit.signal);
  return { value: await answerUpload(of.operation, asked, file, parts), replayed: false };
}

async function tell(
  stream: ServerWritableStream<Received, unknown>,
  parts: Handling,
): Promise<void> {
  const visit = visitOf(stream, 'Follow');
  try {
    visit.caller = await authenticate(stream, parts);
    const { of, asked } = ask('Follow', visit.caller, stream, stream.request, visit, parts);
    const pieces = await startStream(of.server, asked, parts);
    // Nothing is missed from here on: a client may wait for the headers.
    stream.sendMetadata(new Metadata());
    for await (const piece of pieces) if (!stream.write(toWire(piece))) await drained(stream);
    stream.end();
    note(STATUS.OK, visit, parts);
  } catch (error) {
    stream.emit('error', refusalOf(error, visit, parts));
  }
}

function visitOf(stream: Stream, procedure: Procedure): Visit {
  const gone = new AbortController();
  (stream as EventEmitter).on('cancelled', () => gone.abort());
  return {
    began: performance.now(),
    signal: gone.signal,
    procedure,
    verb: undefined,
    caller: undefined,
  };
}

/** The checks that every request passes first, as in every protocol: host, origin, and key. */
function authenticate(
  stream: Stream,
  { stopping, hosts, admission }: HandlerParts,
): Promise<Caller> {
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

/**
 * Resolves what is called. The bank is checked first: of one that the caller may not access, nothing else is checked.
 */
function ask<Way extends Procedure>(
  way: Way,
  caller: Caller,
  stream: Stream,
  received: Received,
  visit: Visit,
  { runner, admission, bank: started, find }: Handling,
): { readonly of: Verbs[Way]; readonly asked: AuthorisedCall } {
  admission.charge(caller, received.bytes);
  const message = 'message' in received ? received.message : {};
  const verb = String(message['verb'] ?? '');
  const { userId } = takeUser(definedOnly({ userId: message['userId'] }));
  const bank = bankOfUser(String(message['bank'] ?? homeBank(caller, started)), userId);
  if (verb !== 'list_banks') runner.bankFor(caller, bank);
  if ('broken' in received)
    throw new MnemeError('invalid_input', 'The message cannot be read.', {
      field: 'message',
      hint: `It is to be a ${PACKAGE}.Request.`,
      cause: received.broken,
    });
  const of = find(verb, way);
  visit.verb = verb;
  const input = fromStruct((message['input'] ?? {}) as Readonly<Record<string, unknown>>);
  const asked = {
    caller,
    bank,
    input: 'input' in of ? parseInput(of.input, input, verb) : input,
    signal: visit.signal,
    key: metadataOf(stream, 'idempotency-key') ?? null,
  };
  return { of, asked };
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
        await awaitCancellation();
        if (signal.aborted) controller.error(requestCancelled());
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

/** A stream that was cut off ends like a complete one; the cancellation arrives only afterwards. */
async function awaitCancellation(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, CANCELLATION_MS));
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for a slow client, until it disconnects. */
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

function refusalOf(error: unknown, visit: Visit, parts: HandlerParts): Refused {
  const known = MnemeError.is(error);
  // An error caused by a disconnect is not an internal failure.
  if (!known && !visit.signal.aborted) parts.fault(error);
  const refused = known ? refusedStatus(error, parts.write) : faultStatus();
  note(refused.code, visit, parts);
  return refused;
}

function note(
  code: STATUS,
  { began, caller, procedure, verb = procedure }: Visit,
  { report }: HandlerParts,
): void {
  report?.(
    requestLine({
      method: 'gRPC',
      place: `/${PACKAGE}.${SERVICE}/${verb}`,
      status: STATUS[code],
      began,
      caller,
    }),
  );
}

export interface GrpcOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The folder with the .proto files. */
  readonly protoFolder: string;
}

export interface ServedGrpc {
  /** `127.0.0.1:4489` */
  readonly address: string;
  /** Accepts no more calls, and lets those in progress finish. */
  close(): Promise<void>;
}

/** Concurrent calls per connection; further ones queue at the client. */
const MAX_STREAMS = 1_000;
/** Idle time before a keepalive ping. */
const KEEPALIVE_MS = 60_000;

/** Serves the operations over gRPC, with the standard health service. Throws `unavailable`. */
export async function serveGrpc(
  parts: Omit<HandlerParts, 'write'>,
  { port, protoFolder }: GrpcOptions,
  finishMs: number,
): Promise<ServedGrpc> {
  // Errors are reported by the handlers.
  setLogVerbosity(logVerbosity.NONE);
  const proto = loadProto(protoFolder);
  const server = new Server({
    'grpc.max_receive_message_length': parts.limits.bodyBytes,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': MAX_STREAMS,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
  });
  server.addService(withReceived(proto.service), implement({ ...parts, write: proto.write }));
  const health = new HealthImplementation({ '': 'SERVING', [`${PACKAGE}.${SERVICE}`]: 'SERVING' });
  health.addToServer(server);
  const { host } = parts.hosts;
  const shown = host.includes(':') ? `[${host}]` : host;
  const bound = await bind(server, `${shown}:${port}`);
  return {
    address: `${shown}:${bound}`,
    close: async () => {
      for (const service of ['', `${PACKAGE}.${SERVICE}`]) health.setStatus(service, 'NOT_SERVING');
      await finish(server, finishMs);
    },
  };
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (cause, port) => {
      if (cause === null) return resolve(port);
      server.forceShutdown();
      reject(
        new MnemeError('unavailable', `${address} cannot be listened on.`, {
          field: '--grpc',
          value: address,
          hint: 'Name another port; 0 takes a free one.',
          cause,
        }),
      );
    });
  });
}

/** Accepts no new call; waits for those in progress, then closes all by force. */
async function finish(server: Server, finishMs: number): Promise<void> {
  const end = setTimeout(() => server.forceShutdown(), finishMs);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(end);
}
