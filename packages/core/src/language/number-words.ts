import { matchAll } from './pattern-matching.js';
import { foldAccents } from './names/name-spelling.js';

/**
 * Zero to twenty, then the tens to ninety, and a hundred; one line per language, without accents. Slashes separate
 * alternatives.
 */
const COUNTED: readonly string[] = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
  'null eins/ein/eine/einen/einer zwei/zwo drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert',
  'zero un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante septante huitante/octante nonante cent',
  'cero un/una/uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento',
  'zero um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem/cento',
  'zero uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd',
  'zero jeden/jedna/jedno dwa/dwie/dwoch trzy/trzech cztery/czterech piec/pieciu szesc/szesciu siedem/siedmiu osiem/osmiu dziewiec dziesiec/dziesieciu jedenascie dwanascie trzynascie czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat sto',
];
/** English ordinals, from the first; and other words that mean a number. */
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const MEANT: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  thrice: 3,
  single: 1,
  double: 2,
  both: 2,
  couple: 2,
  pair: 2,
  triple: 3,
  fortnight: 2,
  dozen: 12,
  quarter: 15,
  noon: 12,
  midday: 12,
  midi: 12,
  mittag: 12,
  midnight: 0,
  minuit: 0,
  mitternacht: 0,
  thirtieth: 30,
};
const VALUES = [...Array(21).keys(), 30, 40, 50, 60, 70, 80, 90, 100];

function wordTable(): ReadonlyMap<string, number> {
  const table = new Map<string, number>(Object.entries(MEANT));
  for (const [at, word] of ORDINALS.entries()) table.set(word, at + 1);
  for (const line of COUNTED)
    for (const [at, spellings] of line.split(' ').entries())
      for (const word of spellings.split('/')) table.set(word, VALUES[at] ?? 0);
  // "fünfundzwanzig", "vijfentwintig".
  for (const [joint, line] of [
    ['und', COUNTED[1]],
    ['en', COUNTED[6]],
  ] as const) {
    const spelt = line?.split(' ').map((spellings) => spellings.split('/')) ?? [];
    for (let ten = 20; ten < 28; ten++)
      for (let unit = 1; unit <= 9; unit++)
        for (const [first, tens] of [[spelt[unit]?.at(1) ?? spelt[unit]?.[0], spelt[ten]?.[0]]])
          table.set(`${first ?? ''}${joint}${tens ?? ''}`, (VALUES[ten] ?? 0) + unit);
  }
  return table;
}
const TABLE = wordTable();

/** The number that a word means in one of eight languages; null for any other word. */
export function numberOfWord(word: string): number | null {
  return TABLE.get(foldAccents(word)) ?? null;
}

const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['hundert', 100],
  ['cent', 100],
  ['sto', 100],
  ...['k', 'thousand', 'tausend', 'mille', 'mil', 'duizend', 'tysiac', 'tysiace', 'tysiecy'].map(
    (word): [string, number] => [word, 1_000],
  ),
  ['million', 1_000_000],
  ['millionen', 1_000_000],
]);
const HALVES: ReadonlySet<string> = new Set(['half', 'halb', 'demi', 'demie', 'media', 'pol']);
const TOKEN = /\p{L}+|\d+(?:[.,]\d+)?/gu;

/**
 * The numbers that a text spells out, in one of eight languages, combined with multipliers: "nine hundred" is 900,
 * "538k" 538,000, "seven and a half" 7.5. Includes the parts of a compound. Linear in the text.
 */
export function spelledNumbers(text: string): Set<number> {
  const found = new Set<number>();
  let current: number | null = null;
  for (const [token] of matchAll(foldAccents(text), TOKEN)) {
    const figure = /^\d/.test(token) ? Number(token.replace(',', '.')) : null;
    const value: number | null = figure ?? numberOfWord(token);
    const times = MULTIPLIERS.get(token);
    if (times !== undefined) current = (current ?? 1) * times;
    else if (HALVES.has(token)) {
      for (const part of [0.5, 30]) found.add(part);
      if (current !== null) current += 0.5;
    } else if (current !== null && JOINTS.has(token)) continue;
    else if (value === null) current = null;
    else {
      if (figure === null) found.add(value);
      current = current !== null && value < smallestStep(current) ? current + value : value;
      if (figure === value && current === value) continue;
    }
    if (current !== null) found.add(current);
  }
  return found;
}

const JOINTS: ReadonlySet<string> = new Set(['and', 'a', 'et', 'und', 'y', 'e', 'en', 'i']);

/**
 * Exclusive limit of what may be added to a number: units to a round ten, anything below a hundred to round hundreds.
 */
function smallestStep(number: number): number {
  if (number < 20) return 0;
  for (const step of [1_000_000, 1_000, 100, 10]) if (number % step === 0) return step;
  return 0;
}
