#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { HOOK_DEADLINE, runHook } from '@mneme/server/hooks/hook-process.js';

/** `mneme-hook`, run by an agent's client at every turn: imports only Node's own modules, and always exits with 0. */
try {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      bank: { type: 'string' },
      tokens: { type: 'string' },
      deadline: { type: 'string' },
      reader: { type: 'string' },
    },
    strict: false,
  });
  const { file, bank, tokens, deadline, reader } = values as Readonly<
    Record<string, string | undefined>
  >;
  if (typeof file !== 'string') throw new Error('--file <path> is missing');
  await runHook({
    file,
    bank: bank ?? 'default',
    tokens: Number(tokens ?? 0) || 600,
    reader: reader ?? null,
    deadlineMs: Number(deadline ?? 0) || HOOK_DEADLINE,
    program: fileURLToPath(new URL('mneme.js', import.meta.url)),
  });
} catch (error) {
  // Without valid arguments the log's path is unknown; the client stores standard error.
  process.stderr.write(
    `mneme-hook: ${String(error)}. Set it up with \`mneme hooks install CLIENT\`.\n`,
  );
  process.exit(0);
}
