import { readStated, type Stated } from '../read-time.js';

/** What a document says about itself before its text. */
export interface FrontMatter {
  readonly title: string | undefined;
  readonly date: Stated | undefined;
  readonly tags: readonly string[];
  /** How many lines it takes; 0 when there is none. */
  readonly lineCount: number;
}

const NONE: FrontMatter = Object.freeze({
  title: undefined,
  date: undefined,
  tags: [],
  lineCount: 0,
});

/** Reads the title, date and tags of YAML front matter: a block between `---` lines at the very start. Other keys are passed over. */
export function readFrontMatter(lines: readonly string[]): FrontMatter {
  if (lines[0]?.trimEnd() !== '---') return NONE;
  const length = lines.slice(1).findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line));
  const block = lines.slice(1, length + 1);
  // A thematic break opens a text too: front matter is closed, and starts with a key.
  if (length === -1 || !/^[\w-]+\s*:/.test(block.find((line) => line.trim() !== '') ?? 'empty:'))
    return NONE;
  const values = readValues(block);
  return {
    title: values.get('title')?.[0]?.slice(0, 500),
    date: readStated(values.get('date')?.[0]),
    tags: [...new Set(values.get('tags') ?? [])].filter((tag) => tag.length <= 200).slice(0, 50),
    lineCount: length + 2,
  };
}

/** Top-level keys with their values: one text, `[a, b]`, or lines of `- a`. */
function readValues(block: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  let key = '';
  for (const line of block) {
    const [, name, inline] = /^([\w-]+)\s*:\s*(.*)$/s.exec(line) ?? [];
    const [, listed] = /^\s*-\s+(.*)$/s.exec(line) ?? [];
    if (name !== undefined) {
      key = name.toLowerCase();
      values.set(key, inlineValues(key, inline ?? ''));
    } else if (listed !== undefined) {
      values.get(key)?.push(...[unquoted(listed)].filter((value) => value !== ''));
    }
  }
  return values;
}

function inlineValues(key: string, text: string): string[] {
  const [, list] = /^\[(.*)\]\s*$/.exec(text) ?? [];
  // Tags are often written without the brackets.
  const parts = list !== undefined || key === 'tags' ? (list ?? text).split(',') : [text];
  return parts.map(unquoted).filter((value) => value !== '');
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["']).*\1$/.test(trimmed) && trimmed.length > 1
    ? trimmed.slice(1, -1)
    : trimmed.replace(/(?<!\s)\s+#.*$/s, '');
}
