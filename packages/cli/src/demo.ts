import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { MnemeError, openMemory, type Mneme, type OpenOptions } from '@mneme/mneme/index.js';
import { packageRoot, Progress, type Terminal, untilStopped } from './process.js';
import { renderFound } from '@mneme/core/modules/memories/view.js';
import { accent, bold, dim } from '@mneme/core/format/style.js';
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

/**
 * Imports the sample into a temporary memory, and shows a change, a doubt, a why and an undo. At a terminal it then
 * serves it and takes questions; otherwise it asks three of its own first.
 */
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
    await showTruth(memory, terminal);
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

async function ask(
  memory: Mneme,
  question: string,
  terminal: Terminal,
  whole = false,
): Promise<void> {
  const recollection = await memory.recall({ query: question, limit: 2, now: ASKED_AT });
  const screen = { ...terminal.screen, whole };
  terminal.out(`${bold(question)}\n${renderFound(recollection, screen)}\n`);
}

const PRICE = 'What does a seat at the supper club cost?';

/** A change, a doubt, a why and an undo, on a price that is told three times. */
async function showTruth(memory: Mneme, terminal: Terminal): Promise<void> {
  const say = (text: string): void => terminal.out(`${accent(text)}\n`);
  const tell = async (
    speaker: string,
    saidAt: string,
    value: string,
    words = '',
    replaces = {},
  ) => {
    const content = `A seat at Priya’s supper club costs ${value}${words}.`;
    const note = { about: 'Priya’s supper club', aspect: 'price of a seat', value, ...replaces };
    const { id } = await memory.remember({ content, speaker, saidAt, session: 'demo', note });
    return id;
  };
  const first = await tell('Priya', '2025-10-03', '35 euros');
  await tell('Priya', '2025-10-20', '42 euros', ' now, as butter went up', { replaces: [first] });
  say('A change. Priya told a price, and weeks later another; both were read into notes.');
  await ask(memory, PRICE, terminal);
  say('A doubt, with its why. Tom names a third price, and nobody has said who is right.');
  await tell('Tom', '2025-10-25', '40 euros');
  await ask(memory, PRICE, terminal, true);
  const [latest] = (await memory.curation.log({ limit: 1 })).changes;
  const hash = latest?.reversal ?? '';
  say(`An undo. \`mneme undo ${hash}\` takes back what Tom said, and the doubt with it.`);
  await memory.undo(hash);
  await ask(memory, PRICE, terminal);
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
