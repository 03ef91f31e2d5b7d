import { jsonExcess } from '../../domain/well-formed.js';
import { findJsonFault, type JsonFault } from './json-fault.js';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** From 1. */ readonly line: number;
      /** From 1, in UTF-16 units. */ readonly column: number;
      readonly reason: string;
    };

/** Parses JSON; an error says where and why, in words that are the same on every engine. */
export function parseJson(text: string): ParsedJson {
  const excess = jsonExcess(text);
  if (excess !== null) return faultAt(text, excess);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (cause) {
    return faultAt(
      text,
      findJsonFault(text) ?? {
        at: 0,
        reason: cause instanceof Error ? cause.message : String(cause),
      },
    );
  }
}

function faultAt(text: string, { at, reason }: JsonFault): ParsedJson {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { ok: false, line: before.split('\n').length, column: at - lineStart + 1, reason };
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
