import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { daemonListens, stopDaemon } from './hook-daemon.js';
import {
  hookAddress,
  type HookAddress,
  type HookEventName,
  type HookTarget,
} from './hook-protocol.js';
import {
  describedFailures,
  HOOK_TIMEOUT,
  type InstalledHooks,
  readLastWords,
} from './install-hooks.js';

const REASON = 'mneme doctor --hooks';

/**
 * Undoes what hooks stored of a session since a change, and checks that nothing of it is left. Throws `conflict`
 * otherwise.
 */
async function takeBack(
  memory: Mneme,
  { session, after }: { readonly session: string; readonly after: number },
): Promise<string> {
  const { changes } = await memory.curation.log({ verb: 'import', limit: 200 });
  const undone: string[] = [];
  for (const { sequence, memories, reversal, state } of changes) {
    const [first] = memories;
    if (sequence <= after || first === undefined || state !== 'reversible') continue;
    if ((await memory.show(first)).memory.session !== session) continue;
    await memory.undo({ hash: reversal, reason: REASON });
    undone.push(reversal);
  }
  const left = (await memory.list({ session })).memories.map(({ id }) => id);
  if (left.length > 0)
    throw new MnemeError('conflict', `Not all was taken back: ${left.join(', ')}.`, {
      hint: `Run \`mneme forget ${left.join(' ')}\`.`,
    });
  return undone.length === 0
    ? 'nothing had gone in'
    : `it was taken back (undone: ${undone.join(', ')})`;
}

/** One step of the round trip from a client's event into the memory and back. */
interface HookStep {
  readonly step: 'SessionStart' | 'memory' | 'UserPromptSubmit' | 'Stop' | 'recall' | 'undo';
  readonly ok: boolean;
  /** Its result; on failure the reason and the remedy. */
  readonly told: string;
}

export interface HookProof extends HookTarget {
  /** The client's settings file with the commands. */
  readonly path: string;
  /** Whether what a session said was stored, recalled and undone. */
  readonly proven: boolean;
  readonly steps: readonly HookStep[];
}

interface ProofParts {
  /** Opens the memory alongside the daemon, to check that the text arrived, and to undo it. */
  open(): Promise<Mneme>;
  now(): number;
  uint32(): number;
  readonly signal: AbortSignal;
  /** Timeout of a step, in milliseconds. */
  readonly patienceMs?: number;
}

const PATIENCE = 30_000;
const LOOK_AGAIN = 100;

/**
 * Runs the round trip of a client's events: fires the installed commands as the client does, in separate sessions,
 * checks that what was said is stored and delivered to another session, and undoes it.
 */
export async function proveHooks(
  installed: InstalledHooks,
  target: HookTarget,
  parts: ProofParts,
): Promise<HookProof> {
  const address = hookAddress(target);
  const ran = await daemonListens(address);
  const folder = mkdtempSync(join(tmpdir(), 'mneme-doctor-'));
  const trial = new Trial(installed, address, folder, parts);
  try {
    await trial.go();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await trial.takeBack();
    if (!ran) await stopDaemon(address);
  }
  const { steps } = trial;
  return { ...target, path: installed.path, steps, proven: steps.every(({ ok }) => ok) };
}

interface Fired {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Why a step failed; the catcher adds what the log says. */
class StepFault extends Error {}

class Trial {
  readonly steps: HookStep[] = [];
  readonly #startedAt: number;
  /** A made-up word that no memory contains. */
  readonly #name: string;
  readonly #told: string;
  readonly #asked: string;
  #prompts = 0;
  #opened: { readonly memory: Mneme; readonly sequence: number } | null = null;

  constructor(
    private readonly installed: InstalledHooks,
    private readonly address: HookAddress,
    private readonly folder: string,
    private readonly parts: ProofParts,
  ) {
    this.#startedAt = parts.now();
    this.#name = inventedName(parts.uint32);
    this.#told = `mneme-doctor-${this.#name}-1`;
    this.#asked = `mneme-doctor-${this.#name}-2`;
  }

  /** Stops at the first failing step: later ones would fail for the same reason. */
  async go(): Promise<void> {
    const transcript = join(this.folder, 'transcript.jsonl');
    writeFileSync(transcript, this.#transcript(), { mode: 0o600 });
    const passed =
      (await this.#step('SessionStart', () => this.#start(transcript))) &&
      (await this.#step('memory', () => this.#kept())) &&
      (await this.#step('UserPromptSubmit', () => this.#prompt(transcript))) &&
      (await this.#step('Stop', () => this.#stop(transcript)));
    if (passed) await this.#step('recall', () => this.#recall(transcript));
  }

  async #start(transcript: string): Promise<string> {
    const { out } = await this.#fire('SessionStart', this.#told, transcript, { source: 'startup' });
    return out === '' ? 'ended with 0 and said nothing yet' : 'ended with 0 and a brief';
  }

  async #kept(): Promise<string> {
    await this.#until('The memory was not opened for the hooks', () => daemonListens(this.address));
    const memory = await this.parts.open();
    const [last] = (await memory.curation.log({ limit: 1 })).changes;
    this.#opened = { memory, sequence: last?.sequence ?? 0 };
    return 'is kept open for the hooks';
  }

  async #prompt(transcript: string): Promise<string> {
    await this.#fire('UserPromptSubmit', this.#told, transcript, { prompt: 'Go on.' });
    return 'ended with 0';
  }

  async #stop(transcript: string): Promise<string> {
    await this.#fire('Stop', this.#told, transcript, { stop_hook_active: false });
    await this.#until('What was said did not go in', async () => {
      const found = await this.#opened?.memory.list({ session: this.#told });
      return found?.memories.some(({ content }) => content.includes(this.#name)) === true;
    });
    return 'what was said went in';
  }

  async #recall(transcript: string): Promise<string> {
    await this.#until('What was said did not come back', async () => {
      this.#prompts += 1;
      const prompt = 'What is the buoy called that the doctor of the hooks left here?';
      const { out } = await this.#fire('UserPromptSubmit', this.#asked, transcript, { prompt });
      return contextOf(out).includes(this.#name);
    });
    return 'it came back at a prompt of another session';
  }

