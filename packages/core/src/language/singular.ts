/** Nouns with irregular plurals: the plural after the singular. */
const IRREGULAR = `
  man men, woman women, child children, person people, mouse mice, goose geese, foot feet, tooth teeth, ox oxen, leaf leaves, wolf wolves, calf calves,
  half halves, knife knives, life lives, wife wives, loaf loaves, thief thieves, shelf shelves, elf elves, scarf scarves, hoof hooves, movie movies,
  cookie cookies, pie pies, tie ties, zombie zombies, prairie prairies, brownie brownies, hoodie hoodies, smoothie smoothies, genie genies, shoe shoes,
  cactus cacti, fungus fungi, alumnus alumni, bus buses, gas gases, lens lenses, potato potatoes, tomato tomatoes, hero heroes, echo echoes,
  series series, species species, sheep sheep, fish fish, deer deer, moose moose, aircraft aircraft, horse horses, house houses, quiz quizzes,
  criterion criteria, phenomenon phenomena, analysis analyses, crisis crises, thesis theses, cache caches, axe axes, mustache mustaches, headache headaches
`;

const SINGULARS: ReadonlyMap<string, string> = new Map(
  IRREGULAR.trim()
    .split(/,\s*/)
    .map((pair): [string, string] => {
      const [one = '', many = ''] = pair.trim().split(/\s+/);
      return [many, one];
    }),
);

/** The singular of an English noun in lower case, by rule; a singular noun is unchanged. */
export function singular(noun: string): string {
  const known = SINGULARS.get(noun);
  if (known !== undefined) return known;
  if (noun.length < 4 || !noun.endsWith('s') || /(?:ss|us|is|'s)$/.test(noun)) return noun;
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return /(?:[sx]|[cs]h|zz)es$/.test(noun) && !/[aeiou]ses$/.test(noun)
    ? noun.slice(0, -2)
    : noun.slice(0, -1);
}

/** Whether the noun has a plural ending or is a known plural. */
export function isPlural(noun: string): boolean {
  return SINGULARS.has(noun) || singular(noun) !== noun;
}
