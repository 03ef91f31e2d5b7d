import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type ServerParts } from './server.js';

interface Serving {
  /** Settles when the client is gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

type Report = (line: string) => void;

/** Serves the one client that started this process, over its standard streams; whichever version of the protocol it opens with. */
export function serveOverStdio(parts: ServerParts, report: Report): Serving {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  const handle = serveStdio(() => createMcpServer(parts), {
    onerror: (error) => report(error.message),
  });
  return {
    ended,
    close: async () => {
      await handle.close();
      // The stream would keep the process alive.
      process.stdin.destroy();
    },
  };
}
