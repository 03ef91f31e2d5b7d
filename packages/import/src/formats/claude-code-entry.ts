import { matchAll } from '@mneme/core/language/pattern-matching.js';
import type { Fault, SkipReason } from '../item.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { readStated, type Stated } from '../read-time.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { type Json } from '../read-json.js';

/** Position of an entry in its session. */
interface Stand {
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly saidAt: Stated | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

/** A tool call of the agent. */
export interface Deed extends Stand {
  readonly call: string;
  readonly tool: string;
  readonly input: Json;
}

/** One line of a transcript: its text, or why there is none; its tool calls and their failures. */
export type ClaudeCodeEntry = Stand & {
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

export function claudeCodeEntry(value: unknown): ClaudeCodeEntry | Fault {
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
