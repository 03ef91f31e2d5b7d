/** A → B → C: one memory says that A caused B, another that B caused C, and two questions are asked about B. */
export interface Chain {
  readonly subject: string;
  /** A caused B: answers `why`. */
  readonly origin: string;
  /** B caused C: answers `outcome`. */
  readonly result: string;
  readonly why: string;
  readonly outcome: string;
}

const chain = (subject: string, origin: string, result: string, why: string, outcome: string): Chain => ({ subject, origin, result, why, outcome });

/** Written for this benchmark before any rule was fitted to it. Chains of odd places (1, 3, …) are held back while rules are made. */
export const CHAINS: readonly Chain[] = [
  chain('home', 'The basement flooded because the sump pump lost power during the storm.', 'The basement flooded, so we had to throw out the old carpets and the piano.', 'Why did the basement flood?', 'What did the basement flooding lead to?'),
  chain('home', 'A squirrel chewed through the cable, which caused the power cut in our street.', 'The power cut spoiled everything in the freezer.', 'What caused the power cut?', 'What was the effect of the power cut?'),
  chain('home', 'I overslept since my phone ran out of battery in the night.', 'I overslept and as a result missed the early train to Leeds.', 'How come I overslept?', 'What happened because I overslept?'),
  chain('home', 'Our washing machine broke down due to a worn-out bearing.', 'Because the washing machine broke down, Ines spent every Sunday at the laundrette.', 'What was the reason for the washing machine breaking down?', 'What did the broken washing machine result in?'),
  chain('home', "Marta forgot the candles burning in the hallway. That's why the smoke alarm went off.", 'The smoke alarm went off, which made the neighbours call the fire brigade.', 'Why did the smoke alarm go off?', 'What did the smoke alarm lead to?'),
  chain('home', 'The dog was limping after it stepped on a piece of glass in the park.', 'The dog was limping, therefore we cancelled the hike in the Dolomites.', 'What made the dog limp?', 'What came of the dog limping?'),
  chain('home', 'The rent went up thanks to the new tram stop at the corner.', 'The rent increase forced Joel to look for a flatmate.', 'Why did the rent go up?', 'What was the consequence of the rent increase?'),
  chain('home', 'The cake collapsed because I opened the oven door too early.', 'Since the cake collapsed, my sister bought a tart at the bakery instead.', 'Why did the cake collapse?', 'What happened as a result of the cake collapsing?'),
  chain('home', 'Owing to a leaking pipe, mould grew behind the bathroom tiles.', 'The mould behind the tiles gave Peter a cough that lasted for weeks.', 'What led to the mould behind the tiles?', 'What did the mould behind the tiles cause?'),
  chain('home', 'My bicycle was stolen because I had left it unlocked in front of the library.', 'My bicycle was stolen; consequently I take the bus to the office now.', 'Why was my bicycle stolen?', 'What was the outcome of the bicycle theft, when the bicycle was stolen?'),
  chain('home', 'The wedding was moved indoors on account of the heavy rain.', 'Moving the wedding indoors meant that only sixty guests could be seated.', 'Why was the wedding moved indoors?', 'What did moving the wedding indoors lead to?'),
  chain('home', 'Grandma taught me to knit, and so I began making jumpers.', 'Making jumpers inspired me to open a small wool shop.', 'What made me begin making jumpers?', 'What came of making jumpers?'),
  chain('work', 'The release slipped by two weeks because the payment provider changed its interface.', 'The slipped release led to an angry call from the customer in Oslo.', 'Why did the release slip?', 'What did the slipped release lead to?'),
  chain('work', 'Budget cuts resulted in a hiring freeze in our department.', 'The hiring freeze left Dana doing the work of three people.', 'What resulted in the hiring freeze?', 'What was the effect of the hiring freeze?'),
  chain('work', 'The new manager introduced daily reviews after two audits went badly.', 'The daily reviews brought about far fewer mistakes in the invoices.', 'Why were the daily reviews introduced?', 'What did the daily reviews bring about?'),
  chain('work', 'Karim resigned due to a quarrel with the director.', "Karim resigned. Because of that the Lisbon project has no lead.", 'What was the reason Karim resigned?', 'What happened because Karim resigned?'),
  chain('work', 'The warehouse strike stemmed from unpaid overtime.', 'The warehouse strike delayed all deliveries before Christmas.', 'What caused the warehouse strike?', 'What did the warehouse strike cause?'),
  chain('work', 'Our sales doubled thanks to the article in the evening paper.', 'Our sales doubled, so we rented a second workshop.', 'Why did our sales double?', 'What did the doubled sales result in?'),
  chain('work', 'The client cancelled the contract because we missed two deadlines.', 'The cancelled contract caused the closing of the Graz office.', 'Why was the contract cancelled?', 'What was the consequence of the cancelled contract?'),
  chain('work', 'A misprint in the catalogue triggered hundreds of complaints.', 'Hundreds of complaints prompted the board to hire a proofreader.', 'What triggered the complaints?', 'What did the complaints prompt?'),
  chain('work', 'Wei was promoted as a result of her work on the harbour bid.', 'Wei was promoted, hence she moved to the Singapore branch.', 'Why was Wei promoted?', "What came of Wei's promotion, once Wei was promoted?"),
  chain('work', 'The meeting was put off because the projector failed.', 'Because the meeting was put off, nobody signed the lease in time.', 'How come the meeting was put off?', 'What was the outcome of the meeting being put off?'),
  chain('work', "The printer jams all the time. It's because the paper tray is cracked.", 'The printer jams made Lucia buy a tablet for her notes.', 'What is the reason for the printer jams?', 'What did the printer jams lead to?'),
  chain('work', 'Low turnout at the fair was down to the bad weather.', 'The low turnout at the fair meant we went home with most of the stock.', 'What was behind the low turnout at the fair?', 'What did the low turnout at the fair mean for us?'),
  chain('code', 'The memory leak was caused by a listener that was never removed.', 'The memory leak crashed the server every night at three.', 'What caused the memory leak?', 'What did the memory leak cause?'),
  chain('code', 'The build broke because someone bumped the compiler without pinning it.', 'The build broke, which led to a lost morning for the whole team.', 'Why did the build break?', 'What did the broken build lead to?'),
  chain('code', 'The deadlock arises from two workers taking the locks in opposite order.', 'The deadlock froze the checkout page for an hour.', 'What makes the deadlock arise?', 'What was the result of the deadlock?'),
  chain('code', 'Queries got slow since the index on the orders table was dropped.', 'The slow queries caused timeouts in the mobile app.', 'Why did the queries get slow?', 'What was the effect of the slow queries?'),
  chain('code', 'A missing null check led to the crash in the parser.', 'The crash in the parser corrupted the nightly export.', 'What led to the crash in the parser?', 'What did the crash in the parser lead to?'),
  chain('code', 'The certificate expired because the renewal job had been switched off.', 'The certificate expired and therefore every client refused to connect.', 'Why did the certificate expire?', 'What happened as a result of the expired certificate?'),
  chain('code', 'We rewrote the scheduler due to constant race conditions.', 'Rewriting the scheduler enabled us to run ten times as many jobs.', 'Why did we rewrite the scheduler?', 'What did rewriting the scheduler enable?'),
  chain('code', 'The flaky test came from a clock that was not mocked.', 'The flaky test made people ignore red pipelines.', 'Where did the flaky test come from, what caused the flaky test?', 'What did the flaky test lead to?'),
  chain('code', 'Because the cache key lacked the tenant, customers saw foreign invoices.', 'Customers saw foreign invoices, so the service was taken offline that evening.', 'Why did customers see foreign invoices?', 'What happened because customers saw foreign invoices?'),
  chain('code', 'Disk usage exploded as a consequence of debug logging left on.', 'The exploding disk usage killed the database replica.', 'What made the disk usage explode?', 'What was the consequence of the exploding disk usage?'),
  chain('code', 'Upgrading the framework was necessary because of a security hole.', 'Upgrading the framework broke all our date pickers.', 'Why was upgrading the framework necessary?', 'What did upgrading the framework break or cause?'),
  chain('code', 'A typo in the migration deleted the audit table.', 'The deleted audit table resulted in a fine from the regulator.', 'Why was the audit table deleted?', 'What did the deleted audit table result in?'),
  chain('health', 'My back pain comes from sitting at a low desk all day.', 'My back pain is why I started swimming in the mornings.', 'What causes my back pain?', 'What did my back pain lead to?'),
  chain('health', 'Tomas broke his wrist because he slipped on the icy steps.', 'Tomas broke his wrist, so he could not play the cello at the gala.', 'Why did Tomas break his wrist?', "What was the outcome of Tomas's broken wrist?"),
  chain('health', 'The new tablets caused a rash on her arms.', 'The rash on her arms made her doctor change the prescription.', 'What caused the rash?', 'What did the rash on her arms lead to?'),
  chain('health', 'I sleep badly due to the construction noise next door.', 'Sleeping badly has led to headaches almost every day.', 'Why do I sleep badly?', 'What has sleeping badly led to?'),
  chain('health', 'Since Olga quit coffee, her migraines have stopped.', "Her migraines have stopped. That's why Olga took up choir practice again.", "What made Olga's migraines stop?", "What happened because Olga's migraines stopped?"),
  chain('health', 'The food poisoning was the result of undercooked chicken at the picnic.', 'The food poisoning put half of the team in bed for the final.', 'What was the reason for the food poisoning?', 'What did the food poisoning cause?'),
  chain('health', 'Running on asphalt triggered the knee injury.', 'The knee injury led me to take up rowing.', 'What triggered my knee injury?', 'What did the knee injury lead to?'),
  chain('health', 'His diet changed because his cholesterol was far too high.', 'Because his diet changed, Anton lost eleven kilos.', 'Why did his diet change?', 'What came of his changed diet?'),
  chain('health', 'Stress at the hospital drove Priya to take a sabbatical.', 'The sabbatical allowed Priya to write her first novel.', 'Why did Priya take a sabbatical?', "What came of Priya's sabbatical?"),
  chain('health', 'The allergy got worse owing to the birch trees near the new house.', 'The allergy got worse, which is why we bought an air filter.', 'Why did the allergy get worse?', 'What happened as a result of the worse allergy?'),
  chain('travel', 'Our flight was cancelled because of fog over Zurich.', 'The cancelled flight forced us to spend a night on the airport floor.', 'Why was our flight cancelled?', 'What did the cancelled flight lead to?'),
  chain('travel', 'We lost our passports as a result of a break-in at the hostel.', 'We lost our passports and so had to queue at the consulate for two days.', 'How did it come that we lost our passports, why?', 'What was the consequence of losing our passports?'),
  chain('travel', 'The ferry turned back due to high waves.', 'As the ferry turned back, we saw the lighthouse only from the harbour.', 'What made the ferry turn back?', 'What happened because the ferry turned back?'),
  chain('travel', 'A landslide blocked the mountain road.', 'The blocked mountain road resulted in a detour of five hours.', 'What blocked the mountain road, and why was it blocked?', 'What did the blocked mountain road result in?'),
  chain('travel', 'I learned Portuguese because my in-laws live near Braga.', 'Learning Portuguese got me a job as a guide in Porto.', 'Why did I learn Portuguese?', 'What came of learning Portuguese?'),
  chain('travel', 'The rental car broke down since nobody had refilled the oil.', 'The rental car broke down; as a consequence we discovered a lovely village in Umbria.', 'What was the reason the rental car broke down?', 'What was the effect of the rental car breaking down?'),
  chain('travel', 'The museum was shut because the guards were on strike.', 'The museum was shut, so we rented canoes instead.', 'Why was the museum shut?', 'What did we do because of the museum being shut, what did it lead to?'),
  chain('travel', 'Altitude sickness was brought on by climbing too fast.', 'The altitude sickness ended our trek two days early.', 'What brought on the altitude sickness?', 'What did the altitude sickness cause?'),
  chain('history', 'The potato blight caused the great famine in Ireland.', 'The great famine led to mass emigration to America.', 'What caused the great famine in Ireland?', 'What did the great famine lead to?'),
  chain('history', 'The assassination in Sarajevo sparked the July crisis.', 'The July crisis plunged Europe into war.', 'What sparked the July crisis?', 'What was the outcome of the July crisis?'),
  chain('history', 'The printing press made books cheap.', 'Cheap books gave rise to mass literacy.', 'Why did books become cheap?', 'What did cheap books give rise to?'),
  chain('history', 'The dam was built because the valley flooded each spring.', 'Building the dam displaced four villages.', 'Why was the dam built?', 'What was the consequence of building the dam?'),
  chain('history', 'The mill closed due to cheap imports.', 'Since the mill closed, half of the town has moved away.', 'Why did the mill close?', 'What happened as a result of the mill closing?'),
  chain('history', 'Overgrazing led to the erosion of the island.', 'The erosion of the island drove the settlers back to the mainland.', 'What led to the erosion of the island?', 'What did the erosion of the island lead to?'),
  chain('nature', 'The frogs vanished because the pond dried up.', 'Because the frogs vanished, mosquitoes became a plague in our garden.', 'Why did the frogs vanish?', 'What happened because the frogs vanished?'),
  chain('nature', 'The early blossom resulted from a very mild winter.', 'The early blossom meant the frost in April ruined the apricots.', 'What caused the early blossom?', 'What was the effect of the early blossom?'),
  chain('school', 'Noah failed the chemistry exam because he had revised the wrong chapters.', 'Failing the chemistry exam motivated Noah to join a study group.', 'Why did Noah fail the chemistry exam?', 'What did failing the chemistry exam lead to?'),
  chain('school', 'The school play was postponed as the lead actor had lost his voice.', 'The school play was postponed, which gave us time to finish the set.', 'Why was the school play postponed?', 'What came of the school play being postponed?'),
  chain('school', 'Thanks to a scholarship, Amara could study in Vienna.', 'Studying in Vienna led Amara to found a string quartet.', 'What made it possible that Amara could study in Vienna, why could she?', 'What did studying in Vienna lead to for Amara?'),
  chain('school', 'The library extended its hours in response to a petition by the students.', 'The extended library hours caused a shortage of night guards.', 'Why did the library extend its hours?', 'What was the consequence of the extended library hours?'),
];

