import { phraseList } from './word-list.js';

/** Well-known books, films, series and games with a name of several words or an unmistakable one; lower case, without "the". */
export const WORKS = phraseList(`
  harry potter, star wars, star trek, lord of the rings, the lord of the rings, hobbit, the hobbit, game of thrones, house of the dragon
  hunger games, the hunger games, narnia, chronicles of narnia, great gatsby, the great gatsby, pride and prejudice, war and peace
  crime and punishment, anna karenina, don quixote, moby dick, jane eyre, wuthering heights, les miserables, hamlet, macbeth
  romeo and juliet, king lear, othello, faust, odyssey, the odyssey, iliad, the iliad, divine comedy, to kill a mockingbird
  catcher in the rye, brave new world, animal farm, lord of the flies, fahrenheit 451, handmaid's tale, the handmaid's tale
  alice in wonderland, peter pan, little women, little prince, the little prince, winnie the pooh, wizard of oz, the wizard of oz
  mona lisa, starry night, the starry night, guernica, the last supper, girl with a pearl earring, swan lake, the nutcracker
  magic flute, the magic flute, carmen, la traviata, bohemian rhapsody, hotel california, stairway to heaven, abbey road
  dark side of the moon, hey jude, phantom of the opera, the phantom of the opera, the lion king, lion king
  toy story, finding nemo, spider-man, batman, superman, wonder woman, black panther, avengers, the avengers, iron man, jurassic park
  indiana jones, back to the future, pulp fiction, the matrix, matrix reloaded, the godfather, godfather, schindler's list, forrest gump
  fight club, blade runner, interstellar, inception, titanic, home alone, die hard, james bond, top gun
  oppenheimer, spirited away, my neighbor totoro, stranger things, breaking bad, better call saul, downton abbey
  black mirror, squid game, the crown, peaky blinders, sherlock holmes, doctor who, twin peaks, the simpsons, simpsons, south park, seinfeld
  grey's anatomy, sesame street, the witcher, witcher, legend of zelda, the legend of zelda, name of the wind, the name of the wind
  wheel of time, the wheel of time, silmarillion, dragon ball, naruto, death note, attack on titan
  clean code, the pragmatic programmer, design patterns, thinking fast and slow, sapiens, atomic habits, the lean startup
`);
