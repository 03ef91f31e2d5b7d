import { kindOfTag, languageOfTag, likelyLanguages, type CodeLanguage } from './code-language.js';
import { matchAll } from '../pattern-matching.js';
import { type Readable, readingStep, ReadText } from '../read-text.js';

/** A range of a text that is code. */
export interface CodeSpan {
  readonly code: string;
  /** Offsets in the text, in UTF-16 units, without fences and backticks. */
  readonly start: number;
  readonly end: number;
  /** A block is parsed; inline code is a name or an expression and only lexed. */
  readonly kind: 'block' | 'inline';
  /** As tagged; null without a tag, or for a language without a grammar here. */
  readonly language: CodeLanguage | null;
  /** The tag names a language without a grammar here, so no guessing. */
  readonly foreign: boolean;
}

/** Maximum length read, in UTF-16 units, to bound the time. */
const MAX_CHARACTERS = 60_000;
const MAX_SPANS = 40;

const FENCE =
  /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[ \t]*(?![ \t])([\w+#.-]*)(?![\w+#.-])[^\r\n\u2028\u2029`]*\r?\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const INLINE = /(?<!`)`([^`\n]{1,200})`(?!`)/g;
/** Characters and shapes that nearly all code has and sentences lack: a cheap test for any text. */
const TRACE =
  /`|[;{}]\s*$|=>|[\w\])]\([^()\n]*\)|^\s{0,12}(?:def|class|import|from|func|fn|pub|public|private|static|const|let|var|return|#include|package|use|using|struct|enum|impl|interface|type|async|export|if|for|while)\b[^.\r\n\u2028\u2029]*[({:;=]/m;

/** The code in a text, in order. Empty for prose, at almost no cost. */
export const findCode = readingStep('code', (): CodeSpan[] => [], codeIn);

function codeIn(given: Readable): CodeSpan[] {
  const reading = ReadText.of(given);
  if (!reading.test(TRACE)) return [];
  const { text } = reading;
  const read = text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text;
  const fenced = fencedBlocks(read);
  const rest = fenced.spans.length === 0 ? read : blank(read, fenced.covered);
  const blocks = fenced.spans.length === 0 ? codeLines(rest) : [];
  const inline = inlineSpans(blank(rest, blocks));
  return [...fenced.spans, ...blocks, ...inline]
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_SPANS);
}

/** The text with all its code blanked. */
export function withoutCode(text: string, spans: readonly CodeSpan[]): string {
  return blank(text, spans);
}

function blank(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of spans) {
    rest += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return rest + text.slice(at);
}

function fencedBlocks(text: string): {
  spans: CodeSpan[];
  covered: { start: number; end: number }[];
} {
  const spans: CodeSpan[] = [];
  const covered: { start: number; end: number }[] = [];
  const insideDocstring = docstringsOf(text);
  for (const match of matchAll(text, FENCE)) {
    const [whole, , tag = '', code = ''] = match;
    const kind = kindOfTag(tag);
    const start = match.index + whole.indexOf('\n') + 1;
    if (insideDocstring(match.index)) continue;
    covered.push({ start: match.index, end: match.index + whole.length });
    if (kind === 'prose' || code.trim() === '') continue;
    spans.push({
      code,
      start,
      end: start + code.length,
      kind: 'block',
      language: languageOfTag(tag),
      foreign: kind === 'other',
    });
  }
  return { spans, covered };
}

/** Whether a position is inside a docstring of unfenced code. Positions must be queried left to right. */
function docstringsOf(text: string): (at: number) => boolean {
  if (!DEFINITION.test(text.trimStart().split('\n', 1)[0] ?? '')) return () => false;
  const open = ['"""', "'''"].map((quotes) => oddBefore(text, quotes));
  return (at) => open.map((isOdd) => isOdd(at)).includes(true);
}

/** Whether a mark occurs an odd number of times before a position. Positions must be queried left to right. */
function oddBefore(text: string, mark: string): (at: number) => boolean {
  let odd = false;
  let next = text.indexOf(mark);
  return (at) => {
    for (; next >= 0 && next + mark.length <= at; next = text.indexOf(mark, next + mark.length))
      odd = !odd;
    return odd;
  };
}

function inlineSpans(text: string): CodeSpan[] {
  return matchAll(text, INLINE).map((match) => {
    const code = match[1] ?? '';
    const start = match.index + 1;
    return {
      code,
      start,
      end: start + code.length,
      kind: 'inline',
      language: null,
      foreign: false,
    };
  });
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** 1 certainly code, 0.5 possibly code, 0 prose, null blank. */
  readonly code: number | null;
}

const STRONG: readonly RegExp[] = [
  /[;{}]\s*(?:\/\/.*)?$/s,
  /^\s*(?:async\s+)?def\s+\w+\s*\(|^\s*class\s+\w+\s*[({:]|^\s*(?:if|elif|for|while|with|try|else|except|finally)\b.*:\s*(?:#.*)?$/s,
  /^\s*(?:import\s+[\w.]+(?:\s+as\s+\w+)?\s*$|from\s+[\w.]+\s+import\s)/,
  /^\s*(?:#\s*(?:include|define|ifdef|ifndef|endif)\b|#!\[?|@\w+(?:\(.*\))?\s*$|package\s+\w+\s*$|use\s+[\w:]+)/,
  /^\s*(?:func|fn|pub|public|private|protected|export|const|let|var|static|function|struct|enum|impl|interface|namespace|template)\b.*[({=;:<]/,
  /^\s*[\w.[\]'"*&]+(?:\s*:\s*[\w[\].,][\w[\]., ]*|\s*)(?:[-+*/|&]|\*\*|<<|>>|:)?=[^=]/,
  /^\s*(?:return|yield|raise|throw|await|print|assert|del|echo)\b.*[()[\]{}._'"=]|^\s*(?:return|pass|break|continue|None)\s*$/,
  /^\s*[\w.]+\([^.!?]*$/,
  /=>|===|!==|:=|\w->\w|\)\s*->\s*\S|::\w|&&|\|\|/,
];
/** The head of a definition: what follows belongs to it, even if most of it is documentation. */
const DEFINITION =
  /^\s*(?:(?:async\s+)?def\s+\w+\s*\(|class\s+\w.*[:{]\s*$|(?:export\s+|default\s+|async\s+|pub(?:\([^)]*\))?\s+|unsafe\s+)*(?:function\b\s*\*?\s*\w*\s*[(<]|func\s+[\w(].*\(|fn\s+\w+\s*[(<])|@\w[\w.]*(?:\(.*\))?\s*$)/;
const WEAK =
  /^\s*(?:#|\/\/|\/\*|\*|--|"""|'''|[)\]}])|^\s*["'\w.]+\s*:\s*\S+,\s*$|[\w\])]\(|^\s{4,}\S|^\t/;

/** Ranges of lines that are code without a fence; blank lines and comments within belong to them. */
function codeLines(text: string): CodeSpan[] {
  const lines = toLines(text);
  const spans: CodeSpan[] = [];
  let from = 0;
  while (from < lines.length) {
    if (!(lines[from]?.code ?? 0)) {
      from++;
      continue;
    }
    let to = from;
    // Docstring prose separates lines of code; at most this many prose lines in a row are bridged.
    for (let at = from + 1, gap = 0; at < lines.length && gap <= BRIDGED; at++) {
      const code = lines[at]?.code;
      if (code === null || code === undefined) continue;
      gap = code > 0 ? 0 : gap + 1;
      if (code > 0) to = at;
    }
    const span = asSpan(text, lines.slice(from, to + 1));
    if (span !== null) spans.push(span);
    from = to + 1;
  }
  return spans;
}

const BRIDGED = 14;
/** Minimum share of code lines in a range. */
const CODE_SHARE = 0.3;

function asSpan(text: string, lines: readonly Line[]): CodeSpan | null {
  const told = lines.filter(({ code }) => code !== null);
  const strong = told.filter(({ code }) => code === 1).length;
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined || strong === 0) return null;
  if (strong / told.length < CODE_SHARE && !DEFINITION.test(first.text)) return null;
  const code = text.slice(first.start, last.start + last.text.length);
  // A single line must clearly be in some language: "Thanks;" is not code.
  if (told.length < 2 && likelyLanguages(code).length === 0) return null;
  if (told.length < 3 && !/[(){}[\]=]/.test(code)) return null;
  return {
    code,
    start: first.start,
    end: first.start + code.length,
    kind: 'block',
    language: null,
    foreign: false,
  };
}

/** Text within docstring quotes or comment marks is neither code nor prose of its own. */
function toLines(text: string): Line[] {
  let start = 0;
  let closing: string | null = null;
  return text.split('\n').map((line) => {
    const inside = closing !== null;
    if (closing !== null) closing = line.includes(closing) ? null : closing;
    else closing = opened(line);
    // The closing line may continue with code.
    const read: Line = {
      text: line,
      start,
      code: !inside ? codeness(line) : closing === null ? 0.5 : null,
    };
    start += line.length + 1;
    return read;
  });
}

/** What closes the docstring or comment that the line leaves open; null if it leaves none open. */
function opened(line: string): string | null {
  for (const quotes of ['"""', "'''"]) if (line.split(quotes).length % 2 === 0) return quotes;
  const at = line.lastIndexOf('/*');
  return at >= 0 && !line.includes('*/', at) && /^\s*\/\*/.test(line) ? '*/' : null;
}

function codeness(line: string): number | null {
  if (line.trim() === '') return null;
  if (line.length > 2_000) return /[;{}]/.test(line) ? 1 : 0;
  if (STRONG.some((pattern) => pattern.test(line))) return 1;
  return WEAK.test(line) ? 0.5 : 0;
}
