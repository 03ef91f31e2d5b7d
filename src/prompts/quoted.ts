/** A text between marks that it cannot close itself, so that a model can tell it from its task. */
export function quoted(mark: string, text: string): string {
  return `<${mark}>\n${text.replaceAll(new RegExp(`</?${mark}`, 'giu'), '')}\n</${mark}>`;
}
