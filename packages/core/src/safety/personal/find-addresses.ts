import type { Finding, Reading } from './kinds.js';
import { matchAll } from '../../language/match-all.js';

const STREET_WORD =
  '(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|circle|cir|place|pl|square|sq|terrace|ter|way|parkway|pkwy|highway|hwy|crescent|cres|close|alley|row|walk|trail|trl|loop|mews|gardens|grove|heights|hill|plaza|quay|wharf|strasse|straße|str|gasse|weg|platz|allee|ring|damm|ufer|rue|chemin|impasse|quai|calle|avenida|av|paseo|plaza|via|viale|corso|piazza|vicolo|rua|travessa|praça|largo|estrada|ulica|ul|utca|u|út|tér|tie|katu|vägen|gatan|gata|vej|gade|veien|vei|straat|laan|plein|kade|dreef|stræde|náměstí|tänav|mnt|iela|odos|οδός)';
/** Endings that mark a street name by themselves: Koskikatu, Hauptstraße, Præstevænget. */
const STREET_ENDING =
  "[\\p{L}'’.-]{2,40}(?:katu|tie|strasse|straße|gasse|weg|platz|allee|damm|ufer|ring|vägen|gatan|gata|vej|gade|veien|vei|straat|laan|plein|kade|dreef|utca|stræde|vænget|bakken|vollen|bakke|steeg|singel|gracht|toften|parken|torvet|brinken|stigen|gränd|torget|polku|kuja|raitti|gränden|hof|markt|kamp|feld|allé|lunden|stien|krogen|haven|marken|vangen|holmen|løkken|svingen|åsen|lia|myra|vu|la|ntie)";
const CAPITAL = "\\p{Lu}[\\p{L}'’.-]{0,30}";
const SMALL =
  '(?:de|del|della|dell|di|do|da|dos|das|du|la|le|les|of|the|van|von|der|den|dem|zum|zur|am|im|af|på|y|i|og)';
const NAME = `(?:${CAPITAL}|${SMALL})(?:[ ](?:${CAPITAL}|${SMALL})){0,4}`;
const HOUSE = '\\d{1,6}[A-Za-z]?(?:[-/]\\d{1,5}[A-Za-z]?)?';
const B = '(?<![\\p{L}\\p{N}])';
const E = '(?![\\p{L}\\p{N}])';