  /**
   * Restores the bank: what was stored by an undo that is in the journal, the sessions' working memory without a
   * trace.
   */
  async takeBack(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    try {
      await this.#step('undo', async () => {
        const { memory, sequence } = opened;
        const told = await takeBack(memory, { session: this.#told, after: sequence });
        await this.#clear(memory, this.#told, 1);
        await this.#clear(memory, this.#asked, this.#prompts);
        return told;
      });
    } finally {
      await opened.memory.close();
    }
  }

  /** Prompts are noted after they are answered; wait for that, so that nothing is noted after the clearing. */
  async #clear(memory: Mneme, id: string, prompts: number): Promise<void> {
    const session = memory.session(id);
    const noted = async (): Promise<boolean> =>
      ((await session.show()).working?.turns.length ?? 0) >= prompts;
    if (prompts > 0 && this.steps.every(({ ok }) => ok))
      await this.#until('A prompt was not noted', noted);
    await session.clear();
  }

  async #step(step: HookStep['step'], work: () => Promise<string>): Promise<boolean> {
    try {
      this.steps.push({ step, ok: true, told: await work() });
      return true;
    } catch (error) {
      if (!(error instanceof StepFault) && !MnemeError.is(error)) throw error;
      const { hint } = error as Partial<MnemeError>;
      const why = [error.message, ...(hint === undefined ? [] : [hint]), ...this.#reasons()];
      // The log and the memory may give the same reason.
      const lines = new Set(why.join('\n').split('\n'));
      this.steps.push({ step, ok: false, told: [...lines].join('\n') });
      return false;
    }
  }

  /** Failures logged since the trial began, except slowness. */
  #reasons(): readonly string[] {
    const failures = describedFailures(this.address)
      .filter(({ at, why }) => at >= this.#startedAt && why !== 'starting' && why !== 'deadline')
      .map(({ what, mend, code }) => `${what}${code === null ? '' : ` (${code})`}. ${mend}`);
    const words = failures.length === 0 ? null : readLastWords(this.address);
    return [...new Set(failures), ...(words === null ? [] : [words.text])];
  }

  async #until(otherwise: string, done: () => Promise<boolean>): Promise<void> {
    const { now, signal, patienceMs = PATIENCE } = this.parts;
    const end = now() + patienceMs;
    while (!(await done())) {
      if (signal.aborted) throw new MnemeError('interrupted', 'Stopped.');
      if (now() >= end || this.#reasons().length > 0) throw new StepFault(`${otherwise}.`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  }

  /** Runs the installed command for an event, and checks that it exits silently with 0. */
  async #fire(
    name: HookEventName,
    session: string,
    transcript: string,
    more: object,
  ): Promise<Fired> {
    const command = this.installed.hooks.find(({ event }) => event === name)?.command;
    if (this.installed.off)
      throw new StepFault('The client runs no hook at all: its settings say "disableAllHooks".');
    if (command === undefined)
      throw new StepFault(`No hook is set up for it. Run \`mneme hooks install\` again.`);
    const fired = await run(command, this.folder, {
      session_id: session,
      transcript_path: transcript,
      cwd: this.folder,
      hook_event_name: name,
      ...more,
    });
    if (fired.code !== 0)
      throw new StepFault(
        `\`${command}\` ended with ${fired.code ?? 'no code, as it took too long'}: ${fired.err.slice(0, 500).trim()}`,
      );
    if (fired.err !== '') throw new StepFault(fired.err.slice(0, 500).trim());
    return fired;
  }

  #transcript(): string {
    return `${JSON.stringify({
      type: 'user',
      uuid: `${this.#told}-turn`,
      parentUuid: null,
      isSidechain: false,
      sessionId: this.#told,
      timestamp: new Date(this.parts.now()).toISOString(),
      cwd: this.folder,
      message: {
        role: 'user',
        content: `The buoy that the doctor of the hooks left here is called ${this.#name}.`,
      },
    })}\n`;
  }
}

/** Runs a command as the client does: by a shell, the event on standard input, with a timeout. */
function run(command: string, folder: string, event: object): Promise<Fired> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      timeout: HOOK_TIMEOUT * 1_000,
      windowsHide: true,
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    // A hook may exit before it has read everything; its exit code decides.
    child.stdin.on('error', () => undefined).end(JSON.stringify(event));
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}

/** The context that a hook puts before the model; throws where the client would not understand its output. */
function contextOf(out: string): string {
  if (out === '') return '';
  try {
    const { hookSpecificOutput } = JSON.parse(out) as {
      hookSpecificOutput?: { additionalContext?: unknown };
    };
    return String(hookSpecificOutput?.additionalContext ?? '');
  } catch {
    throw new StepFault(`It said what no client understands: ${out.slice(0, 200)}`);
  }
}

const SYLLABLES = 'vo ra li ne ku shi to ma de lu pa gri so te ni bo'.split(' ');

function inventedName(uint32: () => number): string {
  const bits = uint32();
  return Array.from({ length: 6 }, (_, at) => SYLLABLES[(bits >>> (4 * at)) & 15] ?? '').join('');
}
