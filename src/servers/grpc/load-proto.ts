import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import {
  loadSync,
  type MessageTypeDefinition,
  type Options,
  type PackageDefinition,
} from '@grpc/proto-loader';
import { PACKAGE, SERVICE } from './service-name.js';

/** A message as a plain object: fields that are not there are left out, and no number is an object. */
export const PLAIN: Options = { longs: Number, enums: String, defaults: false, oneofs: false };

export interface LoadedProto {
  readonly all: PackageDefinition;
  readonly service: ServiceDefinition;
  /** Writes a message by its full name. */
  write(name: string, message: object): Buffer;
}

/** The description in the package's folder `proto`. */
export function loadProto(folder: string): LoadedProto {
  const all = loadSync(['mneme/v1/mneme.proto', 'google/rpc/status.proto'], {
    ...PLAIN,
    includeDirs: [folder],
  });
  return {
    all,
    service: all[`${PACKAGE}.${SERVICE}`] as ServiceDefinition,
    write: (name, message) =>
      (all[name] as MessageTypeDefinition<object, object>).serialize(message),
  };
}

/** What a method was asked, or that it cannot be read. */
export type Received = (
  { readonly message: Readonly<Record<string, unknown>> } | { readonly broken: unknown }
) & {
  /** As it was sent. */
  readonly bytes: number;
};

/** A service whose requests may be broken: what is wrong with them is ours to say. */
export function withReceived(service: ServiceDefinition): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [name, receiving(method)]),
  );
}

function receiving(method: MethodDefinition<unknown, unknown>): MethodDefinition<unknown, unknown> {
  const requestDeserialize = (bytes: Buffer): Received => {
    try {
      const message = method.requestDeserialize(bytes) as Readonly<Record<string, unknown>>;
      return { message, bytes: bytes.length };
    } catch (broken) {
      return { broken, bytes: bytes.length };
    }
  };
  return { ...method, requestDeserialize };
}
