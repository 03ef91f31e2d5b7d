import { wordList } from './word-list.js';

/** Given names almost only borne by women, lower case, without diacritics. A name in neither list says nothing. */
export const WOMENS_NAMES = wordList(`
  abby abigail adele adriana agnes aisha alejandra alessandra alexa alexandra alice alicia alina alisha alison alma alyssa amanda amara amber amelia amelie amina
  amy ana anastasia angela angelica angelina anika anita anja anjali ann anna annabel annabelle anne annette annie antonia aoife ariana astrid athena audrey aurora ava
  ayesha aylin barbara beatrice beatriz becca becky belinda bella bernadette beth bethany betty bianca brenda briana brianna bridget brittany caitlin camila camilla
  camille carla carmen carolina caroline carolyn carrie cassandra catalina caterina catherine cathy cecilia celia celine chandra chantal charlotte chelsea cheryl chiara
  chloe christa christina christine ciara cindy claire clara claudia colette colleen connie constance cora cornelia cristina cynthia daniela danielle daphne dara daria
  deanna debbie deborah debra deepa deirdre delia denise diana diane dina dolores dominique donna dora doreen doris dorothy edith eileen elaine eleanor elena elisa
  elisabeth elise eliza elizabeth ella elle ellen ellie elsa elsie emilia emily emma erica erika erin estelle esther eva eve evelyn farah fatima felicia fernanda fiona
  florence frances francesca frida gabriela gabriella gabrielle gail gemma georgia georgina gertrude gina giovanna giulia gladys glenda gloria greta gretchen gwen haley
  hanna hannah harriet hazel heather heidi heike helen helena helga hilda ida imogen ines inga ingrid irene irina iris irma isabel isabella isabelle ivana jacqueline
  jane janet janice jasmin jasmine jeanette jenna jennifer jenny jessica jill joan joanna joanne jodie johanna josephine juana juanita judith judy julia juliana julie
  juliet juliette justine kaitlyn kara karen karin karina karla karolina kate katherine kathleen kathryn kathy katia katie katja katrin katrina katya kayla keiko kelsey
  khadija kirsten kristen kristin kristina kylie lakshmi lara larissa laura lauren laurie lea leah leila lena leonora leticia lia lidia lilian liliana lillian lilly lina
  linda lindsay lindsey lisa lois lola lorena loretta lorna lorraine louisa louise lucia luciana lucille lucinda lucy luisa lydia mabel maddie madeleine madeline magdalena
  maggie maisie mandy manuela mara marcela marcia margaret margarita margot maria mariam mariana marianne marie mariella marilyn marina marisa marissa marjorie marlene
  marta martha martina mary maryam mathilde maureen maya megan mei melanie melinda melissa mercedes meredith mia michaela michele michelle mila milena millie mina mindy
  miranda miriam moira molly mona monica monika monique myra nadia nadine nancy naomi natalia natalie natasha nia niamh nina noelle nora noreen norma olga olivia ophelia
  pamela paola patricia paula paulina pauline peggy penelope petra philippa phoebe phyllis pilar polly pooja preeti priscilla priya rachael rachel ramona rebecca regina renata
  rhonda rita roberta rochelle rosa rosalie rosalind rosanna roseanne rosemarie roxanne ruth sabine sabrina sadie sally salma samantha sandra sara sarah selena selma
  serena shannon sharon shauna sheila shelby shelley sheryl shirley sienna sierra silvia simona simone sinead siobhan sofia sofie sonia sonja sonya sophia sophie stacey
  stella stephanie susan susana susanna susanne susie suzanne sylvia sylvie tabitha tamara tammy tania tanya tara tasha tatiana teresa teri tessa thea thelma theresa
  therese tiffany tina tricia trish ursula ute valentina valerie vanessa vera veronica vicky victoria viola virginia vivian viviana wanda wendy whitney winifred ximena yara
  yasmin yolanda yvette yvonne zara zoe zoey zuzana anya luna jolene ngozi adaeze zainab halima ayumi haruka sakura neha divya ananya mei-ling linh thuy
`);

