/** Words with much the same meaning in the context of code. */
export const PROGRAMMING_SYNONYMS = `
list array sequence vector ndarray tuple
dictionary map hash hashmap mapping object
function method procedure routine callable def
check test validate verify is has assert determine whether exists
get return retrieve obtain fetch find lookup read
set assign update put write
make create build construct generate new init initialize
remove delete drop strip erase discard pop clear clean
add append insert push extend include
convert cast transform translate change coerce turn parse format to
join concatenate merge combine concat
split tokenize divide partition chunk separate
sort order rank arrange
count number size length len
print display show output echo write dump log
read load open parse import
save write dump store export persist
find search locate match lookup
start begin launch run init open
stop end quit exit kill close terminate finish
call invoke run execute apply
compute calculate evaluate estimate get
compare equal match diff difference
copy clone duplicate
iterate loop walk traverse iter
flatten ravel unnest
unique distinct deduplicate dedupe duplicates
reverse invert backwards flip
filter select choose pick keep
random shuffle sample choice
empty blank null none nil missing nan
text string str unicode bytes
number integer float numeric digit decimal double
folder directory dir path
file path document
line row record
column field attribute property
picture image photo img
plot graph chart draw figure
average mean
biggest largest maximum max highest top
smallest lowest minimum min least
first head top begin leading
last tail end final trailing
date datetime day time timestamp
key index name
url link uri address
web http html request
json serialize serialise deserialize
table dataframe frame
error exception fail raise
type class kind
size shape dimension length
equal same identical
round truncate ceil floor
delay wait sleep pause
thread process async parallel
regex regular pattern match
equal equivalent identical same compare
smooth average filter mean
nonzero zero
substring slice part
rotate turn
resize scale shrink zoom
crop cut trim
trim strip
lower lowercase uncapitalize
upper uppercase capitalize
letter character alphabet
word token
integer int whole
binary bit bits bytes
hexadecimal hex
decode decrypt unpack deserialize
encode encrypt pack serialize
zip compress archive gzip
unzip extract decompress
upload send post put transmit
download fetch retrieve get
connect open link join attach
disconnect close detach
user account login
login authenticate signin
password secret credential
permission access right mode
environment env virtualenv
package module library
class object instance
inherit extend subclass
callback handler listener hook
event signal message
enable activate turn
disable deactivate
wrap decorate
cache memoize store
swap exchange interchange
nested deep recursive
recursive recursion
intersection common overlap
union merge combine
difference subtract minus
sum total add
product multiply times
power exponent square
root sqrt
absolute abs
logarithm log
standard normal
normalize scale standardize
variance deviation spread
distance norm length
angle degree radian
nearest closest neighbor
matrix array grid
transpose swap rotate
vector array list
tree node hierarchy
parent ancestor
child descendant children
edge link arc
column header field
cell entry value item
item element entry member
header heading title
label caption title
color colour rgb
screen display window monitor
keyboard key input
click press mouse
input read prompt ask
clear reset wipe clean empty
refresh reload update
progress percentage bar
version release
today now current
yesterday previous
midnight day date
weekday day
month date year
duration elapsed interval delta
timeout expire
`;
