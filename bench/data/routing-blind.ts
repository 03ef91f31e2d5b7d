/** Questions with the route they should take, written from the labels' definitions by a second author who had not seen the rules. Only these are counted. */
export const BLIND = `
temporal d descriptive: tell me when I last changed the water filter
temporal d descriptive: whens the last time i talked to Oma on the phone
temporal d descriptive: What year did Farrukh take over the bakery?
temporal d descriptive: I need the day on which the cast came off Leo's arm.
temporal d descriptive: anything happen in the on-call channel overnight?
temporal d descriptive: Which games did we lose in March?
temporal d descriptive: How old was Ines when she started to play the cello?
temporal d descriptive: list everything merged into release/4.2 between 3 and 10 June
temporal d descriptive: What was the patient's blood pressure on the morning of admission?
temporal d descriptive: remind me what we talked about in monday's standup
temporal d descriptive: Since when has Mr Okafor been taking the beta blocker?
temporal d descriptive: At what hour did the backup job finish on Sunday?
temporal d descriptive: What did I have on my plate the week before the exam?
temporal d descriptive: how long did the outage of 9 November last
temporal d descriptive: Give me a recap of what the kids did over the summer holidays.
temporal d descriptive: Who was captain back in 2016?
temporal d descriptive: What's happened with the insurance claim since we spoke yesterday?
temporal d descriptive: Walk me through the events of the night the cellar flooded, in order.
temporal f descriptive: What day will the new boiler arrive?
temporal f descriptive: any idea when the semifinal is going to be played
temporal d causal: What caused the spike in refunds in the second week of January?
temporal d causal: how come nobody showed up for training last Wednesday
temporal d evaluative: Did the dress rehearsal go well on Thursday?
temporal d evaluative: How good were my marks last term?
temporal d comparative: Did I run further in April than in May?
temporal d comparative: What is different about our error rate today versus a month ago?
temporal d strategic: What were the priorities that the management set in Q1 2023?
relational d descriptive: who is Lotte married to
relational d descriptive: Which of our services talk to the payment gateway?
relational d descriptive: Tell me who works under Dr. Banerjee.
relational d descriptive: whats the connection between Milan and the guy from the boat club
relational d descriptive: What packages import the date helper?
relational d descriptive: Who introduced Selma to her business partner?
relational d descriptive: I need to know which cron jobs rely on the nightly export.
relational d descriptive: Which suppliers belong to the same group as Hartmann GmbH?
relational d descriptive: Is Coach Reyes any relation to the goalkeeper?
relational d descriptive: what classes inherit from BaseHandler
relational d descriptive: Who in the family has the same blood disorder as Viktor?
relational d descriptive: How are the thyroid and the menstrual cycle linked?
relational d descriptive: Give me everyone who reports to both Anneke and Raj.
relational d descriptive: Whose cousin is Petra again?
relational d descriptive: What sits between the load balancer and the database?
relational d descriptive: Which chapters of the book build on the one about vectors?
relational d causal: why is the invoice module coupled to the calendar of all things
relational d causal: What made Jonas and his brother fall out with each other?
relational df causal: Which pipelines would break if the shared bucket went away?
relational d evaluative: Do Nadia and her new flatmate get along?
relational d evaluative: how close are Ben and his stepdad really
relational d comparative: Who has more ties to the university, Ilse or Marco?
relational d comparative: Which of the two gems pulls in fewer dependencies?
relational d strategic: How does the loyalty scheme fit in with the goals of the whole group?
relational df creative: Dream up a way in which the lighthouse keeper could be linked to the missing heiress.
planning f strategic: I need a twelve week training plan for my first half marathon.
planning f strategic: break the checkout redesign down into milestones pls
planning f strategic: Draw up a revision timetable for the anatomy finals.
planning f strategic: Put together a roadmap for phasing out the on-prem servers.
planning f strategic: Can you plan dads 70th for about forty people?
planning f strategic: Lay out the stages in which we should roll the feature out to customers.
planning f strategic: Split the move to Lisbon into smaller pieces of work and order them.
planning pf strategic: How should I approach the salary negotiation?
planning pf strategic: whats the smartest strategy to pay off both loans
planning pf strategic: What approach would you recommend for getting test coverage up in the legacy code?
planning pf strategic: Suggest how we could win back the customers who left.
planning pf strategic: how shld we tackle the flaky integration tests
planning pf strategic: What is the best way forward with the rotator cuff, given that surgery is out?
planning pf procedural: Write me a step by step plan for replacing the primary database with no downtime.
planning pf evaluative: Would the tactic of pressing high work against a team like Norwich?
planning df evaluative: is our migration plan realistic
planning df evaluative: Will the schedule for the thesis hold up?
planning df evaluative: What do you make of Tariq's proposal for the expansion, is it sound?
planning df comparative: Which of the two launch plans carries less risk?
planning df comparative: Plan A or plan B for the loft conversion?
planning df comparative: Set the agency's campaign strategy against ours and tell me which is stronger.
planning df causal: Why does the rollout plan leave out the Asian region?
planning df causal: what made us change the strategy for the winter season
planning df strategic: How does the hiring plan serve our long-term objectives?
planning df descriptive: Where do we stand with the execution of the relocation plan?
planning f creative: Brainstorm some wild ideas for the stag weekend itinerary.
planning f creative: Come up with an original concept for a fundraising campaign.
planning f creative: I'd like a playful plan for a rainy day with three toddlers, surprise me.
procedural p procedural: how do i descale the coffee machine
procedural p procedural: Tell me how to rotate the signing keys.
procedural p procedural: What are the steps for admitting a patient after hours?
procedural p procedural: remind me how you get red wine out of wool
procedural p procedural: whats the command to squash the last three commits
procedural p procedural: Explain how one files an expense claim from abroad.
procedural p procedural: How does one bleed a radiator?
procedural p procedural: I need instructions for putting the pump back into service.
procedural p procedural: how 2 make grandmas dumplings
procedural p procedural: What should be done first when the disk on a node fills up?
procedural p procedural: Show me the way to solve an integral by parts.
procedural p procedural: can u guide me through resetting the router
procedural p procedural: What is the procedure when a player gets a concussion?
procedural p procedural: Which settings must I change to turn on two-factor login for everyone?
procedural p procedural: How did we get the tests to run offline that time? I have to do it again.
procedural p procedural: Recipe for the lentil soup please
procedural p procedural: In what order do I put the sails up?
procedural dp causal: Why do we always drain the node before patching it?
procedural dp causal: For what reason is the dough left to rest twice?
procedural dp comparative: What's quicker for defrosting, the oven or the microwave?
procedural dp comparative: rebase or merge, which way of updating feature branches do we prefer
procedural dp descriptive: What does our code review workflow look like?
procedural dp descriptive: Describe the process by which new volunteers are vetted.
procedural dp evaluative: Does the new triage procedure actually work?
procedural dp evaluative: How reliable is the script for restoring snapshots?
procedural p creative: Think of a quirky way to teach fractions to eight-year-olds.
procedural p creative: Is there some unconventional trick for getting the cat into its carrier?
prospective f descriptive: what do i still have to do today
prospective f descriptive: Remind me to ring the vet tomorrow at nine.
prospective f descriptive: What's on my calendar for next Tuesday?
prospective f descriptive: Which tickets are assigned to me and not closed yet?
prospective f descriptive: any deadlines coming up at uni
prospective f descriptive: Tell me what I promised Halima.
prospective f descriptive: What is left on the packing list?
prospective f descriptive: who do i owe an answer
prospective f descriptive: What appointments does the patient have over the coming fortnight?
prospective f descriptive: dont let me forget to water Grete's plants on Friday
prospective f descriptive: What's outstanding before we can ship 2.0?
prospective f descriptive: Which bills are due before the end of the month?
prospective f descriptive: I need to hand in the permission slip by Thursday, note that.
prospective f descriptive: Show the open action items from the retro.
prospective f descriptive: Who is supposed to bring the nets to the match on Saturday?
prospective f descriptive: What follow-ups did I commit to after the visit to the clinic?
prospective f comparative: Which is due sooner, the VAT return or the grant report?
prospective f comparative: Are there more tasks waiting for me or for Henrike?
prospective df causal: why hasnt the gutter been fixed yet, it was on the list
prospective df causal: What is holding up the tasks marked as blocked?
prospective df evaluative: Am I on track to finish the reading list before the exam?
prospective df evaluative: How well are we keeping to our commitments to the Danish client?
prospective f strategic: Which of my to-dos ought to come first?
prospective f strategic: What upcoming work matters most for reaching the sales goal?
prospective pf procedural: How do I go about the task of renewing the certificate that is due on Monday?
meta d descriptive: what do you know about me
meta d descriptive: How much have you got stored on the Brandt account?
meta d descriptive: Is there anything you remember about my knee surgery?
meta d descriptive: Where did you get the idea that I am vegan?
meta d descriptive: which topics are you ignorant of when it comes to our infrastructure
meta d descriptive: What have we learned so far from the pilot with the schools?
meta d descriptive: How many memories do you hold about football?
meta d descriptive: Tell me what you've picked up about my taste in music.
meta d descriptive: Have I ever told you my shoe size?
meta d descriptive: Do we have any notes at all on the tax audit?
meta d descriptive: What's missing in your knowledge of the billing code?
meta d descriptive: Are there contradictions in what you have on file for Mrs Lindqvist?
meta d causal: why do you think i dont like seafood
meta d causal: What is the reason that you know so little about the mobile team?
meta d evaluative: How sure are you that the meeting room is on the fourth floor?
meta d evaluative: Is what you know about the drug interactions reliable?
meta d evaluative: how up to date is your info on the league table
meta df evaluative: Are you any good at writing SQL?
meta df evaluative: could you handle a chat in portuguese
meta df evaluative: How likely are you to get a tax question right?
meta df evaluative: What are you bad at?
meta d comparative: Do you know more about my work or about my family?
meta d comparative: Which subject do you have better coverage of, optics or mechanics?
meta d strategic: What ought you to learn next so as to be of more use to the support team?
factual d descriptive: wheres the spare key
factual d descriptive: What is Dmitri's phone number?
factual d descriptive: remind me what Wifi password the cottage has
factual d descriptive: Tell me the name of the physio with the beard.
factual d descriptive: What port does the metrics endpoint listen on?
factual d descriptive: Is Aylin allergic to nuts?
factual d descriptive: I need the serial number of the dishwasher.
factual d descriptive: how many employees does the Ghent office have
factual d descriptive: What colour is the goalkeeper's jersey?
factual d descriptive: does esther take sugar in her tea
factual d descriptive: What do people in the team think of the open-plan office?
factual d descriptive: Which licence is the parser under?
factual d descriptive: Who wrote the essay on Spinoza that I liked?
factual d descriptive: What dosage of ibuprofen is Karim on?
factual d causal: Why is the staging server called Gertrude?
factual d causal: what makes the hinge squeak
factual d causal: How come Priya doesn't eat mushrooms?
factual d causal: What is behind the memory leak in the thumbnail worker?
factual d comparative: Is the Bosch or the Makita heavier?
factual d comparative: What distinguishes a viral from a bacterial throat infection?
factual d comparative: which flat had the bigger kitchen, Elm St or the one by the river
factual d evaluative: Is the Thai place on the corner worth it?
factual d evaluative: How well does the compression hold up on large files?
factual d evaluative: What are the pros and cons of the clinic in Aarhus?
factual d strategic: What is the mission of the foundation?
factual df strategic: What does Yusuf want to achieve in his career?
factual df creative: Suppose we'd never sold the farm, what would life be like?
factual df creative: Picture the office if everyone were a bird: who would be which?
factual df creative: what if Rosa had become a pilot after all
factual df descriptive: What will Noam probably want for his birthday?
factual df descriptive: Is it likely that Freya will turn up to the party?
factual f causal: What will happen to the margins if cocoa gets any dearer?
factual f causal: If I double the batch size, what does that do to the training?
factual dpf descriptive: the allotment
factual dpf descriptive: Marathon
factual dpf descriptive: help me with my dissertation
factual dpf descriptive: Help, the whole business is a mess.
factual dpf descriptive: kubernetes cluster
`;
