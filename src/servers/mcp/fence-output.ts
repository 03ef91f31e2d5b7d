import { fenceRecalled } from '../../domain/recalled-text.js';

/** Fields that carry what somebody once said or wrote, in objects that name its memory. */
const TEXTS: ReadonlySet<string> = new Set(['content', 'template', 'text', 'steps']);
/** Fields that name it, the first that is there. */
const NAMES = ['id', 'eventId', 'other'] as const;

/**
 * Marks every recalled text of an output as data (docs/decisions/0009): a client may hand structured content to its model as it
 * is, so that the marks must stand in the values themselves.
 */
export function fenceOutput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fenceOutput);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const id = NAMES.map((name) => fields[name]).find((each) => typeof each === 'string' && each.startsWith('m_')) as string | undefined;
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, id !== undefined && TEXTS.has(key) ? fenceTexts(id, part) : fenceOutput(part)]));
}

function fenceTexts(id: string, part: unknown): unknown {
  if (typeof part === 'string') return fenceRecalled(id, part);
  return Array.isArray(part) ? part.map((each) => fenceTexts(id, each)) : fenceOutput(part);
}
