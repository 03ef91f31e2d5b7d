import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

/** Bytes of a frame's length. */
const HEAD = 4;

/** One message as it goes over a socket: its length in four bytes, then the value as the engine copies it between threads. */
export function sendFrame(socket: Socket, message: unknown): void {
  const body = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `take` with each message that arrives. Who sends anything else is hung up on. */
export function onFrames(socket: Socket, take: (message: unknown) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = HEAD;
  let inBody = false;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks, held);
      const piece = all.subarray(0, wanted);
      chunks = held === wanted ? [] : [all.subarray(wanted)];
      held -= wanted;
      inBody = !inBody;
      if (inBody) wanted = piece.readUInt32BE();
      else {
        wanted = HEAD;
        try {
          take(deserialize(piece));
        } catch (error) {
          socket.destroy(error as Error);
          return;
        }
      }
    }
  });
}
