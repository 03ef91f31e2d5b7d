import { phraseList, wordList } from './word-list.js';

/** Countries, continents, states and regions: places that contain other places. */
export const WIDE_PLACES = phraseList(`
  afghanistan, albania, algeria, andorra, angola, argentina, armenia, australia, austria, azerbaijan, bahamas, bahrain, bangladesh
  barbados, belarus, belgium, belize, benin, bhutan, bolivia, bosnia, botswana, brazil, brunei, bulgaria, burkina faso, burundi
  cambodia, cameroon, canada, cape verde, china, colombia, congo, costa rica, croatia, cuba, cyprus, czech republic, czechia
  denmark, djibouti, dominican republic, ecuador, egypt, el salvador, england, eritrea, estonia, eswatini, ethiopia, fiji, finland
  france, gabon, gambia, germany, ghana, great britain, greece, grenada, guatemala, guyana, haiti, honduras, hong kong
  hungary, iceland, india, indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica, japan, kazakhstan, kenya, kosovo
  kuwait, kyrgyzstan, laos, latvia, lebanon, lesotho, liberia, libya, liechtenstein, lithuania, luxembourg, macedonia, madagascar
  malawi, malaysia, maldives, malta, mauritania, mauritius, mexico, moldova, monaco, mongolia, montenegro, morocco, mozambique
  myanmar, namibia, nepal, netherlands, new zealand, nicaragua, niger, nigeria, north korea, northern ireland, norway, oman
  pakistan, palestine, panama, papua new guinea, paraguay, peru, philippines, poland, portugal, puerto rico, qatar, romania, russia
  rwanda, saudi arabia, scotland, senegal, serbia, seychelles, sierra leone, singapore, slovakia, slovenia, somalia, south africa
  south korea, south sudan, spain, sri lanka, sudan, suriname, sweden, switzerland, syria, taiwan, tajikistan, tanzania, thailand
  togo, tonga, trinidad, tunisia, turkmenistan, uganda, ukraine, united arab emirates, united kingdom, united states
  united states of america, uruguay, uzbekistan, vanuatu, vatican, vatican city, venezuela, vietnam, wales, yemen, zambia, zimbabwe
  africa, america, antarctica, arctic, asia, australasia, balkans, caribbean, catalonia, central america, europe, eastern europe
  western europe, latin america, middle east, north america, oceania, scandinavia, siberia, south america, southeast asia, patagonia
  tuscany, provence, normandy, brittany, bavaria, andalusia, lombardy, sicily, sardinia, corsica, crete, flanders, galicia
  transylvania, crimea, tibet, kashmir, punjab, kerala, bali, sumatra, borneo, okinawa, hokkaido, quebec, ontario
  alberta, british columbia, manitoba, nova scotia, new brunswick, newfoundland, saskatchewan, yukon, queensland, new south wales
  tasmania, gaza, west bank, yorkshire, cornwall, sussex, highlands, lapland, greenland, bermuda, aruba
  alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, hawaii, idaho, illinois, indiana, iowa
  kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska, nevada
  new hampshire, new jersey, new mexico, new york, new york city, north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania
  rhode island, south carolina, south dakota, tennessee, texas, utah, vermont, washington, west virginia, wisconsin, wyoming
  new england, midwest, silicon valley, bay area, east coast, west coast, deep south, appalachia
`);

