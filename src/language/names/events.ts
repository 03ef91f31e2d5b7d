import { phraseList, wordList } from './word-list.js';

/** Holidays and recurring events with names of their own; lower case, without diacritics. */
export const EVENTS = phraseList(`
  christmas, christmas eve, christmas day, xmas, new year, new year's, new year's eve, new year's day, easter, easter sunday, good friday
  thanksgiving, thanksgiving day, halloween, hanukkah, chanukah, passover, ramadan, eid, eid al-fitr, diwali, holi, kwanzaa, yom kippur
  rosh hashanah, lunar new year, chinese new year, valentine's day, valentines day, st patrick's day, saint patrick's day, mother's day
  father's day, mothers day, fathers day, labor day, memorial day, independence day, fourth of july, 4th of july, veterans day, mlk day
  earth day, women's day, international women's day, boxing day, bastille day, oktoberfest, mardi gras, carnival of venice, black friday
  cyber monday, pride, pride month, pride parade, pride fest, juneteenth, burning man, coachella, glastonbury, woodstock, lollapalooza
  tomorrowland, sxsw, comic-con, olympics, winter olympics, summer olympics, olympic games, paralympics, world cup, super bowl
  champions league, premier league final, wimbledon, us open, french open, australian open, tour de france, boston marathon
  new york marathon, london marathon, berlin marathon, grand prix, oscars, academy awards, grammys, emmys, met gala, eurovision, brexit
  world war i, world war ii, world war 1, world war 2, cold war, civil war, french revolution, world series, march madness, spring break
  weihnachten, ostern, silvester, noel, navidad, pesach, purim, nowruz, holi festival, midsummer, la tomatina, san fermin, gamescom
  e3, ces, wwdc, google io, google i/o, neurips, icml, kubecon, re:invent
`);

/** Last words (or first words before "of"/"for") that make a name an event. */
export const EVENT_HEADS = wordList(`
  anniversary auction awards ball banquet bowl camp-out carnival celebration ceremony championship championships competition con
  concert conference contest convention crusade cup derby election elections exhibition expo fair fest festival final finals
  fundraiser gala games gathering graduation hackathon half-marathon marathon marathons meetup olympics open parade pageant picnic premiere
  race rally regatta retreat reunion revolution ride run showcase summit symposium tournament triathlon walk war wedding
  workshop day   eve
`);

/** Ideas, movements and conditions that are capitalised like names. */
export const CONCEPTS = phraseList(`
  lgbtq, lgbtq+, lgbt, lgbtqia, lgbtqia+, ai, ml, nlp, llm, llms, covid, covid-19, adhd, ptsd, hiv, aids, dna, rna, ocd, gdpr
  buddhism, christianity, islam, judaism, hinduism, catholicism, taoism, stoicism, marxism, capitalism, communism, feminism, zen
  bayes, bm25, hnsw, tdd, ddd, agile, scrum, kanban, okr, okrs, kpi, kpis, black lives matter, metoo, impressionism, renaissance, gothic
  solid, agi, rag, mvp, saas, b2b, stem, mma, bjj, crud, sepa, hipaa, soc 2
`);
