/** Programmers' abbreviations: the full word first, then its short forms. */
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
