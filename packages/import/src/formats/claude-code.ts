import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { matchAll } from '@mneme/core/language/pattern-matching.js';
import {
  type Fault,
  type ImportItem,
  type ImportReader,
  malformed,
  type Place,
  type ReadOptions,
  readStated,
  SessionClock,
  shortOrigin,
  skipped,
  type SkipReason,
  type Stated,
  toItem,
} from '../item.js';
import { type Json, readJsonLines } from '../read-document.js';

/** Position of an entry in its session. */
interface Stand {
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly saidAt: Stated | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

/** A tool call of the agent. */
interface Deed extends Stand {
  readonly call: string;
  readonly tool: string;
  readonly input: Json;
}

/** One line of a transcript: its text, or why there is none; its tool calls and their failures. */
type ClaudeCodeEntry = Stand & {
  readonly source: 'user' | 'agent';
  /** Whether the agent continues with tool calls. */
  readonly goesOn: boolean;
  readonly done: readonly Deed[];
  /** Ids of tool calls that failed. */
  readonly failed: readonly string[];
} & ({ readonly text: string } | { readonly text: null; readonly skip: SkipReason });

/** Opening tags of notices that the program adds to a person's message. */
const NOTICE =
  /<(system-reminder|local-command-stdout|local-command-stderr|local-command-caveat|command-name|command-message|command-args|command-contents|bash-input|bash-stdout|bash-stderr|task-notification|ide_opened_file|ide_selection)>/g;
const INTERRUPTED = /^\[Request interrupted by user[^\]]*\]$/;

function claudeCodeEntry(value: unknown): ClaudeCodeEntry | Fault {
  if (!isRecord(value) || typeof value.type !== 'string')
    return {
      problem: 'an entry with a type was expected',
      hint: 'A line of a transcript is {"type": "user", "message": {…}, …}.',
      field: 'type',
      value,
    };
  const source = value.type === 'assistant' ? 'agent' : 'user';
  const none = (skip: SkipReason): ClaudeCodeEntry => ({
    ...standOf(value),
    source,
    goesOn: false,
    done: [],
    failed: [],
    text: null,
    skip,
  });
  if (value.type !== 'user' && value.type !== 'assistant') return none('bookkeeping');
  if (
    value.isMeta === true ||
    value.isSidechain === true ||
    value.isCompactSummary === true ||
    value.isApiErrorMessage === true
  )
    return none('bookkeeping');
  if (!isRecord(value.message))
    return {
      problem: 'it has no message',
      hint: 'An entry of type user or assistant has a "message".',
      field: 'message',
      value,
    };
  const stand = standOf(value);
  const blocks = blocksOf(value.message.content);
  const done = blocks.flatMap((block): Deed[] =>
    block.type === 'tool_use' && typeof block.name === 'string' && typeof block.id === 'string'
      ? [
          {
            ...stand,
            call: block.id,
            tool: block.name,
            input: isRecord(block.input) ? block.input : {},
          },
        ]
      : [],
  );
  const failed = blocks.flatMap((block) =>
    block.type === 'tool_result' && block.is_error === true && typeof block.tool_use_id === 'string'
      ? [block.tool_use_id]
      : [],
  );
  const words = blocks
    .flatMap((block) =>
      block.type === 'text' && typeof block.text === 'string'
        ? [withoutNotices(block.text).trim()]
        : [],
    )
    .filter((text) => text !== '' && !INTERRUPTED.test(text));
  const base = {
    ...stand,
    source,
    done,
    failed,
    goesOn: blocks.some(({ type }) => type === 'tool_use'),
  } as const;
  if (words.length > 0) return { ...base, text: words.join('\n') };
  return {
    ...base,
    text: null,
    skip: blocks.some(({ type }) => type === 'tool_result') ? 'tool output' : 'no text',
  };
}

function blocksOf(content: unknown): readonly Json[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function standOf(value: Json): Stand {
  const project = named(
    typeof value.cwd === 'string'
      ? value.cwd.replace(/(?<![/\\])[/\\]+$/, '').replace(/^.*[/\\]/, '')
      : undefined,
  );
  const branch = named(value.gitBranch);
  const metadata = definedOnly({ project, branch });
  return {
    session: named(value.sessionId),
    turn: named(value.uuid),
    saidAt: readStated(value.timestamp),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  };
}

function named(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
}

/** Strips the program's notices. An unclosed one is left: the person may be writing about it. */
function withoutNotices(text: string): string {
  const unclosed = new Set<string>();
  let words = '';
  let at = 0;
  for (const { 0: opening, 1: name = '', index } of matchAll(text, NOTICE)) {
    if (index < at || unclosed.has(name)) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, index + opening.length);
    if (end < 0) unclosed.add(name);
    else {
      words += text.slice(at, index);
      at = end + closing.length;
    }
  }
  return words + text.slice(at);
}

