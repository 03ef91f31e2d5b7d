import { softenMarks } from '../domain/marks.js';

/**
 * A text between marks that it cannot close itself, so that a model can tell it from its task; nor can it open or
 * close any other of a prompt's `marks`.
 */
export function quoted(mark: string, text: string, marks: readonly string[] = [mark]): string {
  return `<${mark}>\n${softenMarks(text, marks)}\n</${mark}>`;
}
