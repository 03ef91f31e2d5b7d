import {
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
  type ServiceError,
  status as STATUS,
} from '@grpc/grpc-js';
import {
  loadSync,
  type MessageTypeDefinition,
  type Options,
  type PackageDefinition,
} from '@grpc/proto-loader';
import type { ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';

/** Package and service name in the .proto file. */
export const PACKAGE = 'mneme.v1';
export const SERVICE = 'Mneme';

/** Messages as plain objects: without unset fields, with integers as numbers. */
export const PLAIN: Options = { longs: Number, enums: String, defaults: false, oneofs: false };

export interface LoadedProto {
  readonly all: PackageDefinition;
  readonly service: ServiceDefinition;
  /** Encodes a message by its full name. */
  write(name: string, message: object): Buffer;
}

/** Loads the .proto files from the package's folder `proto`. */
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

/** A decoded request, or why it cannot be decoded. */
export type Received = (
  { readonly message: Readonly<Record<string, unknown>> } | { readonly broken: unknown }
) & {
  /** Encoded size. */
  readonly bytes: number;
};

/** The service with decoding that does not throw, so that we report a broken request. */
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

type Fields = Readonly<Record<string, unknown>>;

/** JSON as google.protobuf.Value. */
export function toWire(value: unknown): Fields {
  if (value === null || value === undefined) return { nullValue: 0 };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(toWire) } };
  return { structValue: toStruct(value as Fields) };
}

/** A google.protobuf.Value as JSON. */
export function fromWire(value: Fields): unknown {
  const { stringValue, numberValue, boolValue, listValue, structValue } = value;
  if (listValue !== undefined)
    return (((listValue as Fields)['values'] ?? []) as readonly Fields[]).map(fromWire);
  if (structValue !== undefined) return fromStruct(structValue as Fields);
  return stringValue ?? numberValue ?? boolValue ?? null;
}

/** An object as google.protobuf.Struct. Fields that are undefined are left out, as JSON does. */
export function toStruct(value: Fields): Fields {
  const there = Object.entries(value).filter(([, each]) => each !== undefined);
  return { fields: Object.fromEntries(there.map(([key, each]) => [key, toWire(each)])) };
}

/** A google.protobuf.Struct as an object. */
export function fromStruct(value: Fields): Fields {
  const fields = Object.entries((value['fields'] ?? {}) as Fields);
  return Object.fromEntries(fields.map(([key, each]) => [key, fromWire(each as Fields)]));
}

/** The gRPC status of each error code. */
const GRPC_STATUS: Readonly<Record<ErrorCode, STATUS>> = {
  invalid_input: STATUS.INVALID_ARGUMENT,
  not_found: STATUS.NOT_FOUND,
  malformed_import: STATUS.INVALID_ARGUMENT,
  not_a_bank: STATUS.FAILED_PRECONDITION,
  newer_version: STATUS.FAILED_PRECONDITION,
  locked: STATUS.UNAVAILABLE,
  read_only: STATUS.FAILED_PRECONDITION,
  disk_full: STATUS.RESOURCE_EXHAUSTED,
  corrupt: STATUS.DATA_LOSS,
  conflict: STATUS.FAILED_PRECONDITION,
  unavailable: STATUS.UNAVAILABLE,
  interrupted: STATUS.ABORTED,
  closed: STATUS.UNAVAILABLE,
  unauthorised: STATUS.UNAUTHENTICATED,
  denied: STATUS.PERMISSION_DENIED,
  rate_limited: STATUS.RESOURCE_EXHAUSTED,
  too_large: STATUS.RESOURCE_EXHAUSTED,
};

export type Refused = Pick<ServiceError, 'code' | 'details' | 'metadata'>;

/**
 * An error as a status: its code is in the trailer `mneme-code`, all of it as JSON in `mneme-refusal-bin`, and as a
 * Refusal in the status details, where clients of every language look for them. `write` encodes a message by its
 * name.
 */
export function refusedStatus(
  error: MnemeError,
  write: (name: string, message: object) => Buffer,
): Refused {
  const code = GRPC_STATUS[error.code];
  const plain = JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
  const metadata = new Metadata();
  metadata.set('mneme-code', error.code);
  metadata.set('mneme-refusal-bin', Buffer.from(JSON.stringify(plain)));
  const { value, ...texts } = plain;
  const refusal = write(`${PACKAGE}.Refusal`, {
    ...texts,
    ...(value === undefined ? {} : { value: toWire(value) }),
  });
  const details = [{ type_url: `type.googleapis.com/${PACKAGE}.Refusal`, value: refusal }];
  metadata.set(
    'grpc-status-details-bin',
    write('google.rpc.Status', { code, message: error.message, details }),
  );
  if (error.code === 'rate_limited')
    metadata.set('grpc-retry-pushback-ms', String(Number(error.value) * 1_000));
  return { code, details: error.message, metadata };
}

/** An internal failure; its cause is not disclosed. */
export function faultStatus(): Refused {
  return { code: STATUS.INTERNAL, details: 'A fault of the server.', metadata: new Metadata() };
}