/** Tools that change files, with the field that holds the path. */
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
/** Commands that may contain a secret are not recorded. */
const SECRET =
  /\b(?:\w*(?:key|token|secret|passw(?:or)?d|credential)s?)\b|\bAuthorization\b|:\/\/[^/\s:]{1,200}:[^@\s]{1,200}@/i;
/** Read-only commands are not worth recording. */
const LOOKS =
  /^(?:cd|ls|cat|head|tail|grep|rg|find|pwd|echo|which|wc|sed -n|git (?:status|log|diff|show|branch))\b/;

interface Worked extends Pick<Deed, 'session' | 'turn' | 'saidAt' | 'metadata'> {
  readonly text: string;
}

/** Collects an agent's tool calls during a turn, and summarises them in a sentence or two. */
class WorkLog {
  #deeds: Deed[] = [];
  readonly #failed = new Set<string>();

  note(deed: Deed): void {
    if (CHANGES[deed.tool] !== undefined || deed.tool === RUNS) this.#deeds.push(deed);
  }

  fail(call: string): void {
    this.#failed.add(call);
  }

  /** Returns the summary and resets; null when there is nothing to report. */
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

  /** Each command once, with the outcome of its last run. */
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
  // The last path segments identify the file; the machine's directories above do not matter.
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

/**
 * Claude Code's transcripts (`~/.claude/projects/…/*.jsonl`): messages of the person and the agent, and after each of
 * the agent's turns a line on what it did: files changed, commands run. Tool output, thinking, side conversations and
 * the program's own records are skipped.
 */
export const claudeCode: ImportReader = Object.freeze({
  name: 'claude-code',
  describes: 'Claude Code transcripts: JSONL files below ~/.claude/projects.',
  extensions: ['.jsonl'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*\{/.test(head) &&
      (/"(?:parentUuid|leafUuid|isSidechain)"\s*:/.test(head) ||
        /"type"\s*:\s*"(?:file-history-snapshot|queue-operation)"/.test(head))
    );
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const transcript = new Transcript(shortOrigin(options.origin), options.fallbackTime);
    yield* readJsonLines(chunks, (value, place) => transcript.take(value, place));
    yield* transcript.end();
  },
} satisfies ImportReader);

/** A text shorter than this before a tool call only announces the call: "Let me look at the tests." */
const ANNOUNCEMENT = 200;

type Words = ClaudeCodeEntry & { readonly text: string };

class Transcript {
  readonly #clock: SessionClock;
  readonly #work = new WorkLog();
  #line = 1;
  /** The agent's latest message, held until it is known whether a tool call follows. */
  #held: { readonly words: Words; readonly place: Place } | null = null;

  constructor(
    private readonly origin: string,
    fallbackTime: number,
  ) {
    this.#clock = new SessionClock(fallbackTime);
  }

  take(value: unknown, place: Place): readonly ImportItem[] {
    this.#line = place.line;
    const entry = claudeCodeEntry(value);
    if ('problem' in entry) return [malformed(place, entry)];
    for (const done of entry.done) this.#work.note(done);
    for (const failed of entry.failed) this.#work.fail(failed);
    if (entry.text === null)
      return [...(entry.goesOn ? this.#release(true) : []), skipped(place, entry.skip)];
    const before = this.#release(false);
    if (entry.source === 'user')
      return [...before, ...this.#worked(place), this.#message(entry, place)];
    this.#held = { words: entry, place };
    return [...before, ...(entry.goesOn ? this.#release(true) : [])];
  }

  /** Flushes the agent's last message and the summary of its work since the last message of the person. */
  end(): readonly ImportItem[] {
    return [...this.#release(false), ...this.#worked({ line: this.#line, bytes: 0 })];
  }

  #release(callFollows: boolean): ImportItem[] {
    const held = this.#held;
    this.#held = null;
    if (held === null) return [];
    return [
      callFollows && held.words.text.length < ANNOUNCEMENT
        ? skipped(held.place, 'bookkeeping')
        : this.#message(held.words, held.place),
    ];
  }

  #message(
    { text: content, source, session = this.origin, turn, saidAt, metadata }: Words,
    place: Place,
  ): ImportItem {
    return toItem(place, {
      content,
      kind: 'experience',
      source,
      speaker: source === 'user' ? 'user' : 'assistant',
      session,
      turn,
      origin: this.origin,
      metadata,
      ...this.#clock.next(session, saidAt),
    });
  }

  #worked(place: Place): ImportItem[] {
    const done = this.#work.take();
    if (done === null) return [];
    const { text, session = this.origin, turn, saidAt, metadata } = done;
    return [
      toItem(place, {
        content: text,
        kind: 'experience',
        source: 'agent',
        speaker: 'assistant',
        session,
        turn,
        origin: this.origin,
        metadata,
        tags: ['work'],
        ...this.#clock.next(session, saidAt),
      }),
    ];
  }
}
