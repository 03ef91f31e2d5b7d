import { wordList } from './word-list.js';

/** Capitalised by rule, never an entity: weekdays, months, and time words of the major languages. */
export const CALENDAR_WORDS = wordList(`
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai
  juni juli oktober dezember am pm est pst cet utc gmt q1 q2 q3 q4 bc ad
`);

/** Nationalities, peoples, members of religions, and languages: a nationality is not a place. */
export const DEMONYMS = wordList(`
  afghan african albanian algerian american americans arab arabic arabs argentine argentinian armenian asian asians australian
  australians austrian bangladeshi basque belarusian belgian bengali bolivian bosnian brazilian brazilians british briton britons
  buddhist bulgarian burmese cambodian cameroonian canadian canadians cantonese catalan catholic catholics celtic chilean
  chinese christian christians colombian cossack croatian cuban czech danish danes dutch egyptian english estonian ethiopian european
  europeans farsi fijian filipino filipinos finnish finns flemish french gaelic georgian german germans germanic ghanaian greek greeks
  guatemalan haitian hawaiian hebrew hindi hindu hindus hispanic hispanics hungarian icelandic indian indians indonesian iranian
  iraqi irish islamic israeli israelis italian italians jamaican japanese jewish jew jews jordanian kazakh kenyan korean koreans kurdish
  latin latina latino latinos latvian lebanese libyan lithuanian malay malaysian maltese mandarin maori mexican mexicans mongolian
  moroccan mormon muslim muslims nepali nepalese nigerian nordic norwegian orthodox pakistani palestinian palestinians persian peruvian
  polish portuguese protestant punjabi roman romanian romanians russian russians rwandan samoan sanskrit saudi scandinavian scottish scots
  senegalese serbian sikh singaporean slavic slovak slovenian somali spaniard spanish sri-lankan sudanese swahili swede swedes swedish swiss
  syrian syrians taiwanese tamil telugu thai tibetan tunisian turk turkish turks ukrainian ukrainians urdu uruguayan uzbek venezuelan
  victorian vietnamese welsh western westerner yiddish zulu parisian londoner londoners berliner californian texan
  republican republicans democrat democrats democratic olympian bavarian caucasian native
  deutsch deutsche deutscher deutschen englisch französisch spanisch italienisch
`);
