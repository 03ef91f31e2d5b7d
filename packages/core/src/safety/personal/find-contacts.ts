import type { PersonalKind } from '../../domain/privacy.js';
import { matchAll } from '../../language/pattern-matching.js';
import { isChecksummedEthereum, passesBase58Check, passesBech32 } from './formats-and-checksums.js';
import { cuedBefore, type Finding, type Reading } from './reading.js';

const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}[\p{L}]{2,24}/u;
/** Not a mailbox: a file may be named after one. */
const ENDING_OF_FILE =
  /\.(?:js|ts|jsonl?|md|txt|log|csv|pdf|docx?|xlsx?|eml|mbox|vcf|png|jpe?g|svg|css|html?|zip|gz)$/i;
/** "tom (at) example (dot) org" */
const SPELT_MAIL =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}._%+-]{1,64}\s?[([{]\s?at\s?[)\]}]\s?[\p{L}\p{N}-]{1,63}(?:(?:\s?[([{]\s?(?:dot|punkt|point|punto)\s?[)\]}]\s?|\.)[\p{L}\p{N}-]{2,63}){1,3}(?![\p{L}\p{N}])/giu;
const IPV4 =
  /(?<![\w.-])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w-]|\.\d)/g;
const IPV6 =
  /(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}:?[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6}(?!\w|[\w:.]{0,60}::)/gi;
const MAC = /(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])/gi;
const DECIMAL_PAIR =
  /(?<![\w.,-])(-?\d{1,2}\.\d{4,10})\s{0,2},\s{0,2}(-?\d{1,3}\.\d{4,12})(?![\w.]|\s?,\s?-?\d)/g;
const DEGREES =
  /\d{1,3}(?:\.\d{1,8})?\s?°\s?(?:\d{1,2}\s?['′’]\s?)?(?:\d{1,2}(?:\.\d{1,4})?\s?(?:["″”]|'')\s?)?[NS][\s,]{0,3}\d{1,3}(?:\.\d{1,8})?\s?°\s?(?:\d{1,2}\s?['′’]\s?)?(?:\d{1,2}(?:\.\d{1,4})?\s?(?:["″”]|'')\s?)?[EWO]/g;
const PLACE_CUE =
  /(?:coord|latitude|longitude|\blat\b|\bgps\b|location|\bgeo|located|live|home|position|pin)[^\n]{0,40}$/;
const BITCOIN = /(?<![A-Za-z0-9])[13][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/g;
const DOGE = /(?<![A-Za-z0-9])[DLM][1-9A-HJ-NP-Za-km-z]{26,34}(?![A-Za-z0-9])/g;
const SEGWIT = /(?<![A-Za-z0-9])(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{38,70}(?![A-Za-z0-9])/gi;
const ETHEREUM = /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g;
const COIN_CUE =
  /(?:ethereum|\beth\b|wallet|address|donat|send|crypto|usdt|usdc|token)[^\n]{0,48}$/;
const MONERO = /(?<![A-Za-z0-9])4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}(?![A-Za-z0-9])/g;

/** Where somebody, or their machine or wallet, can be reached: mail, network and coin addresses, coordinates. */
export function findContacts(reading: Reading): Finding[] {
  const spelt = /[([{] ?at/i.test(reading.text)
    ? matchAll(reading.text, SPELT_MAIL).map(as('email'))
    : [];
  return [
    ...emails(reading),
    ...spelt,
    ...network(reading),
    ...coordinates(reading),
    ...coins(reading),
  ];
}

function emails({ text }: Reading): Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at;
    while (from > 0 && at - from < 64 && LOCAL.test(text[from - 1] as string)) from--;
    while (from < at && /['.-]/.test(text[from] as string)) from++;
    const domain = DOMAIN.exec(text.slice(at + 1, at + 200))?.[0];
    if (from === at || domain === undefined || /^(?:git|hg|svn)$/.test(text.slice(from, at)))
      continue;
    // What precedes the host in a URL, and the scope of a package, is not a mailbox.
    if (/(?:@|:\/\/)$/.test(text.slice(Math.max(0, from - 3), from))) continue;
    const host = domain.replace(ENDING_OF_FILE, '');
    // "vue@3.4.prod.js" is a version.
    if (!/^(?!\d+\.).*\.\p{L}{2,24}$/u.test(host)) continue;
    found.push({ kind: 'email', from, to: at + 1 + host.length });
  }
  return found;
}

function network(reading: Reading): Finding[] {
  const { text } = reading;
  const four = matchAll(text, IPV4).filter(
    (match) => !isVersion(match, reading) && !/^(?:127\.|0\.0\.0\.0|255\.255\.255)/.test(match[0]),
  );
  const six = matchAll(text, IPV6).filter(([address]) => isIpv6(address));
  return [
    ...four.map(as('ip')),
    ...six.map(as('ip')),
    ...matchAll(text, MAC)
      .filter(([mac]) => new Set(mac.split(/[:-]/)).size > 2)
      .map(as('mac')),
  ];
}

function isVersion({ index, 0: address }: RegExpMatchArray, reading: Reading): boolean {
  return (
    cuedBefore(
      reading,
      index ?? 0,
      16,
      /(?:version|\bv|release|section|chapter|rev)[\s.:=]{0,2}$/,
    ) || address.split('.').every((part) => part.length === 1)
  );
}

/** Eight groups, or fewer with one gap of `::`; a time of day or a hash with colons has neither. */
function isIpv6(address: string): boolean {
  const groups = address.split(':').filter((group) => group !== '').length;
  const gaps = address.split('::').length - 1;
  return (
    (gaps === 0 && groups === 8) ||
    (gaps === 1 && groups >= 3 && groups < 8 && /[a-f]/i.test(address))
  );
}

function coordinates(reading: Reading): Finding[] {
  const { text } = reading;
  const pairs = matchAll(text, DECIMAL_PAIR).filter((match) => {
    const [lat, lon] = [Math.abs(Number(match[1])), Math.abs(Number(match[2]))];
    return (
      lat <= 90 &&
      lon <= 180 &&
      (cuedBefore(reading, match.index, 60, PLACE_CUE) ||
        (lat >= 1 && lon >= 1 && !/[[(]\s?$/.test(text.slice(0, match.index))))
    );
  });
  return [...pairs.map(as('coordinates')), ...matchAll(text, DEGREES).map(as('coordinates'))];
}

function coins(reading: Reading): Finding[] {
  const { text } = reading;
  const all = (pattern: RegExp, passes: (match: RegExpMatchArray) => boolean): Finding[] =>
    matchAll(text, pattern).filter(passes).map(as('crypto_address'));
  return [
    ...all(BITCOIN, ([address]) => passesBase58Check(address)),
    ...all(DOGE, ([address]) => passesBase58Check(address)),
    ...all(SEGWIT, ([address]) => passesBech32(address)),
    ...all(
      ETHEREUM,
      (match) =>
        isChecksummedEthereum(match[0]) || cuedBefore(reading, match.index ?? 0, 60, COIN_CUE),
    ),
    ...all(MONERO, (match) =>
      cuedBefore(reading, match.index ?? 0, 60, /monero|xmr|wallet|address|donat|send/),
    ),
  ];
}

function as(kind: PersonalKind): (match: RegExpMatchArray) => Finding {
  return (match) => ({ kind, from: match.index ?? 0, to: (match.index ?? 0) + match[0].length });
}

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
 * Streets with their numbers, and the lines that complete them: suite, town, country, postcode. By form and by cue,
 * in several languages.
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
