import { logVerbosity, Server, ServerCredentials, setLogVerbosity } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { loadProto, PACKAGE, SERVICE, withReceived } from './protocol.js';
import { implement, type HandlerParts } from './handle-calls.js';

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
