import { phrases } from './word-list.js';

/** `formal: short forms`, one per line. A short form may belong to several formal names (Alex, Chris, Sam). */
const TABLE = `
  abigail: abby abbie gail
  abraham: abe
  albert: al bert bertie
  alejandro: ale alex
  alexander: alex al xander sandy sasha lex
  alexandra: alex alexa sandra sasha lexi
  alfred: alf alfie fred
  alison: ali
  allison: ali allie
  amanda: mandy
  amelia: amy mia millie
  anastasia: ana stacy nastya
  andrea: andi drea
  andrew: andy drew
  angela: angie
  anna: annie anya
  anne: annie
  anthony: tony ant
  antonio: tony toni
  arthur: art artie
  barbara: barb babs barbie
  bartholomew: bart
  beatrice: bea trixie
  benjamin: ben benny benji
  bernard: bernie
  bradley: brad
  brandon: bran
  calvin: cal
  cameron: cam
  carolina: caro
  caroline: caro carrie carol
  cassandra: cass cassie sandra
  catherine: cathy cat kate katie
  charles: charlie chuck chaz
  charlotte: charlie lottie char
  christian: chris
  christina: chris tina chrissy christie
  christine: chris tina chrissy
  christopher: chris topher kit
  clifford: cliff
  cynthia: cindy
  daniel: dan danny
  danielle: dani ellie
  david: dave davey
  deborah: deb debbie
  dennis: denny
  dominic: dom nick
  donald: don donny
  dorothy: dot dottie
  douglas: doug
  edward: ed eddie ted ned teddy
  edmund: ed eddie
  eleanor: ellie nell nora
  elizabeth: liz lizzie beth betty eliza ella libby lisa betsy elsie
  emily: em emmy
  emma: em
  eugene: gene
  evelyn: eve evie
  florence: flo
  frances: fran frankie
  francis: frank fran
  francisco: paco pancho fran
  franklin: frank
  frederick: fred freddie rick
  gabriel: gabe
  gabriela: gabi
  gabrielle: gabby elle
  genevieve: gen
  geoffrey: geoff jeff
  gerald: gerry jerry
  gerard: gerry
  gregory: greg
  giuseppe: beppe
  guillermo: memo
  gwendolyn: gwen
  hannah: han
  harold: harry hal
  harriet: hattie
  helen: nell
  henry: harry hank hal
  herbert: herb bert
  howard: howie
  ignacio: nacho
  isaac: ike
  isabel: izzy bel
  isabella: bella izzy isa
  jacob: jake
  jacqueline: jackie
  james: jim jimmy jamie
  janet: jan
  jason: jay
  jeffrey: jeff
  jennifer: jen jenny jenn
  jeremy: jem
  jessica: jess jessie
  joanna: jo joey
  joanne: jo
  johannes: hans jo
  john: johnny jack
  jonathan: jon jonny nathan
  jose: pepe
  joseph: joe joey
  josephine: jo josie
  joshua: josh
  judith: judy
  julia: jules
  julian: jules
  katherine: kate katie kathy kat kit
  kathleen: kathy kat
  kathryn: kate katie kathy kat
  kenneth: ken kenny
  kimberly: kim
  kristina: kris tina
  lawrence: larry laurie
  leonard: leo len lenny
  leonardo: leo
  lillian: lily lil
  louis: lou louie
  louise: lou
  lucas: luke
  lucille: lucy
  madeleine: maddie
  madeline: maddie
  madison: maddie
  margaret: maggie meg peggy marge greta daisy rita
  maria: mari
  martha: marty
  martin: marty
  matthew: matt matty
  maximilian: max
  megan: meg
  melanie: mel
  melinda: mel mindy
  melissa: mel missy lissa
  michael: mike mick mikey mickey
  michelle: shelly mitch
  mitchell: mitch
  mohammed: mo
  nancy: nan
  natalie: nat
  natasha: nat tasha
  nathan: nate
  nathaniel: nate nathan nat
  nicholas: nick nicky nico
  nicole: nikki nic
  oliver: ollie
  olivia: liv livvy
  oscar: ozzie
  pamela: pam
  patricia: pat patty tricia trish
  patrick: pat paddy rick
  penelope: penny
  peter: pete
  philip: phil pip
  phillip: phil pip
  priscilla: cilla
  rachel: rach
  raymond: ray
  rebecca: becca becky bex
  reginald: reg reggie
  richard: rick dick rich richie ricky
  robert: bob rob bobby robbie bert
  roberto: beto
  roderick: rod
  rodney: rod
  ronald: ron ronnie
  rosemary: rose rosie
  roxanne: roxy
  rudolf: rudi rudy
  russell: russ
  ruth: ruthie
  samantha: sam sammy
  samuel: sam sammy
  sarah: sally sadie
  scott: scottie
  sebastian: seb bas
  sergio: checo
  shannon: shan
  sidney: sid
  sophia: sophie
  stanley: stan
  stephanie: steph
  stephen: steve
  steven: steve
  susan: sue susie suzy
  suzanne: sue suzy
  sylvester: sly
  tabitha: tabby
  teresa: terry tess tessa
  theodore: ted theo teddy
  theresa: terry tess tessa
  thomas: tom tommy
  timothy: tim timmy
  tobias: toby
  valentina: val
  valerie: val
  vanessa: nessa
  veronica: ronnie vera
  victor: vic
  victoria: vicky tori vic
  vincent: vince vinnie
  vivian: viv
  walter: walt wally
  wesley: wes
  wilfred: will fred
  wilhelm: willi
  william: will bill billy liam willie
  winston: win
  yevgeny: zhenya
  zachary: zach zack
  zoe: zo
`;

function readTable(): ReadonlyMap<string, ReadonlySet<string>> {
  const formalOf = new Map<string, Set<string>>();
  for (const line of phrases(TABLE)) {
    const [formal = '', shorts = ''] = line.split(':');
    for (const short of shorts.trim().split(' ')) {
      const known = formalOf.get(short) ?? new Set<string>();
      formalOf.set(short, known.add(formal));
    }
  }
  return formalOf;
}

/** Short form → the formal names it may belong to; all lower case, without diacritics. */
export const NICKNAMES = readTable();
