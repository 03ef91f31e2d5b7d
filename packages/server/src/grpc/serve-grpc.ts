import { logVerbosity, Server, ServerCredentials, setLogVerbosity } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { loadProto, PACKAGE, SERVICE, withReceived } from './protocol.js';
import { implement, type HandlerParts } from './handle-calls.js';

export interface GrpcOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** The folder that holds the descriptions. */
  readonly protoFolder: string;
}

export interface ServedGrpc {
  /** `127.0.0.1:4489` */
  readonly address: string;
  /** Takes no more, and lets what is under way finish. */
  close(): Promise<void>;
}

/** So many calls of one connection at once; more wait at the client. */
const MAX_STREAMS = 1_000;
/** A connection that is silent for so long is asked whether its client is still there. */
const KEEPALIVE_MS = 60_000;

/** Serves the operations over gRPC, with their health beside them. Throws `unavailable`. */
export async function serveGrpc(
  parts: Omit<HandlerParts, 'write'>,
  { port, protoFolder }: GrpcOptions,
  finishMs: number,
): Promise<ServedGrpc> {
  // What goes wrong is told by who it went wrong for.
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

/** Takes no new call; each there is goes when it is answered, and all go in the end. */
async function finish(server: Server, finishMs: number): Promise<void> {
  const end = setTimeout(() => server.forceShutdown(), finishMs);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(end);
}
