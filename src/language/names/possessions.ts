import { wordList } from './word-list.js';

/** People one is related to. */
export const RELATIVES = wordList(`
  mother mom mum mommy mama father dad daddy papa parent parents sister brother sibling siblings twin twins son daughter child
  children kid kids baby toddler stepson stepdaughter stepmom stepdad stepmother stepfather stepsister stepbrother wife husband spouse
  partner boyfriend girlfriend fiance fiancé fiancée fiancee ex grandmother grandma granny nana grandfather grandpa grandparents
  grandson granddaughter grandchildren grandkids aunt auntie uncle cousin cousins niece nephew godmother godfather godson
  goddaughter in-laws mother-in-law father-in-law sister-in-law brother-in-law family fam friend friends bestie buddy pal roommate
  flatmate housemate neighbor neighbour neighbors boss manager supervisor colleague colleagues coworker coworkers co-worker teammate
  teammates mentor coach teacher tutor professor advisor therapist doctor dentist landlord tenant trainer instructor lawyer accountant
 
`);

/** Animals one keeps. */
export const PETS = wordList(`
  dog dogs puppy puppies pup pups cat cats kitten kittens pet pets horse pony rabbit bunny hamster gerbil parrot parakeet turtle
  tortoise fish goldfish snake lizard gecko chicken chickens cow goat sheep ferret chinchilla budgie canary labrador retriever poodle
  beagle bulldog shepherd terrier husky corgi dachshund
`);

/** Things, places and undertakings of one's own that are worth remembering. */
export const BELONGINGS = wordList(`
  team crew band client clients customer home house apartment flat condo room bedroom kitchen garage garden yard backyard balcony studio office desk farm cabin cottage
  car truck van bike bicycle motorcycle scooter boat rv camper suv
  job career work internship company business startup shop store restaurant firm practice salary promotion degree major thesis
  dissertation exam exams class classes course courses school college university project projects assignment paper research
  laptop computer phone tablet camera tv headphones earbuds watch console keyboard monitor printer drone router server
  guitar piano violin drums drum cello flute saxophone trumpet ukulele clarinet bass banjo harmonica
  necklace ring bracelet earrings jewelry tattoo dress jacket coat shoes sneakers boots bag backpack wallet purse glasses sunglasses hat
  scarf sweater
  painting paintings sculpture pottery drawing drawings sketchbook art artwork novel book books poem poems screenplay script story
  blog podcast channel website app album song songs recipe recipes collection diary journal portfolio game
  wedding honeymoon engagement birthday anniversary vacation trip holiday flight graduation divorce surgery diagnosis diet health
  allergy allergies asthma injury knee back ankle migraine anxiety depression medication diabetes pregnancy
  mortgage loan rent savings insurance passport visa license retirement
  hometown country neighborhood neighbourhood village city church gym hobby hobbies
  adoption repo repository codebase dataset model deadline presentation interview database branch roadmap
`);

/** Professions; also read as the object of `works_as`. */
export const PROFESSIONS = wordList(`
  accountant actor actress administrator advisor analyst animator architect artist assistant astronaut astronomer attorney author baker
  banker barber barista bartender biologist blogger bookkeeper bricklayer broker builder butcher carpenter cashier chef chemist
  choreographer clerk coach coder comedian composer conductor consultant contractor cook cop counselor counsellor curator dancer dentist
  designer detective developer dietitian director doctor driver economist editor electrician engineer entrepreneur farmer filmmaker
  firefighter florist gardener geologist guard guide hairdresser historian illustrator instructor interpreter investor janitor journalist judge
  landscaper lawyer lecturer librarian lifeguard manager marketer mathematician mechanic medic midwife model musician nanny neurologist
  novelist nurse nutritionist officer optician painter paralegal paramedic pediatrician pharmacist philosopher photographer
  physician physicist physiotherapist pianist pilot plumber poet politician postdoc potter principal producer professor programmer
  psychiatrist psychologist realtor receptionist recruiter reporter researcher sailor salesperson scientist sculptor secretary singer
  soldier solicitor statistician streamer student surgeon surveyor tailor teacher technician tester therapist trader trainer
  translator tutor veterinarian vet videographer violinist waiter waitress welder worker writer ceo cto cfo founder cofounder co-founder
`);
