import type { Deed } from './claude-code-entry.js';

/** Tools that change files, with the field that names the file. */
const CHANGES: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};
const RUNS = 'Bash';
const MAX_FILES = 12;
const MAX_COMMANDS = 6;
const LONGEST_COMMAND = 100;
/** A command that may carry a secret is not written down. */
const SECRET =
  /\b(?:\w*(?:key|token|secret|passw(?:or)?d|credential)s?)\b|\bAuthorization\b|:\/\/[^/\s:]{1,200}:[^@\s]{1,200}@/i;
/** Commands that only look around tell nothing. */
const LOOKS =
  /^(?:cd|ls|cat|head|tail|grep|rg|find|pwd|echo|which|wc|sed -n|git (?:status|log|diff|show|branch))\b/;

interface Worked extends Pick<Deed, 'session' | 'turn' | 'saidAt' | 'metadata'> {
  readonly text: string;
}

/** What an agent did in one of its turns, as a sentence or two. */
export class WorkLog {
  #deeds: Deed[] = [];
  readonly #failed = new Set<string>();

  note(deed: Deed): void {
    if (CHANGES[deed.tool] !== undefined || deed.tool === RUNS) this.#deeds.push(deed);
  }

  fail(call: string): void {
    this.#failed.add(call);
  }

  /** Null when nothing worth telling was done. Starts afresh. */
  take(): Worked | null {
    const deeds = this.#deeds;
    this.#deeds = [];
    const files = distinct(
      deeds.flatMap(({ tool, input, call }) =>
        this.#failed.has(call) ? [] : fileOf(input[CHANGES[tool] ?? '']),
      ),
    );
    const commands = this.#commands(deeds);
    this.#failed.clear();
    const last = deeds.at(-1);
    const told = [
      files.length === 0 ? '' : `Changed ${listed(files, MAX_FILES)}.`,
      commands.length === 0 ? '' : `Ran ${listed(commands, MAX_COMMANDS)}.`,
    ].filter((text) => text !== '');
    if (last === undefined || told.length === 0) return null;
    const { session, turn, saidAt, metadata } = last;
    return {
      text: told.join(' '),
      session,
      turn: turn === undefined ? undefined : `${turn.slice(0, 190)}#work`,
      saidAt,
      metadata,
    };
  }

  /** Each command once, with how it went the last time. */
  #commands(deeds: readonly Deed[]): string[] {
    const outcome = new Map<string, boolean>();
    for (const { tool, input, call } of deeds) {
      const command =
        tool === RUNS && typeof input.command === 'string'
          ? (input.command.trim().split('\n')[0] ?? '')
          : '';
      if (command === '' || LOOKS.test(command) || SECRET.test(command)) continue;
      const short =
        command.length > LONGEST_COMMAND ? `${command.slice(0, LONGEST_COMMAND - 1)}…` : command;
      outcome.set(short, this.#failed.has(call));
    }
    return [...outcome].map(([command, failed]) => `“${command}”${failed ? ' (failed)' : ''}`);
  }
}

function fileOf(path: unknown): string[] {
  if (typeof path !== 'string' || path.trim() === '') return [];
  // The last folders tell which file it is; the machine's own folders do not.
  return [
    path
      .trim()
      .split(/[/\\]/)
      .filter((part) => part !== '')
      .slice(-3)
      .join('/'),
  ];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

function listed(values: readonly string[], most: number): string {
  return values.length <= most
    ? values.join(', ')
    : `${values.slice(0, most).join(', ')} and ${values.length - most} more`;
}
