import { softenMarks } from '../domain/marks.js';

/**
 * A text between marks that it cannot close, so that a model can tell data from its task; nor can it contain any
 * other of a prompt's `marks`.
 */
export function quoted(mark: string, text: string, marks: readonly string[] = [mark]): string {
  return `<${mark}>\n${softenMarks(text, marks)}\n</${mark}>`;
}
