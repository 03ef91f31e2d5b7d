import { createHash } from 'node:crypto';
import { isRecord, parseJson } from '../../../language/json/parse-json.js';

/** The version of an export in which the banks of users follow; a later one that old programs cannot read has another. */
export const EXPORT_VERSION = 2;
/** The version of an export of one bank. */
export const SINGLE_VERSION = 1;
export const HEADER = 'mneme-export';
export const END = 'end';

const SUM = /,"sum":"([0-9a-f]{16})"\}\s*$/;

/** Whether a text that starts so is an export. */
export function looksLikeExport(head: string): boolean {
  return head.replace(/^\uFEFF/, '').startsWith(`{"type":"${HEADER}"`);
}

/** Whether the first line of a text bears a checksum: one that was taken off, or that nobody ever put on, is not told from a stranger's. */
export function hasChecksum(head: string): boolean {
  return SUM.test(head.split('\n', 1)[0] ?? '');
}

/** One line of an export, with a checksum of all that stands before it: the first 16 hexadecimal digits of its SHA-256. */
export function exportLine(value: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(value).slice(0, -1);
  return `${text},"sum":"${sumOf(text)}"}\n`;
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export type ReadLine =
  | {
      readonly ok: true;
      readonly value: Readonly<Record<string, unknown>>;
      /** Whether a checksum says that it is as it was written. */
      readonly checked: boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** Reads a line back. One without a checksum may have been written by anybody. */
export function readExportLine(text: string): ReadLine {
  const json = parseJson(text);
  if (!json.ok)
    return { ok: false, problem: `no valid JSON at column ${json.column}: ${json.reason}` };
  if (!isRecord(json.value)) return { ok: false, problem: 'no JSON object' };
  const sum = SUM.exec(text);
  if (sum === null && 'sum' in json.value)
    return { ok: false, problem: '“sum” is not the last field, or no checksum' };
  if (sum !== null && sumOf(text.slice(0, sum.index)) !== sum[1])
    return { ok: false, problem: 'the line was changed: its checksum does not fit' };
  const { sum: _, ...value } = json.value;
  return { ok: true, value, checked: sum !== null };
}
