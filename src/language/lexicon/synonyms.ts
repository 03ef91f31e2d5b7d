/** Synonyms, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const SYNONYMS = `
# people and family
kid child children youngster toddler youth
baby infant newborn
boy lad son
girl lass daughter
teenager teen adolescent
man guy male gentleman dude fellow men
woman lady female women gal
person people human individual folk someone
adult grownup
mother mom mum mommy mama
father dad daddy papa
parent mother father mom dad
child son daughter kid
brother sibling
sister sibling
grandmother grandma granny nana
grandfather grandpa grandad
grandparent grandmother grandfather grandma grandpa
aunt auntie
uncle nephew niece cousin relative
family relative kin household relation
wife spouse partner husband
husband hubby spouse
girlfriend boyfriend partner sweetheart
marry marriage wed wedding engaged engagement bride groom
divorce separate breakup split
single unmarried alone
friend buddy pal mate companion friendship
neighbor neighbour neighborhood
colleague coworker teammate workmate
boss manager supervisor employer
crowd audience spectator public
group team crew band squad
member participant
leader chief head captain
guest visitor
stranger unknown unfamiliar
twin double pair couple
ancestor heritage root ancestry descent
orphan adopt adoption foster
pregnant pregnancy expecting birth
born birth birthday
die death dead decease pass perish
funeral burial grave cemetery
name call title
race ethnicity
# work and business
job work career profession occupation employment vocation
employ hire recruit
fire dismiss layoff sack
resign quit
employee worker staff personnel
interview applicant candidate
apply application
company firm business corporation enterprise
office workplace
factory plant mill
meeting conference
boss chief
promote promotion raise advance
salary wage pay income earnings
retire retirement pension
entrepreneur founder startup
customer client buyer consumer
shop store market boutique mall
sell sale vendor retail
buy purchase shop acquire
deal bargain discount
contract agreement deal
advertise advert advertisement commercial promote marketing
produce manufacture make
product goods item merchandise
deliver delivery ship
project assignment task
task chore duty
deadline due
skill ability talent capability
expert specialist professional
volunteer charity donate donation
help assist aid support
teamwork cooperate collaborate collaboration together
organize arrange plan coordinate
schedule timetable calendar agenda
busy swamped occupied hectic
lazy idle
success succeed achievement accomplish accomplishment
fail failure
goal aim target objective purpose
ambition dream aspiration
effort attempt try
achieve reach attain accomplish
win victory triumph champion
lose loss defeat
compete competition contest tournament
prize award trophy medal
reward bonus
network connection contact
lawyer attorney
police cop officer
soldier troop military army
doctor physician
nurse caregiver
teacher instructor educator professor tutor
student pupil learner
scientist researcher
engineer technician
writer author novelist
artist painter
chef cook
driver motorist
farmer rancher
builder carpenter
actor actress performer
singer vocalist
musician player
journalist reporter
designer stylist
cleaner janitor
secretary assistant
waiter waitress server
counselor therapist psychologist
# money
money cash fund currency
bank loan mortgage
cost price expense fee
expensive costly pricey
cheap inexpensive affordable
rich wealthy
poor poverty needy
debt owe
save saving
spend spending
invest investment investor
stock share
tax duty
profit gain
budget finance financial
donate contribute give
rent lease
insurance insure
bill invoice
gift present
free complimentary
# home
house home residence
apartment flat condo
move relocate relocation
roommate housemate flatmate
landlord owner
own possess have
room bedroom
couch sofa
chair seat
bed mattress
table desk
cupboard cabinet closet wardrobe
lamp light
carpet rug
window glass
door gate entrance
wall fence
garden yard backyard lawn
garage shed
kitchen stove oven
bathroom toilet restroom
bath shower
clean tidy wash
dirty messy filthy mess
trash garbage rubbish waste
fix repair mend
renovate remodel restore
decorate decor decoration
build construct construction
furniture furnish
tool equipment gear
key lock
blanket quilt
pillow cushion
roof ceiling
floor ground
stair step
bag backpack purse sack
box container package
bottle jar
cup mug
bowl dish plate
knife blade
pan pot
broken break damage
# food
food meal dish cuisine
eat dine consume
dinner supper
lunch noon
breakfast brunch
snack treat
recipe cook cooking
bake baking oven
dessert sweet cake
cake pastry pie
cookie biscuit
candy sweet chocolate
bread loaf toast
noodle pasta spaghetti
soup stew broth
meat beef pork
chicken poultry turkey
fish seafood salmon tuna
shrimp prawn
vegetable veggie
fruit apple berry
potato fries
onion garlic
tomato ketchup
egg omelette
cheese dairy
rice grain
salad lettuce
vegetarian vegan
restaurant diner bistro
cafe coffee
coffee espresso latte
drink beverage
wine beer alcohol
drunk alcohol
water liquid
juice smoothie
soda cola
milk cream
hungry hunger starve
thirsty thirst
taste flavor
delicious tasty yummy
spicy hot
fresh new
slice cut chop
peel skin
stir mix blend
fry grill roast
boil steam
pour spill
# health
health wellness wellbeing
ill sick unwell illness sickness disease
cold flu
fever temperature
pain ache hurt sore
injury injure wound hurt
hospital clinic
medicine medication drug pill
therapy therapist counseling treatment
cure heal recover recovery
surgery operation
patient sick
diagnose diagnosis
allergy allergic
cancer tumor
heart cardiac
diet nutrition
weight heavy
overweight fat obese
thin slim skinny
fit fitness exercise workout
gym workout
yoga meditation meditate mindfulness
tired exhausted weary fatigue
sleep nap asleep
rest relax unwind
dream nightmare
wake awake
stress stressed pressure tension
anxiety anxious worry nervous
depression depressed
mental psychological
addiction addict
smoke cigarette
vaccine vaccination
blind sight
deaf hearing
disabled disability
healthy well
strong strength powerful
weak weakness
accident crash
emergency urgent
ambulance rescue
virus infection
dentist tooth teeth
# feelings and character
happy glad joyful cheerful delighted pleased joy happiness
sad unhappy upset sorrow sadness
angry mad furious anger annoyed
afraid scared frightened fear terrified
scary frightening terrifying
excited thrilled excitement excite
bored boring dull
surprise surprised astonish amaze
shock shocked
proud pride
ashamed shame embarrassed
lonely alone isolated
calm peaceful peace serene
hope hopeful
love adore
like enjoy fond
hate dislike despise
favorite prefer preference best
interest interested interesting
passion passionate enthusiasm
grateful thankful gratitude appreciate thank
sorry apologize regret apology
miss longing
jealous envy
trust rely confidence
confident confidence
doubt uncertain unsure
hesitate reluctant
brave courage courageous
kind nice gentle
generous giving
cruel mean
honest truthful sincere
lie dishonest
loyal faithful
polite courteous
rude impolite
funny humorous hilarious
joke humor
laugh giggle laughter
smile grin
cry weep tear sob
scream shout yell
smart clever intelligent bright
stupid dumb foolish
wise wisdom
crazy insane
curious curiosity
creative creativity imaginative
patient patience
stubborn determined determination
shy timid
outgoing sociable
personality character trait
attitude mindset
feel feeling emotion mood
comfort comfortable cozy
motivate motivation inspire inspiration encourage
inspire inspiring inspirational
challenge difficulty struggle obstacle
overcome conquer
support encourage
admire respect
care concern
forgive pardon
blame fault
guilty guilt
satisfied content
frustrated frustration frustrating
disappointed disappointment
impress impressed impressive
wonderful amazing awesome fantastic great incredible
good great excellent fine
bad terrible awful horrible
beautiful pretty gorgeous lovely
ugly hideous
attractive handsome cute
cool neat
weird strange odd unusual
special unique
perfect ideal
fun enjoyable entertaining
# thinking and speaking
think believe consider
idea thought concept
opinion view perspective
know knowledge aware
understand comprehend grasp
realize recognize notice
remember recall memory
forget forgot
remind reminder
learn study
decide decision choose
choose pick select choice
option alternative
plan intend intention
guess suppose estimate
imagine envision
expect anticipate
wonder question
ask inquire request
answer reply respond response
question query
say tell state mention
talk speak chat conversation
discuss discussion debate
argue argument dispute quarrel
explain clarify describe
announce announcement declare
report statement
claim assert
admit confess
deny reject refuse
refuse decline
accept agree
agree consent
disagree oppose
suggest propose recommend suggestion
recommend recommendation advice
advise advice counsel tip
warn warning caution
promise vow swear
complain complaint
criticize criticism
praise compliment
thank appreciate
congratulate congratulation
invite invitation
greet hello hi
goodbye bye farewell
message text
letter mail email
call phone telephone ring
word term
language tongue
translate interpret
mean meaning
secret hidden private
truth true fact
false wrong
reason cause why
result outcome consequence effect
problem issue trouble
solve solution resolve
important significant crucial vital
necessary need essential
useful helpful
prove proof evidence
experience event
lesson moral
belief faith religion
meaningful significant
identity self
# education
school academy
university college campus
class course lesson
classroom class
degree diploma
graduate graduation
exam test quiz
grade mark score
homework assignment
teach educate instruct
education schooling
train training practice
research study investigate
science scientific
math mathematics
history historical
geography map
book novel
read reading
write writing
story tale narrative
poem poetry poet verse
library bookstore
page chapter
pen pencil
paper document
scholarship grant
workshop seminar
kindergarten preschool
major subject field
psychology mental
# travel and transport
travel trip journey voyage
vacation holiday getaway
visit tour
tourist traveler
explore adventure discover
hotel motel hostel
camp camping tent campsite
hike hiking trek trail
walk stroll
roadtrip road drive
airplane plane jet aircraft
airport flight
fly flight
train railway subway
bus coach
car automobile vehicle
truck lorry van
motorcycle motorbike
bicycle bike cycle
ship boat vessel ferry
sail yacht
drive ride
taxi cab
road street highway
street avenue
bridge tunnel
traffic jam
ticket pass
passport visa
luggage suitcase baggage
map direction
abroad overseas foreign
country nation
city town
village countryside
capital city
place location spot
area region zone
beach shore coast seaside
island isle
mountain hill peak
arrive reach come
leave depart go
return back
enter entry
exit leave
near close nearby
far distant
stay remain
wander roam
immigrant immigration immigrate
culture tradition custom
scenery view landscape
# nature and animals
nature outdoors wilderness
animal creature
pet dog cat
dog puppy pup hound
cat kitten kitty
horse pony
cow cattle
sheep lamb goat
pig hog
rabbit bunny
bird parrot
chicken hen rooster
duck goose
snake reptile
lizard turtle
mouse rat
bear panda
lion tiger
monkey ape
fish aquarium
insect bug
bee wasp
butterfly moth
tree wood
forest woods jungle
flower blossom bloom rose
plant grow garden
grass lawn
leaf leaves
river stream creek
lake pond
sea ocean
wave surf
waterfall river
stone rock
sand beach
sky cloud
sun sunny sunshine
sunset sunrise dusk dawn
moon lunar
star planet
space universe
rain rainy
storm thunder hurricane
snow snowy ice
wind windy breeze
weather climate
hot warm heat
cold cool chilly freezing
fire flame blaze
smoke fumes
flood tsunami
earthquake quake
environment environmental ecology
pollution pollute
recycle recycling
wild wildlife
shelter rescue
feed eat
leash collar
vet veterinarian
# sports and hobbies
sport athletic
athlete player
game match
play playing
hobby pastime
soccer football
basketball hoop
baseball softball
tennis racket
golf club
swim swimming pool
run jog
race marathon
jump leap
climb climbing
dance dancing dancer
skate skating
ski skiing snowboard
surf surfing
fish fishing
hunt hunting
box boxing
wrestle fight
throw toss
catch grab
kick hit
ball football
goal score
coach trainer
stadium arena
team club
chess checkers
puzzle riddle
card poker
videogame console gaming gamer
toy doll
lego block
collect collection
garden gardening
knit sew
craft handmade
pottery ceramic clay
martial karate
bowling bowl
board skateboard
cyclist biker
# arts and media
art artwork
paint painting
draw drawing sketch
picture photo image photograph
photographer photography camera
sculpture statue
museum gallery exhibition exhibit
color colour
music song
song tune melody
sing singing
concert gig show
band orchestra
guitar ukulele
piano keyboard
violin fiddle
flute trumpet
drum percussion
instrument guitar
album record
jazz blues
film movie cinema
theater theatre stage
show performance
play drama
actor star
series episode show
television tv
video clip
cartoon animation
comedy comedian
news headline
newspaper magazine
article essay
blog post
book literature
fantasy fiction
character hero
famous popular celebrity
fan follower
festival carnival fair
parade march
design style
fashion clothing
poster banner sign
symbol represent
# clothes and body
clothes clothing outfit
dress gown
shirt blouse
pants trousers jeans
shoe boot sneaker
hat cap
coat jacket
sweater jumper
glove mitten
jewelry necklace bracelet
ring band
wear dressed
hair haircut
face cheek
eye look
hand palm
arm elbow
leg knee
foot feet
head skull
back spine
stomach belly
skin flesh
blood bleed
bone skeleton
brain mind
body figure
makeup cosmetic
tattoo ink
# technology and software
computer laptop pc
phone smartphone cellphone mobile
tablet ipad
internet web online
website site
app application
software program
code source
programmer developer
program programming
bug defect error
crash failure
debug troubleshoot
test testing
deploy deployment release
release version
update upgrade
install setup
configure configuration setting
delete remove erase
add append insert
create make
copy duplicate
save store
load open
run execute
start launch begin
stop halt
server host
database db
query search
file document
folder directory
repository repo
commit change
branch merge
function method
variable parameter
class object
library package
dependency module
api interface
user client
login signin
password credential
security secure
hack hacker
encrypt encryption
network internet
cloud server
backup copy
performance speed
slow latency
fast quick rapid
memory ram
disk drive storage
log logging
message notification
request call
response reply
exception error
refactor rewrite
documentation docs
feature functionality
requirement specification
robot machine
machine device
device gadget
electric electricity
battery charge
screen display
button click
print printer
technology tech
game gaming
data information
cache buffer
thread process
array list
token key
# time and change
begin start commence
end finish complete
stop cease
continue keep proceed
late delay
early soon
now currently
today nowadays
recent recently lately
often frequently
always forever
never ever
sometimes occasionally
rare seldom
usually normally
old elderly ancient
young youthful
new recent modern
past previous former
future upcoming
morning dawn
evening night
weekend saturday sunday
week weekly
day daily
month monthly
year annual
anniversary birthday
celebrate celebration party
party gathering
christmas xmas
holiday festival
moment instant
period era
century decade
wait await
hurry rush
change alter modify
become turn
transform transformation transition
grow increase rise
decrease reduce decline
improve improvement better
worsen worse
develop development
happen occur
routine habit
first initial
last final
next following
again repeat
# size, amount, state
big large huge
enormous gigantic massive
small little tiny
tall high
short brief
long lengthy
wide broad
narrow thin
deep depth
full complete
empty vacant
heavy weighty
light bright
dark darkness
loud noisy noise
quiet silent silence
hard difficult tough
easy simple
soft gentle
strong sturdy
safe safety secure
danger dangerous risk
fast speedy
slow gradual
same identical
different difference
similar alike
many several
few some
all every
most majority
half part
part piece
whole entire
enough sufficient
more additional extra
amount quantity
number figure
count number
top peak
bottom base
middle center
edge border
side flank
front ahead
behind back
inside indoor
outside outdoor
line row
circle round
kind type sort
example instance
group category
order sequence
common usual
normal ordinary
real actual
open unlock
close shut
# actions
get obtain receive
give provide offer
take grab
hold carry
bring fetch
send mail
put place
keep retain
find discover locate
search seek
lose misplace
look watch see
see view
hear listen
sound noise
touch feel
smell scent
show display
hide conceal
push press
pull drag
lift raise
drop fall
hit strike
attack assault
kill murder
shoot shooting
fight battle
war conflict
protect defend
guard protect
save rescue
steal rob
thief robber
arrest detain
crime criminal
jail prison
law legal
rule regulation
court trial
judge justice
allow permit
forbid ban
force compel
control manage
lead guide
follow chase
join participate
attend attendance
meet encounter
gather assemble
share divide
separate divide
connect link
attach fasten
mix combine
cover wrap
fill load
burn fire
destroy ruin
explode explosion bomb
cut chop
tear rip
shake tremble
turn spin
roll rotate
stand rise
sit seat
lie lay
kneel bend
crawl creep
escape flee
hug embrace
kiss peck
wave gesture
point indicate
cheer applaud
pray prayer
bless blessing
use utilize
need require
want desire wish
try attempt
prepare ready
wash clean
dry wipe
hang suspend
stick glue
dig bury
lean rest
float drift
slide slip
# society, politics, belief
government administration
president leader
minister secretary
politics political
election vote
party democrat
protest demonstration demonstrate
right freedom
equality equal
community society
volunteer volunteering
activist campaign
gay lesbian lgbt lgbtq queer
transgender trans
gender sex
accept acceptance inclusive
discriminate discrimination
religion religious
church temple
god lord
priest pastor
christian catholic
muslim islam
jewish jew
spiritual spirit
military army
weapon gun
nuclear atomic
terrorist terrorism
official authority
country state
international global
world earth
refugee migrant
homeless shelter
charity nonprofit
fundraiser fundraising
veteran soldier
citizen resident
policy strategy
treaty agreement
minority diversity
`;
