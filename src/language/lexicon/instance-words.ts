/**
 * Kinds of things that questions ask for, with instances: words for the kind before the colon, instances
 * after it, one kind per line; written by hand from general knowledge. Narrower than a topic: only what
 * would be named in an answer to "which …".
 */
export const INSTANCE_WORDS = `
activity hobby pastime interest leisure recreation fun : paint draw sketch pottery ceramics clay sculpt knit crochet sew quilt embroider weave garden bake cook hike camp swim run jog cycle bike surf ski snowboard skate kayak canoe sail row climb boulder fish yoga pilates meditate dance sing guitar piano violin drum read write journal photography game gaming chess puzzle museum concert theater movie picnic beach travel volunteer workout gym karate boxing tennis golf soccer football basketball volleyball baseball badminton bowling archery horseback birdwatch stargaze collect blog podcast scrapbook carpentry woodwork calligraphy origami marathon roadtrip dive snorkel barbecue karaoke aquarium zoo
relax unwind destress cope calm recharge decompress escape : read run walk jog swim yoga meditate music paint pottery bath nature garden hike camp knit sketch journal breathe piano guitar sleep nap massage tea dance cook bake game movie stretch therapy
sport athletics exercise workout fitness : run jog swim surf ski snowboard skate skateboard kayak row climb boulder yoga pilates gym weightlift karate judo taekwondo boxing kickbox wrestling tennis golf soccer football basketball volleyball baseball softball badminton hockey cricket rugby lacrosse bowling archery gymnastics cycle bike marathon triathlon hike dive fence handball polo squash zumba crossfit sprint treadmill
outdoor nature : hike camp kayak canoe climb fish ski surf swim bike picnic trail mountain lake forest waterfall beach park garden birdwatch stargaze sunset campfire tent canyon
book novel read reading series author : novel book memoir biography trilogy fantasy fiction thriller mystery poem poetry chapter bestseller saga story autobiography paperback
movie film show watch : movie film trilogy sequel documentary sitcom series episode drama comedy thriller cartoon anime blockbuster
instrument : piano guitar violin viola cello flute clarinet saxophone oboe trumpet trombone tuba drum harp ukulele banjo bass keyboard accordion harmonica percussion
music musician band artist singer genre : rock jazz pop classical blues country folk hip-hop rap reggae metal soul punk techno indie opera orchestra concert album song gig
pet animal : dog cat puppy kitten hamster rabbit bunny parrot fish goldfish turtle tortoise snake lizard gecko horse pony bird canary ferret chicken pup guinea pig spider iguana cow sheep goat duck
location place destination visit travel trip geographical : city town village island beach lake river mountain park museum desert canyon forest coast castle temple cathedral bridge ruin resort cabin market aquarium zoo abroad overseas
city town : london paris rome berlin madrid barcelona lisbon amsterdam vienna prague dublin edinburgh tokyo kyoto osaka seoul beijing shanghai singapore bangkok delhi mumbai sydney melbourne toronto vancouver montreal york boston chicago seattle denver austin dallas houston miami atlanta phoenix portland philadelphia detroit minneapolis nashville orleans francisco angeles diego vegas washington
country nation abroad : america usa canada mexico brazil argentina chile peru colombia england britain scotland ireland france germany spain portugal italy greece turkey switzerland austria belgium netherlands holland denmark sweden norway finland iceland poland ukraine russia china japan korea india thailand vietnam indonesia philippines australia zealand egypt morocco kenya nigeria africa israel
state region : california texas florida nevada oregon colorado arizona utah hawaii alaska michigan ohio illinois minnesota georgia virginia carolina tennessee louisiana montana massachusetts connecticut vermont maine pennsylvania jersey washington
event gathering occasion : parade conference workshop meeting festival concert fair exhibition show party wedding ceremony race marathon gala fundraiser seminar retreat tournament competition match reunion graduation auction webinar summit rally march protest carnival picnic barbecue convention meetup launch screening recital expo hackathon talk speech
community cause charity volunteer help : shelter fundraiser donate food toy drive homeless mentor tutor cleanup campaign awareness orphanage hospital school veteran march parade conference group speech
food dish meal snack cook eat recipe cuisine : pizza pasta spaghetti lasagna salad soup stew curry rice noodle sushi taco burrito sandwich burger steak chicken beef pork lamb fish salmon tuna shrimp egg omelette bread cheese bean vegetable potato pancake waffle cereal yogurt fruit barbecue dumpling ramen roast pie chili casserole popcorn chips hummus tofu
dessert sweet treat bake cake : cake cookie pie chocolate brownie muffin cupcake tart pudding pastry donut candy cheesecake icecream sorbet gelato mousse croissant pancake
drink beverage : coffee tea juice water milk wine beer soda cocktail smoothie lemonade cocoa whisky espresso latte
fruit vegetable : apple banana orange strawberry blueberry raspberry cherry grape lemon mango peach pear melon pineapple tomato carrot potato onion cucumber pepper lettuce spinach broccoli pumpkin zucchini corn
item thing object possession purchase bought buy own gift present souvenir : shoes sneaker boot dress jacket coat shirt sweater hat scarf phone laptop tablet camera necklace bracelet ring earring watch bag backpack purse figurine poster candle mug bowl plate cup lamp blanket pillow toy doll bike car guitar piano book puzzle vase plant flower bouquet card painting instrument headphone console jersey basketball trophy console furniture couch mattress
collect collection collectible memorabilia keepsake memento souvenir : jersey sneaker card coin stamp figurine poster vinyl record book comic postcard magnet ball autograph signed photo action figure doll trophy ticket
clothes clothing outfit wear fashion : shirt dress skirt pants jeans jacket coat sweater hoodie shoes sneaker boot sandal hat cap scarf glove sock tie suit blouse shorts uniform costume gown
jewelry accessory : necklace bracelet ring earring pendant watch brooch chain
symbol sign : flag cross heart star rainbow eagle dove ring necklace pendant tattoo mural
vehicle car transport : car truck bus van motorcycle scooter bike bicycle train plane boat ship ferry taxi tram subway jeep prius
job occupation career profession living work : teacher nurse doctor engineer lawyer chef waiter barista artist painter writer author journalist editor photographer musician actor director dancer designer programmer developer scientist researcher professor counselor therapist psychologist social pilot driver mechanic carpenter electrician plumber farmer firefighter police officer soldier manager accountant salesperson banker entrepreneur consultant architect librarian veterinarian dentist pharmacist trainer coach athlete model cashier realtor
business company venture startup : shop store studio cafe restaurant bakery agency clothing dance online brand franchise firm salon
study subject major degree field course class : math physics chemistry biology history geography literature philosophy psychology sociology economics law medicine nursing engineering computer programming art music education marketing business accounting journalism politics language spanish french german pottery cooking painting yoga dance
language : english spanish french german italian portuguese dutch russian chinese mandarin japanese korean arabic hindi turkish greek latin swedish
art artwork craft medium create creative : painting drawing sketch sculpture pottery ceramic photograph mural collage portrait watercolor acrylic oil abstract landscape self-portrait stained glass mosaic quilt embroidery origami poem
pottery ceramics : bowl cup mug plate vase pot dish figurine jar tile
subject painted painting draw drew : sunset sunrise landscape portrait flower tree forest mountain ocean sea beach lake horse cat dog bird bowl fruit rainbow sky still nature abstract figure
family relative relation : mother father mom dad parent son daughter child kid brother sister sibling grandmother grandfather grandma grandpa aunt uncle cousin niece nephew husband wife spouse fiance twin
friend support people supporter : friend family mentor mother father partner husband wife colleague teammate neighbor group community therapist coach boss
problem issue challenge struggle difficulty setback obstacle hardship : injury hurt accident illness sick divorce breakup layoff fired lost debt stress anxiety depression doubt pain fail failure flood fire broke delay rejected rejection discrimination lonely funeral death
illness health condition symptom disease injury : asthma allergy diabetes cancer flu cold fever cough headache migraine arthritis anxiety depression insomnia infection ulcer gastritis heart blood pressure weight obesity sprain fracture ankle knee back shoulder surgery
allergy allergic : peanut nut dairy milk egg gluten wheat shellfish pollen dust fur cat dog reptile cockroach
emotion feeling mood : happy sad angry afraid scared excited proud lonely jealous nervous anxious grateful thankful relieved overwhelmed frustrated disappointed calm hopeful inspired
color colour : red blue green yellow black white orange purple pink brown gray turquoise violet gold silver
season month time : spring summer autumn fall winter january february march april may june july august september october november december
holiday celebration celebrate tradition : christmas easter thanksgiving halloween hanukkah birthday anniversary newyear ramadan diwali valentine wedding festival
game videogame boardgame : chess checkers monopoly scrabble poker card puzzle console nintendo playstation xbox minecraft fifa quest shooter strategy multiplayer rpg dungeon tournament valorant
device technology gadget electronics : phone laptop tablet computer camera printer drone console watch headphone speaker monitor keyboard robot router television
app software tool platform language framework : python java javascript typescript rust postgres sqlite redis docker kubernetes linux windows android github slack figma excel
furniture room home house : couch sofa chair table desk bed shelf lamp carpet mattress cabinet wardrobe kitchen bedroom bathroom garden balcony
plant flower garden grow : rose tulip lily sunflower daisy orchid lavender basil mint tomato herb cactus succulent fern tree succulent pepper
weather disaster : rain snow storm wind fog hurricane flood earthquake tornado wildfire drought heatwave thunder
award achievement accomplishment prize success milestone : trophy medal prize certificate scholarship championship title graduate degree promotion published award record win won
goal dream plan ambition aspiration hope future : win championship title degree career business open start buy house travel adopt marry marathon brand publish improve learn scholarship promotion
transportation commute : bus train subway tram bike car ferry taxi walk
school education : school college university academy kindergarten degree diploma course
religion faith church : church mosque temple synagogue prayer bible christian muslim buddhist hindu jewish
military service : army navy marine airforce soldier veteran base deployment
shelter rescue : dog cat puppy kitten homeless animal
camp camping trip : forest beach mountain lake desert tent campfire park river
motivation inspiration inspire motivate reason : family friend mother father kid daughter son story experience journey passion dream art nature book music mentor teacher
endorsement deal sponsor brand : nike adidas gatorade puma reebok underarmour pepsi coca-cola
`;