/** The same for men. */
export const MENS_NAMES = wordList(`
  aaron abdul abdullah abel abraham adam adrian ahmad ahmed aidan alan albert alberto alejandro alessandro alexander alexandre alexei alfie alfonso alfred alfredo ali allan allen
  alvaro amir amit anders andreas andrei andres andrew andy angus anthony antoine anton antonio archie arjun arlo armando arnold arthur arturo august augustus austin axel barry bart
  bartosz ben benedict benjamin bennett benny bernard bernd bert bjorn bob bobby boris brad bradley brandon brendan brent brett brian bruce bruno bryan bryce caleb calvin carl
  carlo carlos cedric cesar chad charles christoph christopher chuck clarence clark claude claudio clayton clifford clint clive clyde cody colin connor conor craig curtis
  cyrus daisuke damian damien dan daniel danny dario darius darren dave david declan deepak derek desmond diego dieter dimitri dirk dmitri dmitry dominic dominik don donald
  donovan doug douglas duncan dustin dwayne dwight dylan eamon eddie edgar edmund eduardo edward edwin eli elias elijah elliot elton emil emilio emmanuel enrico enrique eric
  erik ernest ernesto esteban ethan etienne eugene evan ezra fabian fabio federico felipe felix ferdinand fernando finn floyd francesco francisco francois franz fred freddie
  frederick friedrich fritz gareth gary gavin geoff geoffrey george gerald gerard gerhard gianni gideon gilbert giorgio giovanni giuseppe gonzalo gordon graham greg gregor
  gregory guillaume guillermo gustav gustavo hamza hank hans harald harold harry harvey hassan hector heinrich helmut henri henrik henry herbert herman hermann hiroshi homer
  horst howard hubert hugo humphrey hussein ian ibrahim ignacio igor imran isaac isaiah ismail ivan jack jacob jacques jaime jake jamal james jared jason javier jean-luc jeff jeffrey jens jeremiah
  jeremy jerome jerry jim jimmy joaquin joe joel joey johan johannes john johnny jon jonah jonas jonathan jordi jorge jose josef joseph josh joshua jozef juan julian julien
  julio julius jurgen justin kamal karim karl keith kenji kenneth kenny kevin khalid kieran klaus konrad krishna kurt kyle lars laurence laurent leandro leo leon leonard
  leonardo leroy levi lewis liam lionel lloyd lorenzo louis luc luca lucas luciano ludwig luigi luis luka lukas luke lyle mahmoud malcolm malik manfred manuel marc marcel
  marcelo marco marcos marcus mario marius mark martin marvin mateo mateus mathew mathias matt matteo matthew matthias maurice mauricio max maxim michael miguel mikael mike mikhail
  miles milo milton mitch mitchell mohamed mohammad mohammed morris moses muhammad murray mustafa nathan nathaniel neil nelson nicholas nick nicolas nigel niklas nikolai nils
  noah norbert norman olaf oleg oliver olivier omar orlando oscar oskar otto owen pablo paolo patricio patrick patrik paul paulo pavel pedro percy perry pete peter phil philip
  philippe phillip pierre piotr preston quentin rafael raheem raj rajesh ralph ramon randall raphael rashid raul ravi raymond reginald reinhard ricardo richard rick ricky roberto robert
  rod roderick rodney rodrigo roger rohan roland rolf roman romeo ron ronald ronnie rory ross ruben rudolf rudy rufus rupert russell ryan salim samir samuel sanjay santiago
  satoshi saul scott sean sebastian serge sergei sergey sergio seth shane shawn siddharth simon spencer stanley stefan stefano stephan stephen steve steven stuart sunil sven
  sylvester takashi ted terence terrence theo theodore thierry thomas tiago tim timothy tobias todd tom tomas tomasz tommy travis trent trevor tristan troy tyler tyrone umar
  uwe vernon victor vijay vikram vincent vincenzo vladimir walter warren wayne wesley wilfred wilhelm willem william willie winston wolfgang yosef yuri yusuf zach zachary
  kofi kwame chidi tunde femi quang kaito nikhil rohit arnav vihaan
`);