/** Each of bounded length; together they cover the common orders of number, name and street word. */
const STREETS: readonly RegExp[] = [
  // 24 Clarke Avenue; 6750 2450 Crown St
  new RegExp(`${B}(?:${HOUSE}[ ,]{1,2}){1,2}(?:${CAPITAL}[ ]){1,4}${STREET_WORD}\\.?${E}`, 'giu'),
  // Via Roma 131; Rua do Arenque 1634; Calle de Alcalá, 5
  new RegExp(
    `${B}(?:${HOUSE} )?(?:rue|chemin|impasse|quai|calle|avenida|av\\.?|paseo|plaza|via|viale|corso|piazza|vicolo|rua|travessa|praça|largo|estrada|ulica|ul\\.|avenue|boulevard)[ ]${NAME},?[ ]${HOUSE}${E}`,
    'giu',
  ),
  // Koskikatu 25; Hauptstraße 5a
  new RegExp(`${B}(?:${HOUSE} )?(?:${CAPITAL}[ ]){0,2}${STREET_ENDING}[ ]${HOUSE}${E}`, 'giu'),
  // Király utca 15.; Erzsébet tér 19.
  new RegExp(`${B}(?:${HOUSE} )?${NAME}[ ]${STREET_WORD}\\.?[ ]${HOUSE}\\.?${E}`, 'giu'),
  // Acheron Road Apt. 237
  new RegExp(
    `${B}(?:${CAPITAL}[ ]){1,4}(?:street|avenue|road|lane|drive|boulevard|court|circle|terrace|parkway|highway|crescent|strasse|straße|square)${E}`,
    'gu',
  ),
  // PSC 3294, Box 9168; Unit 5022 Box 1225; P.O. Box 12; USNS Bergman
  new RegExp(
    `${B}(?:(?:psc|unit|cmr) \\d{3,5},? box \\d{3,5}|p\\.? ?o\\.? ?box \\d{1,7}|us(?:ns|s|nv|cgc) ${CAPITAL})${E}`,
    'giu',
  ),
  new RegExp(`${B}(?:apo|fpo|dpo) (?:aa|ae|ap) \\d{5}${E}`, 'giu'),
  new RegExp(
    `${B}(?:suite|apt\\.?|apartment|flat|floor|wohnung|appartement|piso) \\d{1,5}[A-Za-z]?${E}`,
    'giu',
  ),
];
/** Numbers before or after a capitalised name; only after a cue for a place. */
const BARE: readonly RegExp[] = [
  new RegExp(`the corner of ${NAME}(?:[ ]${HOUSE})? and ${NAME}(?:[ ]${HOUSE})?`, 'yu'),
  new RegExp(`(?:${HOUSE}[ ]){1,2}(?:\\p{Lu}{1,2}[./] ?|ul\\. )?${NAME}(?:[ ]${HOUSE}\\.?)?`, 'yu'),
  new RegExp(`(?:\\p{Lu}{1,2}[./] ?|ul\\. )?${NAME}[ ]${HOUSE}\\.?(?: ${NAME})?`, 'yu'),
  new RegExp(
    `\\d{1,6}[ ](?:\\d{1,5}[ ])?[\\p{L}]{3,30}(?:[ ][\\p{L}]{2,30}){0,3}(?:[ ]\\d{1,5})?`,
    'yu',
  ),
];
const ADDRESS_CUE =
  /(?:\bthe same:|\benters? on |\brefers to |\bit'?s in |\baddress(?:es)?(?: is| are| to| was|:){0,4}|\blives?(?: at| on| in)|\blived (?:at|in|on)|\blocated (?:at|in|on)|\b(?:meet|arrived|return|is|send|change|update|office|restaurant|station|sent?|stop|moved|taxi|deliver(?:ed)?|ship(?:ped)?|statement|off)\b[^\n.?!]{0,24} (?:at|to|on|in)|\bcorner of|side of|\b(?:in|to|at) (?=\d)|user:|here they are:|the following\?|validate:?|adresse|dirección|indirizzo|wohn[et]|billing)[\s:,'’-]{0,6}(?:it[’']?s |it is |is )?(?:at |in |on )?$/i;
const ZIP =
  /(?:\bzip(?: ?code)?|post(?:al)? ?code|postleitzahl|\bplz\b|code postal|\bcap\b)(?:\s(?:is|:))?[\s:]{0,4}([A-Z\d][A-Z\d -]{2,8}[A-Z\d])(?![\p{L}\p{N}])/giu;
/** How far after a street its town, country and postcode may follow. */
const BLOCK = 110;

/**
 * Streets with their numbers, and the lines that complete them: suite, town, country, postcode. By form and
 * by cue, in several languages.
 */
export function findAddresses(reading: Reading): Finding[] {
  const { text } = reading;
  const spans = [
    ...STREETS.flatMap((pattern) =>
      matchAll(text, pattern).map((match) => ({
        from: match.index,
        to: match.index + match[0].length,
      })),
    ),
    ...bareAddresses(text),
  ];
  const zips = matchAll(text, ZIP).map((match) => ({
    from: match.index + match[0].length - (match[1] ?? '').length,
    to: match.index + match[0].length,
  }));
  return [...spans.map((span) => completed(text, span)), ...zips].map((span) => ({
    kind: 'address',
    ...span,
  }));
}

function bareAddresses(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const start = /(?<![\p{L}\p{N}])(?:[\p{Lu}\d]|the corner of|ul\.)/gu;
  for (const match of matchAll(text, start)) {
    const before = text.slice(Math.max(0, match.index - 70), match.index);
    const lineStart = /(?:^|\n)[\s>?]{0,8}$/.test(before);
    if (!(lineStart && /^\d/.test(match[0])) && !ADDRESS_CUE.test(before)) continue;
    for (const pattern of BARE) {
      pattern.lastIndex = match.index;
      const bare = pattern.exec(text);
      if (bare === null || bare[0].length < 6 || isOtherNumber(bare[0])) continue;
      found.push({ from: match.index, to: match.index + bare[0].length });
      break;
    }
  }
  return found;
}

/** "In May 2020", "Version 5", "10 Songs" are not places to live. */
function isOtherNumber(text: string): boolean {
  return (
    /^(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Version|Chapter|Section|Article|Title|Room|Table|Figure|Page|Step|Day|Week|Part|Level)/u.test(
      text,
    ) || /^\d{1,2} \p{Lu}?\p{Ll}+$/u.test(text)
  );
}

const PART = '(?:suite|apt\\.?|apartment|unit|flat|floor|box) ?\\d{1,6}';
const PLACE_WORDS =
  "[\\p{Lu}][\\p{L}\\d'’.()-]{0,24}(?:[ ][\\p{Lu}\\d(][\\p{L}\\d'’.()-]{0,24}){0,3}";
const BEHIND_PART = new RegExp(
  `^(?:[\\s,>?]{1,6}${PART})(?:[\\s,>?]{1,8}(?:nan\\b|${PLACE_WORDS}|${PLACE_WORDS} \\d{4,6})){0,4}(?:[ ,]{1,2}\\d{4,6})?`,
  'iu',
);
const BEHIND_COMMA = new RegExp(
  `^(?:[ ]?[,\\n][\\s,>?]{0,6}(?:nan\\b|${PLACE_WORDS})){1,4}(?:[\\s,]{1,3}\\d{4,6}(?!\\d))?`,
  'u',
);
const BEHIND_PLACE = new RegExp(
  `^[ ]${PLACE_WORDS}(?:[\\s,]{1,3}${PLACE_WORDS}){0,3}[\\s,]{1,3}\\d{4,6}(?!\\d)`,
  'u',
);

/** Extends over what belongs to the same address: suite, town and country, up to the postcode. */
function completed(
  text: string,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  const rest = text.slice(to, to + BLOCK);
  const [behind = ''] = BEHIND_PART.exec(rest) ??
    BEHIND_COMMA.exec(rest) ??
    BEHIND_PLACE.exec(rest) ?? [''];
  const fore =
    /(?:^|[^\p{L}\p{N}])(\d{1,6}[ ])$/u.exec(text.slice(Math.max(0, from - 8), from))?.[1] ?? '';
  return { from: from - fore.length, to: to + behind.length };
}
