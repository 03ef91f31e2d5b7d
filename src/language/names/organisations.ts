import { phraseList, wordList } from './word-list.js';

/** Companies, public bodies, teams, bands and universities; lower case, without diacritics, without "the". */
export const ORGANISATIONS = phraseList(`
  accenture, adidas, adobe, airbnb, airbus, alibaba, anthropic, openai, deepmind, asos, audi, barclays, basf, bayer, bbc
  bloomberg, bmw, boeing, bosch, british airways, byd, cisco, citibank, coca-cola, cnn, costco, daimler, dell, deloitte
  deutsche bahn, deutsche bank, disney, dropbox, ebay, electronic arts, ericsson, etsy, expedia, exxon, facebook, fedex, ferrari, fifa
  ford motor, foxconn, gatorade, general electric, general motors, goldman sachs, google, greenpeace, gucci, heineken, hermes, honda
  hewlett packard, hsbc, huawei, hugging face, hyundai, ibm, ikea, intel, jp morgan, jpmorgan, kickstarter, kpmg, lego, lenovo, lidl, lg
  linkedin, lockheed martin, lufthansa, lyft, mastercard, mazda, mcdonald's, mcdonalds, mcgee's, mckinsey, mercedes-benz
  microsoft, mit, morgan stanley, motorola, mozilla, nestle, netflix, new york times, nike, nintendo, nissan, nokia, novartis
  nvidia, panasonic, paypal, pepsi, pepsico, pfizer, philips, pinterest, pixar, porsche, procter & gamble, pwc, qualcomm, ralph lauren
  red cross, reuters, roche, rolls-royce, ryanair, salesforce, samsung, sap, shein, shopify, siemens, snapchat, sony, spacex
  spotify, starbucks, subaru, tencent, tesco, tesla, ticketmaster, toyota, tripadvisor, twitter, uber, under armour, unicef
  unilever, united nations, united airlines, vodafone, volkswagen, volvo, walmart, walt disney, warner bros, wells fargo, wikipedia
  wikimedia, world bank, world health organization, yahoo, yamaha, zalando, zoom video, washington post, wall street journal
  associated press, the guardian, salvation army, habitat for humanity, doctors without borders, amnesty international, world wildlife fund
  girl scouts, boy scouts, peace corps, big brothers big sisters, make-a-wish, ymca
  harvard, stanford, yale, caltech, eth zurich, oxford university, cambridge university, ucla, nyu
  european union, european commission, european parliament, european central bank, house of commons, house of representatives
  supreme court, federal reserve, bundestag, interpol, opec, unesco
  lakers, los angeles lakers, celtics, boston celtics, golden state warriors, chicago bulls, miami heat, knicks, minnesota wolves
  timberwolves, yankees, red sox, dodgers, mets, 49ers, steelers
  real madrid, fc barcelona, manchester united, manchester city, chelsea fc, arsenal fc, liverpool fc, bayern munich, juventus, ajax
  borussia dortmund, psg, ac milan, inter milan, tottenham
  beatles, the beatles, rolling stones, the rolling stones, coldplay, metallica, radiohead, pink floyd, led zeppelin
  aerosmith, u2, abba, bts, blackpink, imagine dragons, fleetwood mac, daft punk, arctic monkeys, foo fighters
`);

/** Organisations whose name is also a plain word. */
export const AMBIGUOUS_ORGANISATIONS = wordList(`
  apple amazon target shell gap meta stripe ups alphabet oracle congress senate parliament cubs patriots cowboys packers eagles bulls
  nirvana visa ford sage square block zara puma reebok chanel dove tide bounty subway wendy's chipotle costa
`);

/** Words at the end of a name (or before "of"/"for") that make it an organisation. */
export const ORGANISATION_HEADS = wordList(`
  sons academy administration agency airlines airways alliance army assembly associates association authority bakery band bank board
  brewery brothers bureau center centre choir clinic club co college commission committee company conservatory consortium
  cooperative corp corporation council department enterprises federation fc foundation fund group guild gmbh ag kg ltd llc inc plc sa
  spa bv hospital industries initiative institute institution international kindergarten lab laboratories labs league ministry motors
  network office orchestra organisation organization parliament partners party pharmaceuticals philharmonic police press records rescue
  robotics school senate shelter society software solutions squad syndicate systems team technologies technology times trust
  union united university ventures warriors wolves lakers universitat université universidad università hochschule schule verein
  ministerium bundesamt logistics analytics consulting holdings capital media entertainment biotech insurance magazine daily gazette
`);

/** Acronyms in their exact case. */
export const ORGANISATION_ACRONYMS = wordList(`
  NASA ESA FBI CIA NSA UN EU WHO NATO IMF WTO OECD UNESCO UNICEF UNHCR FDA CDC EPA NIH NSF NHS BBC CNN NBC CBS ABC HBO ESPN NBA NFL NHL MLB
  NCAA FIFA UEFA IOC NAACP ACLU PETA WWF IBM AWS AMD SAP MIT UCLA NYU USC CMU ETH CERN IEEE ACM W3C IETF IRS DMV USPS TSA DHS DARPA NOAA
  UPS DHL KLM BMW VW HP LG MGM YMCA AA  ACM OPEC SEC FTC FCC ECB FED RSPCA ASPCA BP GE GM
`);
