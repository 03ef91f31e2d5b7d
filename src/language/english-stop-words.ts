/** English function words, contractions without their apostrophes included, and chat's fillers. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but nor if then than that this these those there here it its i me my mine myself you your yours yourself
  yourselves he him his himself she her hers herself they them their theirs themselves we us our ours ourselves one ones
  someone something anyone anything everyone everything nobody nothing am is are was were be been being do does did doing
  done have has had having will would shall should can could may might must ought of in on at to from by with for about
  into onto over under up down out off as so too very just not no yes also only even still yet again ever never what when
  where who whom whose which why how all any both each few more most other others some such own same neither either every
  s t d ll m re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain cannot can't
  i'm i've i'd i'll you're you've you'd you'll he's she's it's we're we've we'd we'll they're they've they'd they'll
  that's what's who's where's how's there's here's let's im ive id ill youre youve dont doesnt didnt isnt arent wasnt
  werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt thats whats lets theyre oh hey hi hello wow yeah yep yup nope
  ok okay well um uh hmm really pretty quite much many lot lots gonna wanna gotta let like get got getting gets thing things
  while during before after between through because though although since until unless whether upon within without toward
  towards among across around rather etc per via ah aww haha lol been let maybe`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
