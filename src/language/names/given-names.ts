import { wordList } from './word-list.js';

/** Common given names of many languages, lower case, without diacritics. Kept to those that are rarely a plain word. */
export const GIVEN_NAMES = wordList(`
  aaron abby abdul abdullah abel abigail abraham adam adele adrian adriana agnes ahmad ahmed aidan aiden aisha aisling akira
  alan albert alberto alejandra alejandro alessandra alessandro alex alexa alexander alexandra alexandre alexei alexis alfie
  alfonso alfred alfredo alice alicia alina alisha alison allan allison alma alvaro alyssa amanda amara amber amelia amelie amina
  amir amit amy ana anastasia anders andre andrea andreas andrei andres andrew andy angela angelica angelina angelo angus anika
  anita anja anjali ann anna annabel annabelle anne annette annie anthony antoine anton antonia antonio anya aoife april archie
  ariana ariel arjun arlo armando arnold arthur arturo asha ashley astrid athena audrey augustus aurora austin ava avery axel
  ayesha aylin barbara barry bart bartosz beatrice beatriz becca becky belinda bella ben benedict benjamin bennett benny
  bernadette bernard bernd bert beth bethany betty beverly bianca bjorn blake bob bobby boris brad bradley brandon brenda brendan
  brent brett brian briana brianna bridget brittany bruce bruno bryan bryce caitlin caleb calvin cameron camila camilla camille
  candice carl carla carlo carlos carmen carol carolina caroline carolyn carrie carter casey cassandra cassie catalina caterina
  catherine cathy cecilia cedric celia celine cesar chad chandra chantal charles charlie charlotte chelsea chen cheryl chiara
  chloe chris christa christian christina christine christoph christopher chuck ciara cindy claire clara clarence clark claude
  claudia claudio clayton clifford clint clive clyde cody colette colin colleen connie connor conor constance cora corey
  cornelia craig cristina curtis cynthia cyrus daisuke damian damien dan dana daniel daniela danielle danny daphne dara daria
  dario darius darren dave david deanna debbie deborah debra declan deepa deepak deirdre delia denise dennis derek desmond
  devin devon diana diane diego dieter dimitri dina dirk dmitri dmitry dolores dominic dominik dominique don donald donna
  donovan dora doreen doris dorothy doug douglas duncan dustin dwayne dwight dylan eamon ebony eddie edgar edith edmund eduardo
  edward edwin eileen elaine eleanor elena eli elias elijah elisa elisabeth elise eliza elizabeth ella elle ellen ellie elliot
  elliott elsa elsie elton emil emile emilia emilio emily emma emmanuel enrico enrique eric erica erik erika erin ernest ernesto
  esteban estelle esther ethan etienne eugene eva evan eve evelyn ezra fabian fabio farah fatima federico felicia felicity felipe
  felix ferdinand fernanda fernando finn fiona florence floyd frances francesca francesco francis francisco francois frankie
  franz fred freddie frederick frida friedrich fritz gabriel gabriela gabriella gabrielle gail gareth gary gavin gemma geoff
  geoffrey george georgia georgina gerald gerard gerhard gertrude gianni gideon gilbert gina giorgio giovanna giovanni giulia
  giuseppe gladys glenda glenn gloria gonzalo gordon graham greg gregor gregory greta gretchen guillaume guillermo gustav
  gustavo gwen haley hamza hana hank hannah hans hanna harald harold harriet harrison harry harvey hassan hayden hazel heather
  hector heidi heike heinrich helen helena helga helmut henri henrik henry herbert herman hermann hilary hilda hiroshi holly
  homer horst howard hubert hugo humphrey hussein ian ibrahim ida ignacio igor ilse imogen imran ines inga ingrid irene irina
  iris irma isaac isabel isabella isabelle isaiah ismail ivan ivana jackie jackson jacob jacqueline jacques jade jaime jake jamal
  james jamie jan jane janet janice jared jasmin jasmine jason javier jay jayden jean jeanette jeff jeffrey jenna jennifer jenny
  jens jeremiah jeremy jerome jerry jesse jessica jill jim jimmy jin joan joanna joanne joaquin jodie joe joel joey johan johanna
  johannes john johnny jon jonah jonas jonathan jordi jorge jose josef joseph josephine josh joshua jozef juan juana juanita
  judith judy julia julian juliana julie julien juliet juliette julio julius jun jung jurgen justin justine kaitlyn kamal kara
  karen karim karin karina karl karla karolina kate katherine kathleen kathryn kathy katia katie katja katrin katrina katya kay
  kayla keiko keith kelly kelsey ken kenji kenneth kenny kerry kevin khadija khalid kieran kiran kirsten klaus konrad krishna
  kristen kristin kristina kurt kyle kylie lakshmi lara larissa larry lars laura lauren laurence laurent laurie lauryn lea leah
  leandro leila lena lenny leo leon leonard leonardo leonora leroy leslie lester leticia levi lewis lia liam lidia lilian liliana
  lillian lilly lina linda lindsay lindsey lionel lisa liz lloyd logan lois lola lorena lorenzo loretta lorna lorraine lou louis
  louisa louise luc luca lucas lucia luciana luciano lucille lucinda lucy ludwig luigi luis luisa luka lukas luke lydia lyle lynn
  mabel maddie madeleine madeline madison magdalena maggie mahmoud maisie malcolm malik mandy manfred manuel manuela mara marc
  marcel marcela marcelo marcia marco marcos marcus margaret margarita margot maria mariam mariana marianne marie mariella marilyn
  marina mario marion marisa marissa marius marjorie marlene marta martha martin martina marvin mary maryam masha mateo mateus
  mathew mathias mathilde matt matteo matthew matthias maureen maurice mauricio max maxim maxine maya megan mei melanie melinda
  melissa melvin mercedes meredith mia michael michaela michel michele michelle miguel mikael mike mikhail mila milena miles
  millie milo milton mina mindy miranda miriam mitch mitchell mohamed mohammad mohammed moira molly mona monica monika monique
  morgan morris moses muhammad murray mustafa myra nadia nadine nancy naomi natalia natalie natasha nathan nathaniel neil nelson
  nia niamh nicholas nick nicola nicolas nicole nigel nikita niklas nikola nikolai nils nina noah noel noelle nora norbert noreen
  norma norman olaf oleg olga oliver olivia olivier omar ophelia orlando oscar oskar otto owen pablo paige pamela paola paolo
  patrice patricia patricio patrick patrik paul paula paulina pauline paulo pavel pedro peggy penelope percy perry pete peter
  petra phil philip philippa philippe phillip phoebe phyllis pierre pilar piotr polly preeti preston priscilla priya quentin
  quincy quinn rachael rachel rafael raheem raj rajesh ralph ramon ramona randall randy raphael rashid raul ravi raymond rebecca
  regina reginald reinhard rene renata renee rhonda ricardo richard rick ricky rita riley roberta robert roberto robin rochelle
  rod roderick rodney rodrigo roger rohan roland rolf roman romeo ron ronald ronnie rory rosa rosalie rosalind rosanna roseanne
  rosemarie ross rowan roxanne ruben rudolf rudy rufus rupert russell ruth ryan sabine sabrina sadie saki salim sally salma salman
  sam samantha samir samuel sanjay santiago sara sarah sasha satoshi saul scott sean sebastian selena selma serena serge sergei
  sergey sergio seth shane shannon sharon shauna shawn sheila shelby shelley sheryl shirley siddharth sidney sienna sierra silvia
  simon simona simone sinead siobhan sofia sofie sonia sonja sonya sophia sophie spencer stacey stacy stanley stefan stefanie
  stefano stella stephan stephanie stephen steve steven stuart sue sunil susan susana susanna susanne susie suzanne sven sylvester
  sylvia sylvie tabitha takashi tamara tammy tania tanya tara tariq tasha tatiana ted terence teresa teri terrence terry tessa
  thea thelma theo theodore theresa therese thierry thomas tiago tiffany tim timothy tina tobias todd tom tomas tomasz tommy toni
  tony tracey tracy travis trent trevor tricia trish tristan troy tyler tyrone uma umar ursula ute uwe valentina valerie vanessa
  vanya vera vernon veronica vicky victor victoria vijay vikram vincent vincenzo viola violet virginia vivian viviana vladimir
  walter wanda warren wayne wei wendy wesley whitney wilfred wilhelm willem william willie winifred winston wolfgang xavier
  ximena yan yara yasmin yolanda yosef yuki yuri yusuf yvette yvonne zach zachary zara zoe zoey zuzana caro luna anja jolene gina
  scottie jojo toby bailey rex fido simba nala lebron iman yara kofi kwame chidi ngozi amara adaeze tunde femi zainab halima mei-ling hyun
  minh linh thuy anh quang ayumi haruka sakura kaito sora nikhil rohit neha pooja divya arnav vihaan ananya
`);

/** Given names that are also plain words: for them, a capital at the start of a sentence is no evidence. */
export const AMBIGUOUS_GIVEN_NAMES = wordList(`
  angel art autumn bill brook brooke buddy chance chase chip christian clay cliff coco colt dale dawn daisy dean dot drew
  eden faith fern frank gene ginger glen grace grant guy hope hunter ivy jack jasper jewel jordan joy june kit lance lane
  lily mark mason may mercy miller neo nick norm olive page pat patience pearl peace penny pierce pip piper poppy ray red reed rich
  rob robin rocky rose ruby rusty sage sandy scout sky skip star sterling summer sunny teddy tiger trinity tucker
  al ant bas bran cat char chip dick dot han len memo nan nat nacho sly val win bea cal em jem mo peg rod sal missy don
  van violet ward wade will willow wren may august april amber lucky shadow pepper oreo cookie bear smokey
`);
