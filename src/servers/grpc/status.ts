import { Metadata, status as STATUS, type ServiceError } from '@grpc/grpc-js';
import type { ErrorCode, MnemeError } from '../../domain/errors.js';
import { PACKAGE } from './service-name.js';
import { toWire } from './wire.js';

/** How each refusal is told in gRPC. */
export const GRPC_STATUS: Readonly<Record<ErrorCode, STATUS>> = {
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
 * A refusal as a status: its code of the closed list stands in `mneme-code`, all of it as JSON in `mneme-refusal-bin`, and as a
 * Refusal in the status's details, where programs of every language look for them. `write` writes a message by its name.
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

/** A fault of ours; what it was is no business of the caller's. */
export function faultStatus(): Refused {
  return { code: STATUS.INTERNAL, details: 'A fault of the server.', metadata: new Metadata() };
}
