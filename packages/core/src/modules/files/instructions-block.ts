import { MnemeError } from '../../domain/errors.js';
import { textIfThere } from '../../domain/import-export.js';
import type { Memory } from '../../domain/memory.js';
import type { EngineParts } from '../../bank/core.js';
import { inLine } from './note-line.js';
import type { BankNotes } from './bank-notes.js';

const BEGIN = '<!-- mneme:instructions -->';
const END = '<!-- /mneme:instructions -->';
const HEAD =
  'What was asked for, once and for all. Mneme writes this block: change a wish by telling it, or in its file.';

/**
 * Writes the standing wishes and rules between two marks of a file such as CLAUDE.md or AGENTS.md, which is made if it
 * is not there; all around the marks stays as it is. Returns whether the file was written. Throws `invalid_input` for
 * a file with one mark only.
 */
export async function writeInstructions(
  path: string,
  notes: BankNotes,
  preview: boolean,
  { files, openText }: EngineParts,
): Promise<boolean> {
  const before = await textIfThere(path, openText);
  const text = withBlock(path, before ?? '', blockOf(notes.instructions()));
  if (text === (before ?? '')) return false;
  if (preview || (await files.exchange(path, text, before))) return true;
  throw new MnemeError('conflict', `${path} was changed while it was written.`, {
    field: 'files.instructions',
    value: path,
    hint: 'Nothing was written into it; sync again.',
  });
}

/** One line each; a remembered text cannot end the block. */
const blockOf = (wishes: readonly Memory[]): string[] =>
  wishes.length === 0
    ? []
    : [BEGIN, HEAD, '', ...wishes.map(({ content }) => `- ${inLine(content)}`), END];

function withBlock(path: string, text: string, block: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/u);
  const marks = (mark: string): number[] =>
    lines.flatMap((line, at) => (line.trim() === mark ? [at] : []));
  const [[begin, ...more], [end, ...moreEnds]] = [marks(BEGIN), marks(END)];
  if (begin === undefined && end === undefined) {
    if (block.length === 0) return text;
    const above = text.trimEnd();
    return [...(above === '' ? [] : [above, '']), ...block, ''].join(eol);
  }
  if (begin === undefined || end === undefined || end < begin || more.length + moreEnds.length > 0)
    throw new MnemeError('invalid_input', `${path} does not have the marks of one block.`, {
      field: 'files.instructions',
      value: path,
      hint: `Leave one line ${BEGIN} and below it one line ${END}, or take out both.`,
    });
  return [...lines.slice(0, begin), ...block, ...lines.slice(end + 1)].join(eol);
}
