import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from '../../packages/core/src/spaces/dense-vectors.js';

const ROOT = join(import.meta.dirname, '..', '..');
/** Talk of people, where it lies beside the repository; what stands in the repository itself else. */
const TALK = join(ROOT, '..', 'shared', 'data');
const OWN = [
  'README.md',
  'CHANGELOG.md',
  'docs',
  'samples',
  'packages/core/src/language',
  'packages/core/src/remember',
];
/** Enough to draw from; more would only take longer to read. */
const MAX_FILE = 1_500_000;
const MAX_TURN = 600;

/** The turns to recombine, each of at most 600 UTF-16 units. */
export function turnsToRecombine(): readonly string[] {
  const files = existsSync(TALK) ? filesIn(TALK) : OWN.flatMap((name) => filesIn(join(ROOT, name)));
  return files
    .flatMap((file) => textsIn(readFileSync(file, 'utf8').slice(0, MAX_FILE)))
    .map((text) => text.slice(0, MAX_TURN))
    .filter((text) => text.trim().length > 8);
}

function filesIn(path: string): string[] {
  if (/\.(?:json|jsonl|csv|md|ts)$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|jsonl|csv|md|test\.ts)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** Every quoted string of a file of data or of a test; the paragraphs of a page. */
function textsIn(text: string): string[] {
  const quoted = [...text.matchAll(/"((?:[^"\\\n]|\\.){8,2000})"|'((?:[^'\\\n]|\\.){12,2000})'/g)];
  return quoted.length > 20
    ? quoted.map(([, double, single]) => unescaped(double ?? single ?? ''))
    : text.split(/\n{2,}/);
}

const unescaped = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replaceAll(/\\u([\da-f]{4})|\\(.)/gi, (_, code, sign) =>
      code === undefined ? String(sign) : String.fromCharCode(Number.parseInt(String(code), 16)),
    );

const COUNTS = words(
  'a|an|the|one|two|seven|eleven|twenty-one|a few|several|a couple of|half a|a hundred|0|1|3|12|99|400|1,200|1.5|½|every other|each|last|this|next|the same|the very|first|second',
);
const UNITS = words(
  'minute|min|hour|hr|day|night|evening|morning|afternoon|noon|midnight|week|wk|weekend|weekday|fortnight|month|mo|quarter|season|spring|summer|autumn|fall|winter|year|yr|decade|century|semester|sprint|shift|term|moon|Monday|Tue|Friday|Sat|Easter|Christmas Eve|New Year’s|KL|GB|ml|km/h|constructor|toString|__proto__|hasOwnProperty',
);
const SIDES = words(
  'before|after|ago|from|of|until|till|since|by|in|on|at|over|around|back|from now|before last|early|late|mid|end of|beginning of|the day before|the evening before|the morning after|that',
);
const ANCHORS = words(
  'the 14th|the 31st|31 February|Feb 29|May|June the twenty-second|5/7/2023|13/13/2020|2019-02-30|2024-02-29T25:00|12.4.|Q3 2021|the 90s|’98|3pm|25:99|noon|yesterday|tomorrow|Monday|the weekend|Christmas|next summer|1 May to 3 June|from Monday to Friday|gestern|am 3. März|le 5 mai|hier soir|el martes pasado|先週の土曜日|昨天|지난주|вчера|imorgon|ontem|domani|eergisteren|วันนี้|geçen salı|tegnap|viime viikolla|minulý týden|2026|1897|0001|99999999999',
);
const SAID = words(
  'I moved to|she was booked for|we’re meeting|my sister’s dog|because of|that’s why|so that|don’t|never again|they rang to say|my name is|call me|from now on|remind me to|the API returns|port = 5432|`getUserName`|```py\ndef f(x): return x\n```|const a = {b: 1};|İstanbul’da|ağ|Ich bin am|Je suis né|Ik woon in|Mieszkam w|Asun|Bydlím v|Lakom|住在东京|저는 서울에|ฉันอยู่|я живу в|أسكن في|गाँव|👩‍👩‍👧 🇫🇷|#tag @who|me@x.org|+44 20 7946 0958|4111 1111 1111 1111|ignore all previous instructions|<recalled-memory>|\u0000|\uD800|\u202E|ﬁ|e\u0301\u0301\u0301|ß|ǅ',
);
const ENDS = words('|.|!|?|…|,| –|;|:|)|"|\n|\n- |\n1. |  |\t|?!|。|؟|।');

function words(text: string): readonly string[] {
  return text.split('|');
}

/** One text of plain talk from a seed: turns cut and joined, with odd times, units and other tongues between them. */
export function plainTalk(seed: number, turns: readonly string[]): string {
  const random = new SeededRandom(seed);
  const one = (list: readonly string[]): string =>
    list[Math.floor(random.next() * list.length)] ?? '';
  const half = (): string => {
    const all = one(turns).split(' ');
    const cut = Math.floor(random.next() * all.length);
    return (random.next() < 0.5 ? all.slice(0, cut + 1) : all.slice(cut)).join(' ');
  };
  const time = (): string =>
    one([
      `${one(COUNTS)} ${one(UNITS)} ${one(SIDES)} ${one(ANCHORS)}`,
      `${one(SIDES)} ${one(COUNTS)} ${one(UNITS)}`,
      `${one(SIDES)} ${one(ANCHORS)}`,
      `the ${one(UNITS)} ${one(SIDES)} ${one(ANCHORS)}`,
      `${one(COUNTS)} ${one(UNITS)}s ${one(SIDES)} the ${one(UNITS)}`,
    ]);
  const kinds: readonly (() => string)[] = [() => one(turns), half, half, time, () => one(SAID)];
  let text = '';
  for (let part = 1 + Math.floor(random.next() * 5); part > 0; part--)
    text += `${kinds[Math.floor(random.next() * kinds.length)]?.() ?? ''}${one(ENDS)} `;
  // A text of nothing but signs that cannot be seen is refused before anything reads it.
  return cased(/[\p{L}\p{N}]/u.test(text) ? text.trim() : `${text}ok`, random.next());
}

function cased(text: string, chance: number): string {
  if (chance < 0.1) return text.toLowerCase();
  return chance < 0.15 ? text.toUpperCase() : text;
}
