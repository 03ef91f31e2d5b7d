import { passesBase58Check, passesBech32 } from './checksums.js';
import { isChecksummedEthereum } from './ethereum.js';
import type { PersonalKind } from '../../domain/privacy.js';
import { cuedBefore, type Finding, type Reading } from './kinds.js';
import { matchAll } from '../../language/match-all.js';

const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}[\p{L}]{2,24}/u;
/** A file may be named after a mailbox. */
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
