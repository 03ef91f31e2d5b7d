/** English irregular forms: the dictionary form first, then its forms. Lines with # are headings. */
export const IRREGULAR = `
be am is are was were been being
have has had having
do does did done
go goes went gone
say said
get got gotten
make made
know knew known
think thought
take took taken
see saw seen
come came
find found
give gave given
tell told
feel felt
become became
leave left
put put
mean meant
keep kept
begin began begun
show shown
hear heard
run ran
hold held
bring brought
write wrote written
sit sat
stand stood
lose lost
pay paid
meet met
lead led
understand understood
speak spoke spoken
spend spent
grow grew grown
win won
teach taught
buy bought
send sent
fall fell fallen
build built
sell sold
break broke broken
drive drove driven
rise rose risen
wear wore worn
choose chose chosen
draw drew drawn
eat ate eaten
fly flew flown
catch caught
throw threw thrown
fight fought
forget forgot forgotten
forgive forgave forgiven
hide hid hidden
hang hung
sing sang sung
swim swam swum
drink drank drunk
ride rode ridden
sleep slept
steal stole stolen
swear swore sworn
wake woke woken
shake shook shaken
freeze froze frozen
bite bit bitten
blow blew blown
sink sank sunk
ring rang rung
shoot shot
seek sought
lend lent
bend bent
dig dug
feed fed
lay laid
light lit
shine shone
stick stuck
strike struck
sweep swept
swing swung
tear tore torn
weave wove woven
wind wound
bear bore born
beat beaten
bleed bled
breed bred
creep crept
deal dealt
dream dreamt
flee fled
kneel knelt
leap leapt
learn learnt
burn burnt
spell spelt
spin spun
spring sprang sprung
sting stung
undergo underwent undergone
withdraw withdrew withdrawn
overcome overcame
child children kids
man men
woman women
person people
foot feet
tooth teeth
mouse mice
goose geese
wife wives
life lives
knife knives
leaf leaves
wolf wolves
half halves
shelf shelves
loaf loaves
thief thieves
good better best
bad worse worst
far further furthest
little less least
big bigger biggest
happy happier happiest
`;
