import { seeded } from './synthetic-text.js';

/** The text with the attack put at a seeded place: before it, after it, or between two of its sentences or lines. */
export function hideIn(host: string, attack: string, random: () => number): string {
  const places = [
    0,
    ...[...host.matchAll(/[.?!:]\s+(?=\S)|\n+|\|/g)].map((match) => match.index + match[0].length),
    host.length,
  ];
  const at = places[Math.floor(random() * places.length)] ?? 0;
  const [before, after] = [host.slice(0, at).trimEnd(), host.slice(at).trimStart()];
  const glue = random() < 0.5 ? '\n' : ' ';
  // A sentence is not left open before what follows it.
  const stop = before === '' || /[.?!:|\n]$/.test(before) ? '' : '.';
  return `${before}${stop}${before === '' ? '' : glue}${attack}${after === '' ? '' : attack.includes('```') ? '\n' : glue}${after}`;
}

/** Each attack in one host or in several, the hosts in turn. */
export function hideAll(
  attacks: readonly string[],
  hosts: readonly string[],
  seed: number,
): string[] {
  const random = seeded(seed);
  return attacks.map((attack) =>
    hideIn(hosts[Math.floor(random() * hosts.length)] ?? '', attack, random),
  );
}