/** Said in the same banks, about the same things and others, with causes of their own. */
export const DISTRACTORS: readonly string[] = [
  'The basement is where we keep the skis and the wine.', 'The power company sent a letter about smart meters.', 'I set two alarms for tomorrow because the exam starts at eight.',
  'The laundrette on Mill Road closes at ten.', 'We changed the batteries of the smoke alarm in spring.', 'The dog loves the beach at Scheveningen.', 'Joel found a flat near the tram.',
  'I baked a lemon cake for the birthday of Ruth.', 'Peter painted the bathroom green last summer.', 'The library opens at nine on weekdays.', 'The bus to the office takes forty minutes.',
  'Sixty guests have answered the invitation so far.', 'The wool shop has a new sign.', 'The payment provider sent us a new contract.', 'The customer in Oslo visits us in June.',
  'Dana has worked here for nine years.', 'Invoices go out on the last Friday of the month.', 'Lisbon was sunny when we met the investors.', 'The warehouse got a new roof, so the rain stays out.',
  'The evening paper costs two euros.', 'The Graz office had a lovely view of the river.', 'The board meets on the first Monday of each quarter.', 'The harbour bid was two hundred pages long.',
  'The lease of the office runs until March.', 'I bought paper and ink for the printer.', 'The fair takes place in the old town hall.', 'The server has sixty-four gigabytes of memory.',
  'We pin the compiler in the lock file.', 'The checkout page got a new colour.', 'The orders table has forty million rows.', 'The parser reads three formats.', 'Certificates are kept in the vault.',
  'The scheduler runs on two machines.', 'All tests pass on my laptop.', 'The invoices of March were late because of the holidays.', 'Backups of the database are taken at midnight.',
  'The date pickers look odd in the dark theme.', 'The regulator asked for our privacy notice.', 'I bought a new chair for my desk.', 'Tomas plays the cello in a quartet.', 'Her doctor moved to a bigger practice.',
  'Headaches run in my family.', 'Olga sings alto.', 'The team won the semi-final on penalties.', 'Rowing practice starts at six in the morning.', 'Anton weighs himself every Monday.',
  'Priya worked at the hospital for ten years.', 'Birch trees turn yellow in October.', 'Zurich airport has a nice terrace.', 'The consulate is closed on Fridays.', 'The lighthouse was built in 1868.',
  'The mountain road has forty bends.', 'Braga has a famous staircase.', 'Umbria is green all year round.', 'The canoes are stored behind the museum.', 'We climbed the hill slowly because it was hot.',
  'Many Irish families settled in Boston.', 'Sarajevo has a beautiful old bazaar.', 'The printing press stands in the museum.', 'The villages in the valley have wooden churches.', 'The town has a mayor from the green party.',
  'The island is famous for its goats.', 'The pond in the garden is two metres deep.', 'Apricots are my favourite fruit.', 'Noah likes chemistry better than physics.', 'The set of the play was painted by parents.',
  'Vienna has many concert halls.', 'The night guards drink a lot of tea.', 'Hana repaired the old radio because she missed the crackle.', 'The soup was too salty, so we ordered pizza.',
  'The bakery raised its prices due to the cost of flour.', 'A broken heater led to a cold weekend at the cabin.', 'The choir grew thanks to the new conductor.', 'The roof was renewed after the hailstorm.',
];