/** Countries, cities, states, regions, waters and well-known sights; lower case, without diacritics, without "the". */
export const PLACES: ReadonlySet<string> = new Set([
  ...WIDE_PLACES,
  ...phraseList(`
  washington dc, washington d.c, los angeles, chicago, houston, philadelphia, san antonio, san diego, dallas, san jose
  jacksonville, fort worth, san francisco, indianapolis, seattle, denver, boston, el paso, nashville, detroit
  oklahoma city, portland, las vegas, memphis, louisville, baltimore, milwaukee, albuquerque, tucson, fresno, sacramento, kansas city
  atlanta, omaha, colorado springs, raleigh, miami, long beach, virginia beach, oakland, minneapolis, tulsa, tampa
  arlington, new orleans, wichita, cleveland, bakersfield, honolulu, anaheim, st louis, saint louis, pittsburgh, cincinnati
  anchorage, newark, plano, st paul, jersey city, chula vista, durham, scottsdale
  boise, richmond, spokane, rochester, des moines, salt lake city, tacoma, santa fe, santa monica, santa cruz
  santa barbara, palo alto, mountain view, menlo park, cupertino, berkeley, pasadena, malibu, beverly hills, hollywood, brooklyn
  manhattan, queens, the bronx, bronx, harlem, staten island, chinatown, soho, times square, central park, wall street, broadway
  ann arbor, princeton, ithaca, aspen, key west, savannah, charleston, asheville, chattanooga, knoxville, baton rouge
  cape cod, martha's vineyard, long island, niagara falls, yellowstone, yosemite, grand canyon, zion national park
  golden gate bridge, mount rushmore, lake tahoe, lake michigan, lake erie, great lakes, everglades, rocky mountains, rockies
  smoky mountains, death valley, mojave, mount rainier, statue of liberty, empire state building, white house, pentagon, capitol hill
  london, paris, berlin, madrid, barcelona, rome, milan, naples, venice, turin, bologna, palermo, vienna, salzburg, graz
  innsbruck, zurich, geneva, basel, bern, lausanne, munich, hamburg, cologne, frankfurt, stuttgart, dusseldorf, dortmund, essen
  leipzig, dresden, hanover, hannover, nuremberg, bremen, bonn, freiburg, heidelberg, munster, karlsruhe, mannheim, augsburg, potsdam, rostock
  kiel, erfurt, mainz, koln, munchen, wien, zurich, genf, nurnberg, amsterdam, rotterdam, the hague, hague, utrecht, eindhoven
  groningen, delft, leiden, brussels, antwerp, ghent, bruges, lyon, marseille, bordeaux, toulouse, lille, nantes
  strasbourg, montpellier, grenoble, rennes, dijon, cannes, avignon, versailles, lisbon, lisboa, porto, seville, sevilla
  valencia, malaga, granada, bilbao, zaragoza, cordoba, ibiza, mallorca, majorca, tenerife, canary islands, gran canaria, dublin
  galway, limerick, belfast, edinburgh, glasgow, aberdeen, cardiff, swansea, manchester, liverpool, birmingham
  leeds, sheffield, bristol, newcastle, nottingham, cambridge, oxford, brighton, southampton, portsmouth, norwich, leicester
  coventry, exeter, plymouth, copenhagen, aarhus, stockholm, gothenburg, malmo, uppsala, oslo, bergen, trondheim, tromso, helsinki
  tampere, turku, espoo, reykjavik, tallinn, tartu, riga, vilnius, kaunas, warsaw, krakow, cracow, gdansk, wroclaw, poznan, lodz
  prague, brno, bratislava, budapest, bucharest, cluj, belgrade, zagreb, dubrovnik, ljubljana
  sarajevo, skopje, tirana, athens, thessaloniki, santorini, mykonos, istanbul, ankara, izmir, antalya, moscow, st petersburg
  saint petersburg, novosibirsk, kyiv, kiev, lviv, odessa, kharkiv, mariupol, donetsk, minsk, chisinau, tbilisi, yerevan, baku
  dubai, abu dhabi, doha, riyadh, jeddah, mecca, medina, tehran, isfahan, baghdad, damascus, aleppo, beirut, amman, jerusalem
  tel aviv, haifa, cairo, alexandria, luxor, tunis, algiers, casablanca, marrakech, marrakesh, rabat, tripoli, khartoum
  addis ababa, nairobi, mombasa, kampala, kigali, dar es salaam, zanzibar, lagos, abuja, accra, dakar, abidjan, kinshasa, luanda
  lusaka, harare, johannesburg, cape town, durban, pretoria, windhoek, kilimanjaro, serengeti, mumbai, bombay, delhi, new delhi
  bangalore, bengaluru, hyderabad, chennai, kolkata, pune, ahmedabad, jaipur, agra, varanasi, karachi, lahore, islamabad, dhaka
  kathmandu, colombo, kabul, tashkent, samarkand, almaty, beijing, shanghai, shenzhen, guangzhou, chengdu, wuhan, hangzhou, nanjing
  xi'an, macau, taipei, tokyo, osaka, kyoto, nagoya, sapporo, fukuoka, hiroshima, nagasaki, yokohama, nara, seoul, busan, incheon
  pyongyang, bangkok, chiang mai, phuket, hanoi, ho chi minh city, saigon, da nang, phnom penh, siem reap, vientiane, yangon
  kuala lumpur, penang, jakarta, ubud, manila, cebu, sydney, melbourne, brisbane, perth, adelaide, canberra, hobart, gold coast
  auckland, christchurch, queenstown, toronto, montreal, vancouver, ottawa, calgary, edmonton
  winnipeg, halifax, banff, whistler, quebec city, mexico city, guadalajara, monterrey, cancun, tijuana, oaxaca, tulum, puebla
  havana, kingston, san juan, panama city, bogota, medellin, cartagena, caracas, quito, galapagos, lima, cusco, cuzco
  machu picchu, la paz, santiago de chile, valparaiso, buenos aires, mendoza, montevideo, asuncion, sao paulo
  rio de janeiro, rio, brasilia, salvador da bahia, recife, fortaleza, porto alegre, curitiba, honolulu, maui, oahu, kauai
  alps, swiss alps, himalayas, andes, pyrenees, dolomites, carpathians, mount everest, everest, mont blanc, mount fuji, kilimanjaro
  matterhorn, amazon river, nile, danube, rhine, thames, seine, mississippi river, mediterranean, atlantic, pacific, atlantic ocean
  pacific ocean, indian ocean, baltic sea, black sea, red sea, north sea, adriatic, sahara, gobi, amazon rainforest
  great barrier reef, eiffel tower, louvre, big ben, buckingham palace, tower bridge, hyde park, colosseum, vatican museums
  sagrada familia, alhambra, acropolis, taj mahal, great wall, forbidden city, angkor wat, stonehenge, loch ness
  brandenburg gate, notre dame, sistine chapel, champs elysees, hagia sophia, red square, kremlin, bourbon street, alcatraz
  deutschland, osterreich, schweiz, frankreich, italien, spanien, europa, espana, italia, allemagne, espagne, italie, angleterre
  etats unis, estados unidos, alemania, francia, inglaterra, brasil, londres, londra, roma, milano, firenze, venezia
  napoli, torino, parigi, berlino, mexiko, moskau, warschau, prag, brussel, bruxelles, lissabon, kopenhagen, rom, athen, turkei, polen
  brasilien, nyc, washington, pacific northwest, россия, москва, украина, киев, германия, берлин
`),
]);

