import { readLexicon } from '../../language/lexicon/read-lexicon.js';
import type { Stemmer } from '../../language/stem.js';

/**
 * Words of which one may stand for the other wherever it is said, one group per line. The engine's synonyms are there to find what is meant
 * (“sound” finds “noise”) and say too much of two statements; here stand those of their pairs that share one of the two first senses of
 * each in WordNet 3.1, and that sense is three tenths of the uses of each that were counted there, less what we would not swap ourselves.
 */
const INTERCHANGEABLE = `
abroad overseas
accomplish achieve attain
adolescent teenager
adult grownup
advise counsel
aid assist help
airplane plane
allow permit
alternative option
amaze astonish
animal creature
answer reply
anticipate expect
attempt try
attorney lawyer
author writer
automobile car
baby infant
baggage luggage
begin commence start
believe think
bicycle bike
big large
biker cyclist
brave courageous
broad wide
buddy pal
build construct
buy purchase
calm serene
career vocation
carpet rug
cease stop
cheap inexpensive
child kid youngster
choose select
chore task
christmas xmas
closet cupboard
collaborate cooperate
complete finish
conceal hide
consequence effect result
costly pricey
couch sofa
country nation
destroy ruin
difficult hard
doctor physician
earthquake quake
exercise workout
film movie
forest woods
frequently often
frightened scared
grateful thankful
guess suppose
happen occur
health wellness
holiday vacation
idea thought
ill sick
illness sickness
instruct teach
instructor teacher
job occupation
jump leap
lately recently
lease rent
little small
marry wed
math mathematics
melody tune
mend repair
merchandise product
motorbike motorcycle
narrative story tale
need require
normally usually
phone telephone
photo photograph
poetry verse
propose suggest
pupil student
realize recognize
recall remember
remain stay
roam wander
rock stone
salary wage
scream yell
shop store
singer vocalist
speak talk
squad team
television tv
theater theatre
triumph victory
uncertain unsure
use utilize
vegetable veggie
vet veterinarian
`;

/** Tells whether two English stems say the same beyond doubt. */
export function interchangeable(stemmer: Stemmer): (stem: string, other: string) => boolean {
  const same = new Map<string, Set<string>>();
  for (const group of readLexicon(INTERCHANGEABLE)) {
    const stems = group.map((word) => stemmer(word, 'en'));
    for (const stem of stems) same.set(stem, new Set([...(same.get(stem) ?? []), ...stems]));
  }
  return (stem, other) => same.get(stem)?.has(other) ?? false;
}
