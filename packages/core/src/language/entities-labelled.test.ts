import { describe, expect, it } from 'vitest';
import type { EntityType } from '../domain/graph.js';
import { readEntities, type EntityHints } from './entities.js';

/**
 * A sentence, its names as `name:type | name:type` (first three letters of the type; several if each is correct),
 * hints.
 */
type LabelledSentence = readonly [text: string, labels: string, hints?: EntityHints];

const talk: EntityHints = { speaker: 'Nadia', people: ['Nadia', 'Benjamin'] };

/** Sentences written for this test, in five domains, labelled by hand. */
const LABELLED_SENTENCES: Readonly<Record<string, readonly LabelledSentence[]>> = {
  chat: [
    ['Hey Ben! Guess who I ran into at the Rijksmuseum?', 'Ben:per | Rijksmuseum:pla/org', talk],
    ['Wow, congrats! When does the new job at Ravensburger start?', 'Ravensburger:org', talk],
    [
      'My sister Paula is visiting from Lisbon next Thursday.',
      'sister:thi | Paula:per | Lisbon:pla',
      talk,
    ],
    ['We adopted a kitten, her name is Pixel.', 'Pixel:thi/per', talk],
    [
      'Sounds lovely! I\'ve been rereading "The Left Hand of Darkness" lately.',
      'The Left Hand of Darkness:wor',
      talk,
    ],
    ['Thanks, Benji. That means a lot.', 'Benji:per', talk],
    [
      'Our cat Mochi knocked over my grandmother’s vase.',
      'cat:thi | Mochi:thi | grandmother:thi',
      talk,
    ],
    ['Did you see the sunset over Lake Como? Stunning.', 'Lake Como:pla', talk],
    [
      'I signed up for the Berlin Marathon with Oluwaseun.',
      'Berlin Marathon:eve | Oluwaseun:per',
      talk,
    ],
    ['LOL, that is so true! OMG.', '', talk],
    ['Mom called yesterday and Dad sends his love.', 'mom:thi | dad:thi', talk],
    ['Happy Birthday! Enjoy the cake.', '', talk],
    [
      'I finally watched Spirited Away with Yuki and Tom.',
      'Spirited Away:wor | Yuki:per | Tom:per',
      talk,
    ],
    [
      'We got tickets for the Glass Animals concert in Manchester.',
      'Glass Animals:org/thi/eve | Manchester:pla',
      talk,
    ],
    ['I bought a used MacBook Pro from my neighbor.', 'MacBook Pro:pro | neighbor:thi', talk],
    ['Remember the LGBTQ choir from Halloween?', 'LGBTQ:con | Halloween:eve', talk],
    ['Nothing beats pho in Hanoi.', 'Hanoi:pla', talk],
    [
      "Zuzanna's wedding was in a barn near Kraków.",
      'Zuzanna:per | wedding:thi | Kraków:pla',
      talk,
    ],
    ['I hate Mondays, but May is nice.', '', talk],
    ['Auntie Rosa taught me to cook mole.', 'Auntie Rosa:per', talk],
    ['hey, are you still in tokyo with kenji?', 'Tokyo:pla | Kenji:per', talk],
    ['My boss, Priyanka, loves board games.', 'boss:thi | Priyanka:per', talk],
    ["I'm reading Beloved by Toni Morrison.", 'Beloved:wor | Toni Morrison:per', talk],
    ['Follow @luna_paints and tag it #InkTober!', 'luna_paints:per | InkTober:con', talk],
    ['Will you come to Grace’s party on Saturday?', 'Grace:per', talk],
    [
      'Can’t wait for Christmas in Edinburgh with Mel and Rob!',
      'Christmas:eve | Edinburgh:pla | Mel:per | Rob:per',
      talk,
    ],
    ['My therapist says yoga helps. Yoga is great.', 'therapist:thi', talk],
    ['We hiked up Mount Teide and saw the Atlantic.', 'Mount Teide:pla | Atlantic:pla', talk],
    ['He plays the cello in the Oslo Philharmonic.', 'Oslo Philharmonic:org', talk],
    ['Good night! Sleep well.', '', talk],
    ['I played Stardew Valley until three.', 'Stardew Valley:pro/wor', talk],
    [
      'Ludwig van Beethoven and Frida Kahlo are on my wall.',
      'Ludwig van Beethoven:per | Frida Kahlo:per',
      talk,
    ],
  ],
  'work notes': [
    ['Met with Dr. Weber and Ms. Okonkwo about the Q3 budget.', 'Weber:per | Okonkwo:per'],
    ['Action: Priya to send the draft to Deloitte by Friday.', 'Priya:per | Deloitte:org'],
    ['Decision: we migrate from MySQL to PostgreSQL in March.', 'MySQL:pro | PostgreSQL:pro'],
    ['Attendees: Tomás, Ingrid, Wei.', 'Tomás:per | Ingrid:per | Wei:per'],
    [
      'The client, Northwind Logistics, wants a demo in Rotterdam.',
      'Northwind Logistics:org | Rotterdam:pla',
    ],
    [
      'Send the contract to Hassan at Blue Harbor Consulting.',
      'Hassan:per | Blue Harbor Consulting:org',
    ],
    ['Blocker: the Jira board is down again.', 'Jira:pro'],
    ['Kickoff with Acme Corp. moved to Tuesday.', 'Acme Corp:org'],
    ['ASAP: update the FAQ and the README.', ''],
    [
      'Interview with Chloé Martin for the Data Engineer role.',
      'Chloé Martin:per | Data Engineer:thi',
    ],
    ['Our manager, Stefan, is on leave until Easter.', 'manager:thi | Stefan:per | Easter:eve'],
    ['Finance says the University of Padua pays in euros.', 'University of Padua:org'],
    [
      'Project Falcon ships after the Hannover trade fair.',
      'Project Falcon:thi/pro | Hannover:pla',
    ],
    ['Ask legal whether GDPR applies to the Zürich office.', 'GDPR:con | Zürich:pla/org'],
    ['Notes from the Web Summit in Lisbon.', 'Web Summit:eve | Lisbon:pla'],
    ['Nia presented the roadmap; Marco asked about pricing.', 'Nia:per | Marco:per'],
    ['Use Figma for mockups and Slack for questions.', 'Figma:pro | Slack:pro'],
    ['Retro went well. Everyone liked the new format.', ''],
    ['She used to work for Siemens in Erlangen.', 'Siemens:org | Erlangen:pla'],
    ['Order 12 chairs from IKEA for the Bergen office.', 'IKEA:org | Bergen:pla'],
    ['Professor Adeyemi of MIT reviews our paper.', 'Adeyemi:per | MIT:org | paper:thi'],
    ['Next steps: call Jean-Luc, book the Grand Hotel.', 'Jean-Luc:per | Grand Hotel:pla'],
    ['OKRs are due on 15 October.', 'OKRs:con'],
    [
      'The CEO of Halvorsen Group met the Minister of Finance.',
      'Halvorsen Group:org | Minister of Finance:per',
    ],
  ],
  news: [
    ['The European Central Bank raised rates on Thursday.', 'European Central Bank:org'],
    [
      'NASA launched Apollo 11 from Florida in 1969.',
      'NASA:org | Apollo 11:pro/thi/eve | Florida:pla',
    ],
    [
      'Angela Merkel met Emmanuel Macron in Versailles.',
      'Angela Merkel:per | Emmanuel Macron:per | Versailles:pla',
    ],
    [
      'The Museum of Modern Art in New York reopened.',
      'Museum of Modern Art:pla/org | New York:pla',
    ],
    ['French voters backed the Green Party.', 'Green Party:org'],
    ['Floods hit Valencia and parts of Andalusia.', 'Valencia:pla | Andalusia:pla'],
    [
      'Toyota will build a plant in Kentucky, said Koji Sato.',
      'Toyota:org | Kentucky:pla | Koji Sato:per',
    ],
    ['Storm Babet reached the coast of Scotland.', 'Storm Babet:eve/thi | Scotland:pla'],
    ['Researchers at Karolinska Institute studied 400 patients.', 'Karolinska Institute:org'],
    ['The Danube rose by two metres near Budapest.', 'Danube:pla | Budapest:pla'],
    [
      'Serena Williams won the Australian Open in Melbourne.',
      'Serena Williams:per | Australian Open:eve | Melbourne:pla',
    ],
    [
      'The film "A Quiet Harbour" premiered at the Toronto Film Festival.',
      'A Quiet Harbour:wor | Toronto Film Festival:eve',
    ],
    ['Wojciech Nowak told Reuters that talks failed.', 'Wojciech Nowak:per | Reuters:org'],
    ['WHO officials warned of a new COVID wave.', 'WHO:org | COVID:con'],
    ['President Lula visited the Bank of Japan.', 'President Lula:per | Bank of Japan:org'],
    [
      'Shares of Nvidia fell; analysts at Goldman Sachs were surprised.',
      'Nvidia:org | Goldman Sachs:org',
    ],
    ['The Food and Drug Administration approved the vaccine.', 'Food and Drug Administration:org'],
    ['Rio de Janeiro hosted the Olympics in 2016.', 'Rio de Janeiro:pla | Olympics:eve'],
    ['U.S. officials flew to Riyadh on Sunday.', 'U.S:pla | Riyadh:pla'],
    ["Schindler's List won seven Oscars.", "Schindler's List:wor | Oscars:eve"],
    ['Protesters gathered in Tahrir Square in Cairo.', 'Tahrir Square:pla | Cairo:pla'],
    ['Police in Marseille arrested two men.', 'Marseille:pla'],
    ['Barcelona beat Real Madrid 2-1.', 'Barcelona:pla/org | Real Madrid:org'],
    ['Doctors Without Borders opened a clinic in Goma.', 'Doctors Without Borders:org | Goma:pla'],
  ],
  code: [
    ['We use TypeScript with Vitest and ESLint.', 'TypeScript:pro | Vitest:pro | ESLint:pro'],
    [
      'The bug is in `parseConfig` of src/config/load.ts.',
      'parseConfig:thi | src/config/load.ts:thi',
    ],
    ['Upgrade Node.js to 20 and drop webpack.', 'Node.js:pro | webpack:pro'],
    ['Deploy the API behind nginx on AWS.', 'nginx:pro | AWS:org/pro'],
    ['Call getUserById() before saving user_id.', 'getUserById:thi | user_id:thi'],
    ['Rebase onto main, then push.', ''],
    ['Docker builds fail on my laptop.', 'Docker:pro | laptop:thi'],
    ['TODO: replace JSON with Protobuf.', 'JSON:pro | Protobuf:pro'],
    ['SQLite is single-writer; Redis is not.', 'SQLite:pro | Redis:pro'],
    ['Linus Torvalds wrote Git in 2005.', 'Linus Torvalds:per | Git:pro'],
    ['Fixed a race in the HNSW index.', 'HNSW:con'],
    ['The React app talks to FastAPI over HTTP.', 'React:pro | FastAPI:pro | HTTP:pro'],
    ['LGTM, but please rename the helper.', ''],
    ['I prefer Neovim over VS Code.', 'Neovim:pro | VS Code:pro'],
    ['Run npm install, then open package.json.', 'npm:pro | package.json:thi'],
    ['GitHub Actions caches the Rust build.', 'GitHub Actions:pro | Rust:pro'],
    ['We store vectors in pgvector, not in Pinecone.', 'pgvector:pro | Pinecone:pro'],
    ['Ask Sofia how Kubernetes restarts the pods.', 'Sofia:per | Kubernetes:pro'],
    [
      'Tests pass on Ubuntu and macOS but not on Windows 11.',
      'Ubuntu:pro | macOS:pro | Windows 11:pro',
    ],
    ['See https://example.org/Docs/Guide for details, or mail bob@example.org.', ''],
    ['Python 3.12 speeds up our dataset loader.', 'Python 3.12:pro | dataset:thi'],
    ['Merge conflicts again! Ugh.', ''],
  ],
  'other languages': [
    [
      'Ich wohne mit meiner Freundin in Hamburg und arbeite bei Siemens.',
      'Hamburg:pla | Siemens:org',
      { language: 'de' },
    ],
    [
      'Frau Schneider hat das Buch in der Bibliothek vergessen.',
      'Schneider:per',
      { language: 'de' },
    ],
    ['Der Zug nach Wien hatte Verspätung.', 'Wien:pla', { language: 'de' }],
    [
      'Marie habite à Lyon avec Jean-Pierre.',
      'Marie:per | Lyon:pla | Jean-Pierre:per',
      { language: 'fr' },
    ],
    [
      "Nous avons visité le Louvre et mangé chez l'oncle de Camille.",
      'Louvre:pla | Camille:per',
      { language: 'fr' },
    ],
    ['Ayer fui con Javier a Sevilla en tren.', 'Javier:per | Sevilla:pla', { language: 'es' }],
    [
      'La semana pasada Lucía empezó a trabajar en Telefónica.',
      'Lucía:per | Telefónica:org/pla',
      { language: 'es' },
    ],
    ['Domani vado a Milano con Giulia.', 'Milano:pla | Giulia:per', { language: 'it' }],
    ['Ontem a Mariana voltou de Lisboa.', 'Mariana:per | Lisboa:pla', { language: 'pt' }],
    [
      'Gisteren fietste ik met Pieter naar Utrecht.',
      'Pieter:per | Utrecht:pla',
      { language: 'nl' },
    ],
  ],
  'sentences no rule was written for': [
    ['Ugh, the dentist again. Delphine says hi though!', 'Delphine:per', talk],
    ['We are thinking of moving to Tromsø or maybe Ghent.', 'Tromsø:pla | Ghent:pla', talk],
    ['Have you tried the ramen at Kuroda House?', 'Kuroda House:pla', talk],
    ['Happy anniversary to Kofi and Adjoa!', 'Kofi:per | Adjoa:per', talk],
    ['Lately I listen to Radiohead while painting.', 'Radiohead:org', talk],
    [
      'Grandpa left me his old violin, a Stradivarius copy.',
      'grandpa:thi | violin:thi | Stradivarius:thi/pro',
      talk,
    ],
    ['Skiing in the Dolomites was magical, Benjamin.', 'Dolomites:pla | Benjamin:per', talk],
    ["It's Svetlana's turn to host book club.", 'Svetlana:per', talk],
    ['Maybe we could watch The Seventh Seal on Sunday?', 'The Seventh Seal:wor', talk],
    [
      'My daughter Noor starts at Montessori Academy in fall.',
      'daughter:thi | Noor:per | Montessori Academy:org',
      talk,
    ],
    ['Exactly. Patience pays off.', '', talk],
    ['Dear Mrs. Abernathy, thank you for the roses.', 'Abernathy:per', talk],
    [
      'Took the Eurostar from London to Brussels.',
      'Eurostar:pro/thi/org | London:pla | Brussels:pla',
      talk,
    ],
    ['Running late, sorry! Traffic on Sunset Boulevard.', 'Sunset Boulevard:pla', talk],
    ['Standup: Rafael is blocked on the Okta login.', 'Rafael:per | Okta:pro'],
    ['We signed with Meridian Health Partners last week.', 'Meridian Health Partners:org'],
    ['Budget approved by Gunnar Lindqvist.', 'Gunnar Lindqvist:per'],
    ['Please review the SOW before the Denver workshop.', 'SOW:thi | Denver:pla'],
    ['Fatima will present at KubeCon in Valencia.', 'Fatima:per | KubeCon:eve/pro | Valencia:pla'],
    ['Invoice 4471 went to Castellano & Sons.', 'Castellano & Sons:org'],
    ['Legal wants an NDA with Orbital Dynamics Ltd.', 'NDA:thi | Orbital Dynamics Ltd:org'],
    ['Kenya and Uganda signed a trade deal in Kampala.', 'Kenya:pla | Uganda:pla | Kampala:pla'],
    ['Pope Francis met survivors in Quebec.', 'Pope Francis:per | Quebec:pla'],
    ['A strike halted trains between Lyon and Turin.', 'Lyon:pla | Turin:pla'],
    [
      'The Royal Opera House cancelled "Tosca" after the fire.',
      'Royal Opera House:pla | Tosca:wor',
    ],
    ['Tesla recalled 3,000 Model Y cars.', 'Tesla:org | Model Y:pro'],
    [
      'Amara Diallo of the University of Dakar won the prize.',
      'Amara Diallo:per | University of Dakar:org',
    ],
    ['Hurricane Otis struck Acapulco at night.', 'Hurricane Otis:eve/thi | Acapulco:pla'],
    ['UNICEF and the Red Cross sent aid to Aleppo.', 'UNICEF:org | Red Cross:org | Aleppo:pla'],
    ['Bayern Munich drew with Celtic in Glasgow.', 'Bayern Munich:org | Glasgow:pla | Celtic:org'],
    ['Cache invalidation broke after we moved to Next.js.', 'Next.js:pro'],
    ['The WebSocket handler leaks; see server/socket.ts.', 'WebSocket:pro | server/socket.ts:thi'],
    ['Terraform applies cleanly on GCP now.', 'Terraform:pro | GCP:pro'],
    ['Guido van Rossum joined Microsoft.', 'Guido van Rossum:per | Microsoft:org'],
    ['We vendored libuv and pinned OpenSSL.', 'OpenSSL:pro'],
    ['Swap Moment for date-fns in `formatDate`.', 'Moment:pro/thi | formatDate:thi'],
    ['Prometheus scrapes the exporter every minute.', 'Prometheus:pro'],
    [
      'Herr Brandt fährt nach Leipzig und trifft Sabine Vogel.',
      'Brandt:per | Leipzig:pla | Sabine Vogel:per',
      { language: 'de' },
    ],
    [
      'Hier soir, Margaux a dîné avec Étienne à Nantes.',
      'Margaux:per | Étienne:per | Nantes:pla',
      { language: 'fr' },
    ],
    [
      'Mi hermano Andrés estudia en la Universidad de Salamanca.',
      'Andrés:per | Universidad de Salamanca:org',
      { language: 'es' },
    ],
  ],
};