/** Places whose name is also a plain word or a surname. */
export const AMBIGUOUS_PLACES = wordList(`
  turkey chile mali guinea split nice essen cork reading orlando buffalo lincoln phoenix columbus providence faro fez york kent bath
  lima rio rom noel sofia georgia jordan florence austin charlotte savannah chad sydney jackson santiago cali petra victoria
  virginia carolina queens rosario
`);

/** Last words (or first words before "of") that make a name a place. */
export const PLACE_HEADS = wordList(`
  airport alley avenue bay beach boulevard bridge building cafe café canal canyon castle cathedral cemetery church city coast cottage
  county court creek desert diner district falls farm forest gallery garden gardens glacier harbor harbour heights hill hills hotel
  house inn island islands isle lake lane library lodge mall manor market monument mosque mount mountain mountains mosque museum ocean
  palace park parkway peak peninsula pier place plaza pond port province pub reef region reserve resort restaurant ridge river road sea shore
  springs square stadium station strait street studio studios suburb temple terminal terrace theater theatre tower town trail tunnel
  valley village volcano waterfall winery woods zoo bar coffeehouse bistro pizzeria synagogue chapel abbey barn arena highway campus
`);

/** First words that make the rest of a name a place: Mount Fuji, Lake Como, San Sebastián. */
export const PLACE_PREFIXES = wordList(`
  mount mt mont monte lake loch cape fort port san santa santo saint st são los las rio isla île villa north south east west
  northern southern eastern western upper lower central downtown greater new little old
`);

/** German compounds that name a street, a square or a bridge. */
export const GERMAN_PLACE_ENDING = /(?:straße|strasse|platz|allee|brücke|bahnhof)$/;
