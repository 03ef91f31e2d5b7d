/** A client of the gRPC door, from the committed description alone. */
import { join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  type Client,
  type ClientReadableStream,
  type ClientWritableStream,
  type MethodDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { onTestFinished } from 'vitest';
import { fromWire, PLAIN, toStruct } from '../../packages/server/src/grpc/protocol.js';
import { ROOT } from './run-node.js';

export const PROTO_FOLDER = join(ROOT, 'proto');

type Message = Record<string, unknown>;
type Answer = (error: ServiceError | null, message?: Message) => void;
type Method = (...given: readonly unknown[]) => unknown;

/** What a call came to. */
export interface Came {
  readonly answer: unknown;
  readonly trailer: Metadata;
}

export interface GrpcClient {
  /** A verb with plain values as JSON has them, and the answer likewise. */
  call(verb: string, input?: Message, key?: string): Promise<unknown>;
  /** The same with what stands around it. */
  raw(
    verb: string,
    input: Message,
    options?: {
      readonly headers?: Record<string, string>;
      readonly deadlineMs?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<Came>;
  /** A call with bytes that may be no message at all. */
  bytes(procedure: string, bytes: Uint8Array): Promise<unknown>;
  follow(
    verb: string,
    input: Message,
    headers?: Record<string, string>,
  ): ClientReadableStream<Message>;
  /** An import: the first message by {@link requestOf}, `data` in all. */
  upload(answer: Answer, headers?: Record<string, string>): ClientWritableStream<Message>;
  close(): void;
}

/** The message that asks for a verb. */
export function requestOf(verb: string, { bank, userId, ...input }: Message): Message {
  const beside = Object.entries({ bank, userId }).filter(([, value]) => value !== undefined);
  return { verb, input: toStruct(input), ...Object.fromEntries(beside) };
}

/** Read once for all clients. */
export const COMMITTED = loadSync(['mneme/v1/mneme.proto', 'google/rpc/status.proto'], {
  ...PLAIN,
  includeDirs: [PROTO_FOLDER],
});
const { mneme: LOADED } = loadPackageDefinition(COMMITTED) as unknown as {
  mneme: { v1: { Mneme: new (...given: readonly unknown[]) => Client } };
};
const SERVICE = COMMITTED['mneme.v1.Mneme'] as unknown as Record<
  'Follow' | 'Upload',
  MethodDefinition<Message, unknown>
>;
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
  const raw: GrpcClient['raw'] = (verb, input, { headers, deadlineMs, signal } = {}) =>
    new Promise((resolve, reject) => {
      let came: Message | undefined;
      const call = (methods['Call'] as Method).call(
        client,
        requestOf(verb, input),
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
      call.on('status', ({ metadata }) =>
        resolve({ answer: fromWire(came ?? {}), trailer: metadata }),
      );
      signal?.addEventListener('abort', () => call.cancel());
    });
  const close = (): void => client.close();
  onTestFinished(close);
  return {
    raw,
    close,
    call: async (verb, input = {}, key) => {
      const { answer } = await raw(verb, input, { headers: bearer(key) });
      return answer;
    },
    bytes: (procedure, bytes) =>
      new Promise((resolve, reject) =>
        client.makeUnaryRequest(
          `/mneme.v1.Mneme/${procedure}`,
          Buffer.from,
          (answer: Buffer) => answer,
          bytes as Buffer,
          (error, answer) => (error === null ? resolve(answer) : reject(error)),
        ),
      ),
    follow: (verb, input, headers) => {
      const { path, requestSerialize, responseDeserialize } = SERVICE.Follow;
      return client.makeServerStreamRequest(
        path,
        requestSerialize,
        (bytes) => fromWire(responseDeserialize(bytes) as Message) as Message,
        requestOf(verb, input),
        metadataOf(headers),
      );
    },
    upload: (answer, headers) => {
      const { path, requestSerialize, responseDeserialize } = SERVICE.Upload;
      return client.makeClientStreamRequest(
        path,
        requestSerialize,
        (bytes) => fromWire(responseDeserialize(bytes) as Message) as Message,
        metadataOf(headers),
        answer,
      );
    },
  };
}
