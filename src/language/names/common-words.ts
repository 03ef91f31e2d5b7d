import { wordList } from './word-list.js';

/** Words that open or connect sentences and are never a name by themselves: function words, greetings, verdicts. */
export const SENTENCE_WORDS = wordList(`
  a about above absolutely according across actually after afterwards again against ago agreed ah aha alas all almost alone along
  already alright also although always am amazing among an and another any anybody anyhow anymore anyone anything anyway anyways
  anywhere apart apparently appreciate are aren't around as aside at aw away awesome aww awww back bad basically be beautiful because
  been before behind being below beside besides best better between beyond big both brilliant bro brr btw bummer but by bye can can't
  cannot certainly check cheers clearly come congrats congratulations cool could couldn't crazy cute dang damn dear definitely despite did
  didn't do does doesn't doing don't done down dude due during each eager early either else enjoy enough especially etc even eventually
  ever every everybody everyone everything everywhere exactly excited exciting excellent fair fantastic far fascinating few fewer
  finally fine first following for former fortunately four from full fun funny further furthermore generally get gee give given giving
  glad go goes going gonna good goodbye goodnight gosh got gotcha gotta grateful great greetings guess guys ha had hadn't haha hahaha
  half hang happy hard hardly has hasn't hate have haven't having he he'd he'll he's hehe hello help hence her here here's hers
  herself hey hi him himself his hmm hmmm hopefully hooray hope how how's however huge hugs huh hurrah hurray i i'd i'll i'm i've if
  imagine immediately impressive in incredible indeed initially inside inspiring instead interesting into is isn't it it'd it'll
  it's its itself just keep kind kinda last lastly lately later least less let let's lets like likewise literally little lol long look
  looking looks lots love loved lovely lucky luckily made make makes making many maybe me meanwhile might mine minus more moreover
  most mostly much must my myself nah namely naturally near nearly neat neither never nevertheless new next nice no nobody
  none nonetheless nope nor normally not note nothing notice now nowadays nowhere obviously of off oh ok okay old on once one ones
  only onto ooh oof oops or originally other others otherwise ouch our ours ourselves out outside over overall own pardon perfect
  perfectly perhaps personally phew plenty please plus possibly presumably pretty previously probably proud pleased quite rather
  read ready really recently regarding remarkably remember respectively right sad sadly same saw say says second see seeing seems
  seriously several shall she she'd she'll she's should shouldn't shout similarly simply since six small so some somebody somehow
  someone something sometime sometimes somewhat somewhere soon sorry sort sounds speaking specifically still stay stunning such
  suddenly super sup supposedly sure surely surprisingly sweet take taking talk ten terrific than thank thankfully thanks that
  that'd that'll that's thats the their theirs them themselves then there there's therefore these they they'd they'll they're they've
  thing things think this those though thought three through throughout thru thus till to today together tomorrow tonight too
  totally tough toward towards true truly trust try twice two typically ugh uh um unbelievable under unfortunately unless
  unlike until unto up upon us use used usually various very via wait want was wasn't watch way we we'd we'll we're we've welcome
  well went were weren't what what'd what's whatever when whenever where where's whereas wherever whether which whichever while whilst
  who who's whoever whole whom whose why wicked will with within without woah woohoo wonderful wont won't word worse worst
  worth would wouldn't wow wowza yay yea yeah yep yes yesterday yet you you'd you'll you're you've your yours yourself yourselves yikes
  bon bonjour hola yo yum yummy yup zero five seven eight nine ain't y'all cuz til pls plz thx ty omg lmao tbh idk hmmmm aah ahh ohh ooo whoa
`);

/**
 * The same for German, French, Spanish and Italian. Checked only where a capital is expected: "Como" is a
 * lake, too.
 */
export const FOREIGN_SENTENCE_WORDS = wordList(`
  der das ein eine und oder aber ich du er sie es wir ihr ist sind nicht ja nein danke bitte mein meine dein deine sein seine
  unser wenn weil dass wie was wo wer wann warum auch noch nur schon sehr mit von zu bei nach aus auf für im am
  le la les un une des et ou mais je tu il elle nous vous ils elles est sont était ne pas oui non merci mon ma mes ton ta tes sa
  ses notre votre leur quand comme que qui où pourquoi avec sans pour dans sur chez c'est j'ai
  el los las una unos y o pero yo tú él ella nosotros es son sí gracias mi mis tu tus su sus nuestro cuando como qué que quién
  dónde por porque con para en hola ayer hoy mañana
  lo gli uno ma io lui lei noi voi loro sono era grazie mio mia tuo suo quando come che chi dove perché con senza per ciao ieri oggi
`);

