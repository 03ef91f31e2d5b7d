import { fenceRecalled, fenceTurn } from '../../domain/recalled-text.js';

/** Fields that carry what somebody once said or wrote, in objects that name its memory. */
const TEXTS: ReadonlySet<string> = new Set(['content', 'template', 'text', 'effect', 'steps']);
/** Fields that name it, the first that is there. */
const NAMES = ['id', 'eventId', 'other'] as const;
/** Texts whose memory another field names. */
const NAMED_BY: Readonly<Record<string, string>> = { olderText: 'older', newerText: 'newer' };
/** Lists of what was said or happened in a session, in the object that names it. */
const OF_SESSION: ReadonlySet<string> = new Set(['turns', 'events']);

/**
 * Marks every recalled text of an output as data (docs/decisions/0009): a client may hand structured content to its model as it
 * is, so that the marks must stand in the values themselves.
 */
export function fenceOutput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fenceOutput);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const id = NAMES.map((name) => fields[name]).find(
    (each) => typeof each === 'string' && each.startsWith('m_'),
  ) as string | undefined;
  const fence = (key: string, part: unknown): unknown => {
    const named = fields[NAMED_BY[key] ?? ''];
    if (typeof named === 'string') return fenceTexts(named, part);
    if (typeof fields['session'] === 'string' && OF_SESSION.has(key)) return fenceTurns(part);
    return id !== undefined && TEXTS.has(key) ? fenceTexts(id, part) : fenceOutput(part);
  };
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, fence(key, part)]));
}

/** What the lists of a manifest quote, marked as data; the rest of it is ours. */
export function fenceMarkdown(markdown: string): string {
  return markdown.replaceAll(
    /^(- (?:k_\w+ older )?(m_\w+)) (.*)$/gmu,
    (_, head: string, id: string, said: string) => `${head} ${fenceRecalled(id, said)}`,
  );
}

function fenceTurns(turns: unknown): unknown {
  if (!Array.isArray(turns)) return turns;
  return turns.map((turn: { readonly text?: unknown }) =>
    typeof turn.text === 'string' ? { ...turn, text: fenceTurn(turn.text) } : turn,
  );
}

function fenceTexts(id: string, part: unknown): unknown {
  if (typeof part === 'string') return fenceRecalled(id, part);
  return Array.isArray(part) ? part.map((each) => fenceTexts(id, each)) : fenceOutput(part);
}
