/** Words on one subject, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const TOPICS = `
family mother father parent son daughter kid child brother sister grandma grandpa aunt uncle cousin wife husband baby relative sibling
romance love date marry wedding girlfriend boyfriend husband wife partner kiss relationship engaged divorce propose couple
friendship friend buddy companion hangout support trust bond social relationship
career job work employ boss office interview salary promotion colleague resume hire company business profession intern career
business company startup shop store customer entrepreneur market product sell profit invest owner brand marketing retail
money cash pay salary price cost bank budget debt loan save spend invest finance rent tax bill expense insurance
property house apartment rent mortgage landlord move neighborhood home roommate realtor
furniture chair table sofa couch bed desk shelf lamp cabinet carpet mattress wardrobe
cleaning clean wash tidy vacuum sweep mop dust laundry chore dish broom
gardening garden plant flower seed soil grow vegetable tree lawn backyard harvest
cooking cook bake recipe kitchen oven ingredient chef dish meal stir fry grill boil slice chop pan
meal breakfast lunch dinner supper snack eat food restaurant dish brunch
dessert cake cookie pie chocolate candy cream pastry cupcake sugar sweet bake muffin brownie
fruit apple banana orange berry strawberry blueberry grape lemon mango peach pear melon pineapple coconut
vegetable carrot potato onion tomato cucumber pepper spinach lettuce broccoli garlic bean cabbage mushroom salad
meat beef pork chicken steak bacon ham sausage turkey lamb barbecue grill burger
seafood fish salmon tuna shrimp crab lobster sushi oyster
drink coffee tea juice water milk wine beer soda cocktail bar cup glass bottle alcohol
restaurant waiter menu chef table dinner order cuisine cafe diner dine
health doctor hospital medicine disease illness symptom treatment patient nurse diet exercise surgery clinic
illness flu cold fever cough virus infection cancer disease asthma allergy headache diabetes
fitness gym workout exercise run yoga weight muscle training jog stretch swim marathon cardio
mental therapy stress anxiety depression meditation counseling mindfulness emotion therapist support psychology
injury hurt accident wound broken pain ankle knee sprain fracture bleed surgery
body head face eye ear nose mouth hand arm leg foot finger knee shoulder stomach chest hair skin neck
emotion happy sad angry afraid excited proud lonely jealous nervous love hate feeling joy fear
sleep bed night dream nap tired rest wake pillow insomnia
travel trip vacation holiday flight hotel airport tour visit beach tourist luggage passport abroad explore destination
outdoors hike camp trail mountain forest lake nature tent campfire park river canyon backpack waterfall
beach sea ocean sand wave surf swim sun shore coast island seashell holiday vacation
vehicle car truck bus train bike motorcycle van taxi plane boat drive ride wheel engine
car drive engine tire garage mechanic road fuel gas traffic brake driver
aviation plane pilot airport flight jet helicopter fly runway passenger
ship boat sail sea ocean port captain ferry yacht crew
city town street building downtown urban mayor traffic neighborhood skyscraper
pet dog cat puppy kitten hamster parrot fish leash vet adopt breed bark fur
animal dog cat horse cow bird fish lion tiger bear elephant monkey snake wolf fox deer rabbit panda zoo
farm cow pig sheep chicken goat farmer barn tractor crop harvest horse
bird eagle parrot duck owl feather nest wing fly
insect bee butterfly ant spider mosquito fly
plant flower tree rose leaf grass seed garden root blossom sunflower lily tulip
weather rain snow storm wind sun cloud cold hot temperature thunder fog hurricane forecast
disaster earthquake flood hurricane storm fire tsunami tornado rescue victim damage
environment climate pollution recycle green energy conservation planet ecology sustainable solar
space star planet moon sun astronaut rocket telescope galaxy universe nasa orbit
season winter spring summer autumn fall
winter snow ice cold ski christmas
weekday monday tuesday wednesday thursday friday saturday sunday
month january february march april may june july august september october november december
holiday christmas easter thanksgiving halloween hanukkah birthday celebrate party gift family
party celebrate birthday guest dance invite cake music gathering festival balloon
school class teacher student homework exam college lesson grade classroom course university study education
university college degree campus professor student graduate dorm lecture major scholarship thesis
science research experiment laboratory physics chemistry biology scientist theory
math number calculate algebra geometry equation statistics
book read novel author story library chapter fiction literature page fantasy bestseller
writing write author poem story blog journal novel article screenplay script publish
art paint draw sculpture gallery artist canvas museum sketch exhibition craft color portrait
craft knit sew pottery clay ceramic handmade paint crochet woodworking origami
photography photo camera picture lens photographer shot portrait image
music song band guitar piano concert sing album instrument drum violin singer melody jazz rock musician
instrument guitar piano violin drum flute trumpet saxophone clarinet cello harp
dance dancer ballet salsa studio choreography stage rehearsal performance
film movie actor director cinema watch scene theater script hollywood screen
television show series episode watch channel tv season netflix
theater play stage actor perform audience drama musical
sport game team player coach score win match tournament ball league athlete championship
soccer football goal ball kick team match
basketball ball hoop court shoot dunk team
baseball bat ball pitch team
tennis racket court ball serve
watersport swim surf dive kayak canoe sail pool boat paddle snorkel
wintersport ski snowboard skate sled hockey snow ice
combat boxing karate wrestling judo fight martial kickboxing
cycling bike bicycle ride cyclist pedal helmet
gaming game videogame console play nintendo playstation xbox controller gamer tournament level
boardgame chess card puzzle dice monopoly checkers
toy doll lego puzzle ball kite teddy block
clothing shirt dress pants shoe jacket hat coat jeans skirt sweater sock wear outfit scarf glove fashion
jewelry ring necklace bracelet earring gold silver diamond
beauty makeup hair salon skin cosmetic lipstick nail
color red blue green yellow black white orange purple pink brown gray
computer laptop software keyboard screen internet program file hardware printer mouse
phone call text mobile app message smartphone
internet website online web email social blog download browser
socialmedia instagram facebook twitter post follower blog youtube video influencer tiktok
programming code software developer bug test function program debug compile python javascript java algorithm
software bug release deploy test feature code version repository commit branch build pipeline
database query table sql index schema row column migration transaction postgres sqlite
web server client api request http browser frontend backend endpoint url
security password login encrypt token attack hack authentication permission vulnerability
devops deploy docker kubernetes server cloud pipeline container monitoring aws
ai model training neural machine learning data prompt agent robot embedding
data table file csv json record information analysis chart statistics
error exception crash bug failure fix debug stack trace timeout
performance latency slow memory cpu cache speed optimize benchmark
news newspaper journalist report article headline press media
politics government president election vote minister party senator congress parliament policy democrat republican
law court judge lawyer trial crime police jury legal prison arrest sentence
crime murder steal robbery police arrest victim thief suspect kill prison
war army soldier military weapon battle attack bomb troop peace conflict veteran
terror attack bomb explosion militant terrorist kill
religion god church pray faith bible priest temple spiritual christian muslim buddhist worship
activism protest rights equality campaign march volunteer community pride advocate lgbtq cause
charity volunteer donate fundraiser shelter homeless community help nonprofit food
community neighborhood volunteer local group event center member
military army navy marine soldier officer veteran base
childcare baby toddler daycare nursery diaper kid playground babysitter
playground swing slide park kid play
adoption adopt agency foster child parent orphan
identity gender transgender gay lesbian lgbtq queer pride transition acceptance
europe france germany italy spain england london paris rome berlin portugal greece sweden ireland
asia china japan india korea thailand vietnam tokyo indonesia beijing
america usa york california texas florida chicago boston canada mexico
africa egypt kenya nigeria morocco
middleeast iran iraq syria israel turkey afghanistan
nationality american french german italian spanish english chinese japanese indian russian swedish
language english spanish french german chinese translate speak vocabulary
material wood metal plastic glass paper stone cotton leather steel
tool hammer knife saw drill screwdriver scissors axe nail
container box bag bottle jar basket bucket cup
building house tower church school hospital office bridge castle
room kitchen bedroom bathroom hall basement attic garage
road street highway path bridge traffic lane
direction left right north south east west up down
shape circle square triangle round line
number one two three four five six seven eight nine ten hundred thousand million
time hour minute day week month year morning evening night today tomorrow yesterday
history ancient war century museum king empire past
royalty king queen prince princess castle crown
goal plan dream ambition achieve success future aim
decision choose decide choice option plan
achievement award win prize medal success trophy graduate proud
motivation inspire encourage support passion determination goal
conversation talk chat discuss speak tell ask
memory remember forget recall remind nostalgia
death funeral grief die grave loss mourn
fire smoke burn flame firefighter
emergency police ambulance fire rescue hospital accident
shopping shop buy store mall price sale cart purchase
stock share market investor price index trade nasdaq
oil gas energy fuel pipeline electricity power
`;