/** Frequent plain words that get a capital in headings, shouts and at sentence starts. */
export const COMMON_WORDS = wordList(`
  appetit voyage bet doctors finance legal marketing sales engineering operations procurement support leadership upgrade deploy install
  rebase refactor
  migrate rename bump revert switch ping email submit draft prepare finish implement configure rewrite debug replace rerun schedule
  contact visit meet notify enable disable fetch load store move delete create write read run ability able accept access account achieve act
  action active activity add address adopt adoption adults adventure advice afternoon
  age agency ago agree air album amount anger animal animals anniversary answer apartment app apply approach area argue arm
  arrive art article artist ask asking attention attend author autumn award aware baby backup bag balance ball band bank bar base basic
  basketball bath beach bear beauty become bed beer begin belief believe bike bill bird birds birthday bit black blast blog blue board
  boat body book books born boss bottom box boy boys brain brand bread break breakfast breath bright bring brother brown budget build
  building built burn bus business busy buy cake call calling calm came camera camp camping campaign cancer capital captain car card
  care career careful caring carry case cat cats catch cause celebrate celebrating center central century challenge challenging
  chance change changes channel chat cheap cheer chicken child children choice choose church city class classic clean clear climb close
  clothes club coach code coding coffee cold collection college color colors colour comfort comfortable common community company compassion
  computer concert conference confidence connect connecting connection consider contact content continue control conversation cook cooking
  cookie copy corner correct cost count country couple courage course cover create creating creative creativity crowd cup current
  customer cut dad daily dance dancing danger dark data date daughter day days dead deal death decide decided decision deep degree
  delicious deploy design desk detail develop development diet difference different difficult dinner direction discover discovering
  discuss discussion doctor dog dogs door doubt dream dreams dress drink drive driving drop dry east easy eat eating edge education
  effort eight email emotion emotions encourage encouraging energy engine enjoyed enjoying entire environment error evening event
  events evidence example exam exercise expect expensive experience experiences explain explore exploring express expression eye eyes
  face fact faith fall fam family fan farm fast father favorite favourite fear feature feel feeling feelings feels felt festival fight figure
  file fill film final find finding finish fire fish fit fix flavor flight floor flow flower flowers fly focus follow food foot football
  force forest forget forgive form forward found free freedom fresh friend friendly friends friendship front fruit fuel fulfilling
  function fund funds future gain game games gaming garden gather gentle gift girl girls goal goals gold golden grand grandma grandpa
  grass green group grow growing growth guest guide guitar gym habit habits hair hall hand hands handle happen happened happiness
  healing health healthy hear hearing heart heat heavy helped helpful helping hero high hike hiking history hit hobby hold holding
  holiday home homes honest honestly hospital hot hotel hour hours house human humor hundred hungry hurt husband ice idea ideas
  image impact important improve include increase industry influence info information inner inspiration inspire inspired inspires
  intense interest internet interview invite island issue item job join journal journey joy judge jump justice keeping key kid kids
  kindness king kitchen knew know knowing knowledge lady lake land language large late laugh laughing laughter launch law lead leader
  leadership leaf learn learned learning leave leaving left legal lesson letter level library lie life lift light lights limit
  line link list listen listening live lives living local location lost loud loves low lunch machine magic mail main major man manage
  manager map march mark market marriage match material matter matters maybe meal mean meaning means meant measure media medical
  meet meeting member memories memory mental mention merge message met method middle mile mind minute miss missed missing mission
  mistake mix model modern mom moment moments money month months mood moon morning mother motivated motivation mountain mountains move
  moved movie movies moving mum museum music musical name national natural nature need needed needs negative neighbor nerve news night
  nights north number nurse nurturing object ocean offer office officer online open opening opportunity option orange order organize
  organizing outdoor outdoors outfit owner page pain paint painting paintings pair paper parade parent parents park part partner party pass
  passion past path patience pay peace peaceful people person personal pet pets phone photo photos photography piano pick picture
  pictures piece place places plan planning plans plant plants play played player players playing point police policy positive
  possible post pottery power powerful practice practicing prepare present president press pressure price pride problem process
  product program progress project projects promise protect public pull puppy purpose push put putting question questions quick
  quickly quiet quit race rain rainbow raise ran range rare reach real reality realize reason receive recipe record red reduce
  reflect relationship relationships relax relaxing release remind reminder reminds remove repeat reply report request research
  resilience resource resources respect rest result results return review rich ride rise risk river road rock role room rose round rule
  run running sale salt sand save saving scared scene school science sea search season seat secret section self sell send sense separate
  series serious serve service session set setting share sharing shelter shift shine ship shirt shop shopping short shot show
  showing side sign signal silence silver simple sing singing sister sit site situation size skill skills skin sky sleep slow
  smart smell smile snow social society soft soil solid solution solve son song songs soul sound source south space spark speak
  special speech speed spend spending spirit sport sports spot spread spring stage stand star stars start started starting state station
  step steps stick stone stop store stories storm story straight strange street strength stress strong struggle student students
  study studying stuff style subject success suggest suggestion summer sun sunset sunrise sunshine support supporting supportive surgery
  surprise swim swimming system table taste teach teacher team teamwork tech tell telling tend tennis term test text theme therapy
  thinking thousand thrilled throw ticket tickets tie tight time times tip tips tired title told tool top topic touch tour town
  track trade tradition traditional train training transition travel traveling treat tree trees tried trip trouble truck trying turn
  turning type types understand understanding unique unit unity update updates upset user value values vacation version video view
  views village vision visit visiting visual voice volunteer volunteering volunteers vote walk walking wall war warm warming 
  wash waste watched watching water wave waves wear weather web website wedding week weekend weeks weight west white wife wild win wind
  window wine winner winter wise wish woman women wood words work worked working workout workouts works workshop world worry write writer
  writing wrong yard year years yellow yoga young youth action actions agenda attendees summary notes todo decision decisions blocker
  blockers background overview introduction conclusion status owner deadline next-steps retro standup reminder warning error info debug
  step question answer example update feature bug fix chore refactor release feedback goals risks scope tests docs deploy rollback
  fantasy romance mystery horror comedy drama thriller genre poses pose amazingly obviously frankly seriously gratitude perseverance
  investing having seeing being getting doing helping talking thinking cherish spreading breaking resources wishing hoping
  yesterday's appreciated bravo kudos props respectfully regards sincerely best yours love hugs kisses xoxo
`);
