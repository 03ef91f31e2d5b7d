import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { MnemeError, openMemory, type Mneme, type OpenOptions } from '@mneme/mneme/index.js';
import { packageRoot, Progress, type Terminal, untilStopped } from './process.js';
import { renderFound } from '@mneme/core/modules/memories/views/recollection.js';
import { bold, dim } from '@mneme/core/format/style.js';
import { renderImport } from '@mneme/import/view.js';
import { connectionHelp, startServer, type Serving } from './serve.js';

const SAMPLE = 'samples/kitchen-and-code.jsonl';
const QUESTIONS = [
  'Where does Tom live now?',
  'Why was the first supper served cold?',
  'How do you roll back a deployment at Farolim?',
];
/** The day after the sample conversation ends: "now" for its questions. */
const ASKED_AT = Date.UTC(2025, 9, 27, 12);

export interface DemoOptions {
  /** Serves the memory even without a terminal, until the process is stopped. */
  readonly serve: boolean;
  readonly signal: AbortSignal;
}

/** Imports the sample into a temporary memory and serves it at a terminal; otherwise it runs three queries and ends. */
export async function runDemo(terminal: Terminal, { serve, signal }: DemoOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-demo-'));
  const opened = { file: join(folder, 'demo.mneme'), bank: 'demo' } as const;
  const memory = await openMemory(opened);
  let server: Serving | null = null;
  try {
    const progress = new Progress('Taking in nine months of talk', terminal.interactive);
    const start = performance.now();
    const report = await memory.import(join(packageRoot().folder, SAMPLE), {
      onProgress: ({ bytes, totalBytes }) => progress.update(bytes, totalBytes),
    });
    progress.stop();
    terminal.out(renderImport(report, terminal.screen));
    terminal.out(
      dim(
        `That took ${((performance.now() - start) / 1000).toFixed(2)} s, with no model, no key and no network.\n`,
      ),
    );
    if (!terminal.interactive)
      for (const question of QUESTIONS) await ask(memory, question, terminal);
    if (terminal.interactive || serve) {
      server = await serveDemo(opened, terminal);
      terminal.out(`${connectionHelp(server, opened.bank)}\n`);
    }
    if (terminal.interactive) await converse(memory, terminal);
    else if (serve) await untilStopped(signal);
  } finally {
    await server?.close();
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On the usual port, or a free one where that is taken. */
async function serveDemo(opened: OpenOptions, terminal: Terminal): Promise<Serving> {
  try {
    return await startServer(opened, {}, terminal.out);
  } catch (error) {
    if (!MnemeError.is(error) || error.code !== 'unavailable') throw error;
    return startServer(opened, { port: '0' }, terminal.out);
  }
}

async function ask(memory: Mneme, question: string, terminal: Terminal): Promise<void> {
  const recollection = await memory.recall({ query: question, limit: 3, now: ASKED_AT });
  terminal.out(`${bold(question)}\n${renderFound(recollection, terminal.screen)}\n`);
}

async function converse(memory: Mneme, terminal: Terminal): Promise<void> {
  terminal.out(
    `Priya and Tom have talked from February to October 2025: about a supper club, a marathon, a move, code and a dog.\nAsk about it, for example:\n${QUESTIONS.map((question) => `  ${question}`).join('\n')}\nAn empty line ends.\n`,
  );
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const question = (await prompt.question('? ')).trim();
      if (question === '') return;
      await ask(memory, question, terminal);
    }
  } finally {
    prompt.close();
  }
}
