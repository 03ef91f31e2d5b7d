import { describe, expect, it } from 'vitest';
import { readDates } from '../dates.js';
import { ReadText } from '../read-text.js';
import { daysAhead } from './clauses.js';
import { askedForeign, readForeignClaims } from './asked-and-foreign-claims.js';

const SAID = Date.UTC(2026, 4, 1, 10);

function read(language: string, text: string): string[] {
  const days = daysAhead(readDates(text, SAID, language), SAID, SAID);
  return readForeignClaims(language, new ReadText(text), days).map(
    ({ subject, slot, mode, value, from }) =>
      `${subject.kind === 'name' ? subject.name : subject.kind} | ${slot} | ${mode} ${value.key}${
        from === undefined ? '' : ` from ${new Date(from).toISOString().slice(0, 10)}`
      }`,
  );
}

describe('claims are read from German', () => {
  it.each([
    ['Ich wohne in Leipzig, in der Südvorstadt.', 'speaker | lives in | holds leipzig'],
    ['Wir sind letzte Woche nach Dresden gezogen.', 'speaker | lives in | holds dresden'],
    ['Seit Juni arbeite ich bei Infineon.', 'speaker | works at | holds infineon'],
    ['Lena wohnt jetzt in Berlin.', 'Lena | lives in | holds berlin'],
    ['Ich wohne nicht mehr in Leipzig.', 'speaker | lives in | denied leipzig'],
    ['Ich habe bei Siemens gekündigt.', 'speaker | * | denied siemens'],
    ['Früher habe ich in Hamburg gelebt.', 'speaker | lives in | past hamburg'],
    ['Am 1. Juli fange ich bei Bosch an.', 'speaker | works at | planned bosch from 2026-07-01'],
    ['Ich bin seit gestern Vegetarierin.', 'speaker | state diet | holds vegetarian'],
    ['Ich bin nicht mehr verheiratet.', 'speaker | state marital | denied married'],
  ])('%s', (text, claim) => {
    expect(read('de', text)).toEqual([claim]);
  });

  it.each([
    'Er wohnt in Bonn.',
    'Ich würde gern in Köln wohnen.',
    'Vielleicht ziehen wir nach Bonn.',
    'Meine Schwester wohnt in Rom.',
    'Ich wohne in einer WG.',
    'Wohnst du in Leipzig?',
    'Tom sagt, ich arbeite bei Bosch.',
  ])('not from: %s', (text) => {
    expect(read('de', text)).toEqual([]);
  });
});

describe('claims are read from Spanish', () => {
  it.each([
    ['Vivo en Sevilla, cerca del río.', 'speaker | lives in | holds sevilla'],
    ['Nos mudamos a Granada la semana pasada.', 'speaker | lives in | holds granada'],
    ['Me he mudado a Madrid.', 'speaker | lives in | holds madrid'],
    ['Ahora trabajo en Indra.', 'speaker | works at | holds indra'],
    ['Dejé Telefónica en mayo.', 'speaker | * | denied telefonica'],
    ['Ya no vivo en Sevilla.', 'speaker | lives in | denied sevilla'],
    ['Carmen vive en Bilbao.', 'Carmen | lives in | holds bilbao'],
    ['El 1 de junio empiezo en Repsol.', 'speaker | works at | planned repsol from 2026-06-01'],
    ['Soy vegetariana.', 'speaker | state diet | holds vegetarian'],
  ])('%s', (text, claim) => {
    expect(read('es', text)).toEqual([claim]);
  });

  it.each([
    'Ella vive en Bilbao.',
    'Quiero vivir en Lisboa.',
    'Quizás me mudo a Lisboa.',
    'Mi hermana trabaja en Iberia.',
    '¿Vivo en Sevilla?',
  ])('not from: %s', (text) => {
    expect(read('es', text)).toEqual([]);
  });
});

describe('other languages', () => {
  it('make no claim rather than a wrong one', () => {
    expect(read('fr', "J'habite à Lyon.")).toEqual([]);
  });
});

describe('a whole question', () => {
  it.each([
    ['Wo wohne ich?', 'speaker', 'lives in'],
    ['Bei wem arbeitet Lena?', 'Lena', 'works at'],
    ['¿Dónde trabajo?', 'speaker', 'works at'],
    ['¿Dónde vive Carmen ahora?', 'Carmen', 'lives in'],
  ])('%s', (question, who, slot) => {
    const asked = askedForeign(question);
    const subject = asked?.subject;
    expect(subject?.kind === 'name' ? subject.name : subject?.kind).toBe(who);
    expect(asked?.slots).toEqual([slot]);
  });

  it('that asks for something else asks for no slot', () => {
    expect(askedForeign('Wo wohnt der Hund von Lena?')).toBeNull();
  });
});
