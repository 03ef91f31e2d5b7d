/** A client of the gRPC door, from the committed description alone. */
import { join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  type Client,
  type ClientReadableStream,
  type ClientWritableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { onTestFinished } from 'vitest';
import { calls } from '../../src/servers/grpc/calls.js';
import { PLAIN } from '../../src/servers/grpc/load-proto.js';
import type { Field, Shape } from '../../src/servers/grpc/shape.js';
import { fromWire, toWire } from '../../src/servers/grpc/wire.js';
import { ROOT } from './run-node.js';

export const PROTO_FOLDER = join(ROOT, 'proto');

type Message = Record<string, unknown>;
type Answer = (error: ServiceError | null, message?: Message) => void;
type Method = (...given: readonly unknown[]) => unknown;

/** What a call came to. */
export interface Came {
  readonly message: Message;
  readonly trailer: Metadata;
}

export interface GrpcClient {
  /** A call by its name, with plain values as JSON has them, and the answer likewise. */
  call(name: string, input?: Message, key?: string): Promise<unknown>;
  /** A call with a message as it is sent. */
  raw(
    name: string,
    message: Message,
    options?: {
      readonly headers?: Record<string, string>;
      readonly deadlineMs?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<Came>;
  /** A call with bytes that may be no message at all. */
  bytes(name: string, bytes: Uint8Array): Promise<unknown>;
  follow(
    name: string,
    message: Message,
    headers?: Record<string, string>,
  ): ClientReadableStream<Message>;
  upload(
    name: string,
    answer: Answer,
    headers?: Record<string, string>,
  ): ClientWritableStream<Message>;
  close(): void;
}

/** Read once for all clients. */
export const COMMITTED = loadSync(['mneme/v1/mneme.proto', 'google/rpc/status.proto'], {
  ...PLAIN,
  includeDirs: [PROTO_FOLDER],
});
const { mneme: LOADED } = loadPackageDefinition(COMMITTED) as unknown as {
  mneme: { v1: { Mneme: new (...given: readonly unknown[]) => Client } };
};
const CALLS = new Map(calls().map((call) => [call.name, call]));
const bearer = (key?: string): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

export function grpcClient(address: string): GrpcClient {
  const client = new LOADED.v1.Mneme(address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
  });
  const methods = client as unknown as Record<string, Method>;
  const metadataOf = (headers: Record<string, string> = {}): Metadata => {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    return metadata;
  };
  const raw: GrpcClient['raw'] = (name, message, { headers, deadlineMs, signal } = {}) =>
    new Promise((resolve, reject) => {
      let came: Message | undefined;
      const call = (methods[name] as Method).call(
        client,
        message,
        metadataOf(headers),
        deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs },
        (error: ServiceError | null, answer?: Message) => {
          if (error !== null) reject(error);
          else came = answer;
        },
      ) as {
        cancel(): void;
        on(event: 'status', listener: (status: { metadata: Metadata }) => void): void;
      };
      call.on('status', ({ metadata }) => resolve({ message: came ?? {}, trailer: metadata }));
      signal?.addEventListener('abort', () => call.cancel());
    });
  const close = (): void => client.close();
  onTestFinished(close);
  return {
    raw,
    close,
    call: async (name, input = {}, key) => {
      const { request, response, wrapped } = CALLS.get(name)!.messages();
      const { message } = await raw(name, toWire(input, request) as Message, {
        headers: bearer(key),
      });
      const answer = whole(message, response) as Message;
      return wrapped ? answer['result'] : answer;
    },
    bytes: (name, bytes) =>
      new Promise((resolve, reject) =>
        client.makeUnaryRequest(
          `/mneme.v1.Mneme/${name}`,
          Buffer.from,
          (answer: Buffer) => answer,
          bytes as Buffer,
          (error, answer) => (error === null ? resolve(answer) : reject(error)),
        ),
      ),
    follow: (name, message, headers) =>
      (methods[name] as Method).call(
        client,
        message,
        metadataOf(headers),
      ) as ClientReadableStream<Message>,
    upload: (name, answer, headers) =>
      (methods[name] as Method).call(
        client,
        metadataOf(headers),
        answer,
      ) as ClientWritableStream<Message>,
  };
}

/** A message of which every field is read: what was left out because it is empty, null or zero is there again. */
export function whole(value: unknown, shape: Shape): unknown {
  if (shape.kind === 'list')
    return ((value ?? []) as readonly unknown[]).map((each) => whole(each, shape.of));
  if (shape.kind === 'map')
    return Object.fromEntries(
      Object.entries((value ?? {}) as Message).map(([key, each]) => [key, whole(each, shape.of)]),
    );
  if (shape.kind !== 'message' || shape.choice) return fromWire(value, shape);
  return Object.fromEntries(
    shape.fields.flatMap((field) => wholeField((value as Message)[field.name], field)),
  );
}

const EMPTY = {
  string: '',
  bool: false,
  double: 0,
  int32: 0,
  int64: 0,
  bytes: Buffer.alloc(0),
} as const;

function wholeField(
  value: unknown,
  { name, shape, required, nullable }: Field,
): [string, unknown][] {
  if (value !== undefined) return [[name, whole(value, shape)]];
  if (!required) return [];
  return [
    [name, nullable ? null : shape.kind === 'scalar' ? EMPTY[shape.type] : whole(undefined, shape)],
  ];
}
