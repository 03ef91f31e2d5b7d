/** What a message says itself: without the mail it answers to, and without a signature. */
export function ownWords(text: string): string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex(
    (line, at) =>
      line === '-- ' ||
      line === '--' ||
      FORMER.test(line) ||
      // The line that announces what is quoted may be broken into two.
      (/^(?:On|Am|Le|El|Op) \S/.test(line) &&
        announces(`${line} ${lines[at + 1] ?? ''}`) &&
        quotes(lines, at + 1)),
  );
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const FORMER =
  /^-{2,10} ?(?:Original Message|Ursprüngliche Nachricht|Forwarded message|Message d'origine|Mensaje original) ?-{2,10}$/i;

const announces = (line: string): boolean =>
  line.length < 400 &&
  /(?:wrote|schrieb[^:]{0,100}|a écrit|escribió|schreef[^:]{0,100}) ?:\s*(?:>|$)/.test(line);

/** Whether what is quoted follows within three lines. */
const quotes = (lines: readonly string[], from: number): boolean =>
  lines.slice(from, from + 4).some((line) => line.startsWith('>'));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words of a message that comes as HTML alone; what it quotes goes. */
export function wordsOfHtml(html: string): string {
  return between(
    between(between(html, '<style', '</style>'), '<script', '</script>'),
    '<blockquote',
    '</blockquote>',
  )
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(?:#(\d{1,7})|([a-z]{2,6}));/gi,
      (whole, code: string | undefined, name: string | undefined) => {
        if (code !== undefined)
          return Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : '';
        return ENTITIES[(name ?? '').toLowerCase()] ?? whole;
      },
    )
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

/** The text without what stands between two marks, marks included. */
function between(text: string, open: string, close: string): string {
  const lower = text.toLowerCase();
  let [kept, from] = ['', 0];
  for (let at = lower.indexOf(open); at >= 0; at = lower.indexOf(open, from)) {
    kept += text.slice(from, at);
    const end = lower.indexOf(close, at);
    if (end < 0) return kept;
    from = end + close.length;
  }
  return kept + text.slice(from);
}
