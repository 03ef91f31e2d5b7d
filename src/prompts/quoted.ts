import { softenMarks } from '../domain/marks.js';

/** A text between marks that it cannot close itself, so that a model can tell it from its task. */
export function quoted(mark: string, text: string): string {
  return `<${mark}>\n${softenMarks(text, [mark])}\n</${mark}>`;
}
