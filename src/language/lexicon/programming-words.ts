/** Words that programmers cut short: the full word first, then how it is written. */
export const ABBREVIATIONS = `
string str strs
integer int ints
number num nums nbr
boolean bool
character char chr chars
argument arg args argv
parameter param params
keyword kwarg kwargs
attribute attr attrs
property prop props
variable var vars
value val vals
index idx indices
element elem elems elt
object obj objs
function func fn funcs
method meth
dictionary dict dicts
directory dir dirs
message msg msgs
error err errs
exception exc ex
configuration cfg config conf
database db
connection conn
request req
response resp res
temporary temp tmp
maximum max
minimum min
average avg mean
standard std
deviation dev
length len
count cnt
previous prev
current cur curr
source src
destination dst dest
reference ref refs
pointer ptr
address addr
buffer buf
image img
picture pic
document doc docs
environment env
information info
initialize init initialise
calculate calc
synchronize sync
asynchronous async
authenticate auth
administrator admin
application app
library lib
utility util utils
package pkg
module mod
specification spec specs
expression expr
statement stmt
regex regexp re
coordinate coord coords
position pos
column col cols
array arr ndarray
matrix mat
vector vec
dimension dim dims
probability prob
distribution dist
difference diff
multiply mul mult
divide div
subtract sub
generate gen
execute exec
command cmd
process proc
memory mem
timestamp ts
datetime dt
original orig
description desc
separator sep
delimiter delim
language lang
password pwd passwd
repository repo
version ver
window win
pixel px
random rand rnd
sequence seq
iterator iter
concatenate concat
identifier id ids
numpy np
pandas pd
matplotlib plt pyplot
tensorflow tf
dataframe df dfs
convert conv
interactive interact
seconds secs sec
milliseconds ms millis
minutes mins
alphabet alpha
alphanumeric alnum
picture pic pics
magnitude mag
frame frm
server srv
service svc
transaction tx txn
authorization authz
`;

/** Names that standard libraries write in one, in their words. */
export const WRITTEN_IN_ONE = `
isfile is file
isdir is directory
islink is link
isinstance is instance
issubclass is subclass
isdigit is digit
isnumeric is numeric
isalpha is alpha
isspace is space
isnull is null
isnan is nan
isin is in
getattr get attribute
setattr set attribute
hasattr has attribute
delattr delete attribute
getcwd get current directory
makedirs make directories
mkdir make directory
rmdir remove directory
rmtree remove tree
listdir list directory
chdir change directory
dirname directory name
basename base name
filename file name
filenames file names
filepath file path
filetype file type
pathname path name
hostname host name
username user name
classname class name
realpath real path
abspath absolute path
readline read line
readlines read lines
writelines write lines
startswith starts with
endswith ends with
splitlines split lines
tostring to string
tolist to list
todict to dictionary
toarray to array
strftime format time
strptime parse time
timedelta time delta
datetime date time
timezone time zone
setdefault set default
iteritems iterate items
itervalues iterate values
iterkeys iterate keys
savefig save figure
savetxt save text
loadtxt load text
savez save
imread image read
imwrite image write
imshow image show
groupby group by
dropna drop missing
fillna fill missing
urlopen open url
urlparse parse url
urljoin join url
urlencode encode url
urllib url library
logfile log file
subprocess process
zipfile zip file
tarfile tar file
tempfile temporary file
parseint parse integer
parsefloat parse float
indexof index of
stringify string
println print line
printf print format
sprintf string print format
strlen string length
strcmp string compare
strcpy string copy
memcpy memory copy
malloc allocate memory
hashmap hash map
namedtuple named tuple
defaultdict default dictionary
ordereddict ordered dictionary
argparse argument parse
argparser argument parser
optparse option parse
lowercase lower case
uppercase upper case
whitespace white space
newline new line
newlines new lines
linewidth line width
fontsize font size
barplot bar plot
colormap color map
colorbar color bar
logspace log space
linspace linear space
argmax argument maximum
argmin argument minimum
`;

/** Words that mean much the same when they speak of code. */
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
