import { isRecord } from '../../language/json/parse-json.js';

/**
 * The words of a message's content: a text, an array of parts as model APIs write them, or an object around either.
 * Parts without words (pictures, tool calls, reasoning) are left out. Null: nothing in it is of these shapes.
 */
export function messageText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (content === null) return '';
  if (Array.isArray(content))
    return content
      .map((part) => messageText(part) ?? '')
      .filter((text) => text !== '')
      .join('\n');
  if (!isRecord(content)) return null;
  const inner = content.text ?? content.content ?? content.parts ?? content.value;
  return inner === undefined ? '' : messageText(inner);
}