const FLOOR = 0.95;

const CODES: Readonly<Record<string, EntityType>> = {
  per: 'person',
  pla: 'place',
  org: 'organisation',
  pro: 'product',
  eve: 'event',
  wor: 'work',
  thi: 'thing',
  con: 'concept',
};

interface Gold {
  readonly name: string;
  readonly types: readonly EntityType[];
}

/** Parses `Ana:per, Lyon:pla/org` to names and their accepted types. */
function goldOf([, labels]: LabelledSentence): Gold[] {
  return labels
    .split(' | ')
    .filter((label) => label !== '')
    .map((label) => {
      const at = label.lastIndexOf(':');
      return {
        name: label.slice(0, at),
        types: label
          .slice(at + 1)
          .split('/')
          .map((code) => CODES[code] as EntityType),
      };
    });
}

interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly typing: number;
  readonly errors: readonly string[];
}

function score(sentences: readonly LabelledSentence[]): Score {
  let right = 0;
  let found = 0;
  let wanted = 0;
  let typed = 0;
  const errors: string[] = [];
  for (const sentence of sentences) {
    const [text, , hints] = sentence;
    const gold = goldOf(sentence);
    const mentions = readEntities(text, hints ?? {});
    found += mentions.length;
    wanted += gold.length;
    const open = [...gold];
    for (const mention of mentions) {
      const at = open.findIndex(({ name }) => name === mention.name);
      if (at === -1) {
        errors.push(`+ ${mention.name} (${mention.type}) in: ${text}`);
        continue;
      }
      right++;
      const [match] = open.splice(at, 1);
      if (match?.types.includes(mention.type)) typed++;
      else
        errors.push(`~ ${mention.name}: ${mention.type} for ${match?.types.join('/')} in: ${text}`);
    }
    for (const { name } of open) errors.push(`- ${name} in: ${text}`);
  }
  return { precision: right / found, recall: right / wanted, typing: typed / right, errors };
}

describe('readEntities on labelled sentences', () => {
  for (const [domain, sentences] of Object.entries(LABELLED_SENTENCES)) {
    it(`finds and types the names of ${domain}`, () => {
      const { precision, recall, typing, errors } = score(sentences);
      const report = `precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} typing ${typing.toFixed(3)}\n${errors.join('\n')}`;
      expect(precision, report).toBeGreaterThanOrEqual(0.9);
      expect(recall, report).toBeGreaterThanOrEqual(0.85);
      expect(typing, report).toBeGreaterThanOrEqual(0.85);
    });
  }

  it('finds and types the names of all of them', () => {
    const { precision, recall, typing, errors } = score(Object.values(LABELLED_SENTENCES).flat());
    const report = `precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} typing ${typing.toFixed(3)}\n${errors.join('\n')}`;
    expect(precision, report).toBeGreaterThanOrEqual(FLOOR);
    expect(recall, report).toBeGreaterThanOrEqual(FLOOR);
    expect(typing, report).toBeGreaterThanOrEqual(FLOOR);
  });
});
