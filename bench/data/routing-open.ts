/** Questions with the route they should take, from which the rules were written. The format is that of `routing-second.ts`. */
export const OPEN = `
temporal d descriptive: When is Malik's birthday?
temporal d descriptive: what did we decide last thursday about the logo
temporal d descriptive: How long have Edda and Piotr been married?
temporal d descriptive: What was the first bug we found in the beta?
temporal d descriptive: Who visited grandma over Easter?
temporal d descriptive: What has been going on lately with the choir?
temporal d descriptive: On which date did we sign the lease for the studio?
temporal d descriptive: Summarise the commits since Friday.
temporal d descriptive: What was deployed just before the latency went up?
temporal d descriptive: in which month did the hens stop laying
temporal d descriptive: Where did Tomasz spend the winter of 2020?
temporal d descriptive: What did I eat two days ago?
temporal d descriptive: Until when was the old price list valid?
temporal d descriptive: what's the latest on the Hamburg tender
temporal d descriptive: Which build was running on prod at noon on 14 May?
temporal d descriptive: What came after the second interview?
temporal d descriptive: How often did the sensor drop out in July?
temporal d descriptive: What did Zuri tell me earlier today?
temporal d causal: Why did traffic collapse on Black Friday?
temporal d causal: What led to the argument at Christmas?
temporal d evaluative: Did yesterday's migration succeed?
temporal d evaluative: How was the concert on Saturday, any good?
temporal d comparative: Were there fewer support calls this week than last week?
temporal d comparative: Compare this year's harvest with the one in 2018.
temporal d strategic: Which aims did the board agree on in autumn?
temporal f descriptive: When does the warranty on the dishwasher end?
temporal f descriptive: When will the new rails release be ready?
relational d descriptive: What depends on libxml in our tree?
relational d descriptive: Who is Katarzyna's sister-in-law?
relational d descriptive: How does the scheduler relate to the worker pool?
relational d descriptive: which repos use the shared eslint config
relational d descriptive: Who are Bongani's closest friends?
relational d descriptive: What is connected to the switch in rack 4?
relational d descriptive: Who knows both Rafael and Mei?
relational d descriptive: Show the links between the Turin paper and our patent.
relational d descriptive: What implements the Storage port?
relational d descriptive: Is Hanneke related to the mayor?
relational d descriptive: what calls parseHeader and what does it call
relational d descriptive: Which teams own services downstream of billing?
relational d descriptive: Who is in charge of the vendors that Emeka works with?
relational d descriptive: How do the allergy and the asthma hang together?
relational d descriptive: What ties Sven to the foundation?
relational d descriptive: Which tables reference customers by foreign key?
relational d causal: Why does the mobile app depend on the print server?
relational d causal: Why are the two accounts linked?
relational df causal: What would be affected if we removed the auth proxy?
relational d evaluative: How healthy is the relationship between sales and support?
relational d comparative: Which module has more dependents, core or util?
relational d comparative: Is Pia closer to her aunt than to her mother?
relational d strategic: How does the intern programme relate to our five-year vision?
relational d strategic: Which projects are tied to the goal of opening in Spain?
relational df creative: Imagine what could connect the two burglaries.
planning f strategic: Make a plan for moving the archive to the new building.
planning pf strategic: What would be a good strategy for getting the baby to sleep through?
planning pf strategic: How should we go about splitting the monolith?
planning f strategic: Decompose "launch the podcast" into tasks.
planning f strategic: Sketch out the next three sprints.
planning pf strategic: How do I best prioritise the bug backlog?
planning f strategic: Lay out a study plan for the bar exam.
planning pf strategic: Which approach do you recommend for the language switch?
planning f strategic: I want to run for the town council, map out what that takes.
planning pf strategic: What should I focus on this year to get promoted?
planning f strategic: Outline the orchestration of the three agents for the crawl.
planning pf strategic: Suggest how to roll out the new password policy.
planning df strategic: What is our long-term strategy for Asia?
planning pf evaluative: Review the plan for the warehouse move and tell me whether it works.
planning df evaluative: How far along is the website project, will it succeed?
planning df evaluative: Is it worth going ahead with the expansion plan?
planning df evaluative: What's the project status of Aurora?
planning df causal: Why did we plan two weeks for the data clean-up?
planning df causal: What's the reason for the staged rollout strategy?
planning df comparative: Plan A or plan B for the garden?
planning df comparative: Should we rewrite the parser or patch it?
planning df comparative: Would it be better to fly or to take the train to Vienna, given our plan?
planning pf procedural: How do I turn this roadmap into a step by step schedule?
planning f creative: Give me some crazy ideas for a go-to-market plan.
planning f creative: Think up a playful plan for teaching Leo fractions.
planning f creative: What new strategies could we try for keeping volunteers?
planning df descriptive: What does the plan say about parking?
procedural p procedural: How do you prune an olive tree?
procedural p procedural: How to reset a Postgres sequence
procedural p procedural: what's the process for returning a rental car
procedural p procedural: Steps for publishing a package to the internal registry?
procedural p procedural: Guide me through changing the brake pads.
procedural p procedural: I need instructions for the sourdough, the way Ulrike does it.
procedural p procedural: How can I make the linter ignore generated files?
procedural p procedural: What do I have to type to tail the worker's logs?
procedural p procedural: How did we solve the memory leak in the importer?
procedural p procedural: teach me how to knit a heel
procedural p procedural: Runbook for a stuck consumer group?
procedural p procedural: Describe the workflow from commit to production.
procedural p procedural: In what order do I switch the servers off?
procedural p procedural: how does one apply for a parking permit here
procedural p procedural: Show me how the quarterly figures are put together.
procedural p procedural: What's the trick for getting the old scanner to work?
procedural p procedural: Best way to squash commits before review?
procedural dp causal: Why do we warm the cache before switching traffic?
procedural dp causal: Why is the second step of the backup procedure necessary?
procedural dp evaluative: Did the new standup process work out?
procedural dp evaluative: How good is our incident procedure?
procedural dp comparative: Which way of proofing the dough works better, in the fridge or on the counter?
procedural dp comparative: How does our hiring process compare with Nadir's?
procedural p creative: Any creative ways to peel garlic?
procedural p creative: What else could I try to make the build faster?
procedural dp descriptive: Which steps of the release did Omar do by hand?
procedural dp descriptive: Who signs off in the expense workflow?
prospective f descriptive: What do I still have to do for the tax return?
prospective f descriptive: remind me to renew the domain
prospective f descriptive: Show all open tasks for the Helsinki team.
prospective f descriptive: Do I need to bring anything to Mira's on Sunday?
prospective f descriptive: What's due next week?
prospective f descriptive: What is pending on the insurance claim?
prospective f descriptive: Don't let me forget the vet.
prospective f descriptive: Which reminders are set for tonight?
prospective f descriptive: Have I got any unfinished errands?
prospective f descriptive: Who still has to sign the consent form?
prospective f descriptive: what's on the agenda for the retro
prospective f descriptive: Is anyone waiting for an answer from me?
prospective f descriptive: What are the next steps for the Malmö bid?
prospective f descriptive: Which todos did I put off?
prospective f descriptive: Which follow-ups did Ximena ask for?
prospective f descriptive: What must be done before the audit?
prospective f strategic: Which task should get top priority today?
prospective f strategic: Of all that's on my plate, what brings us closest to the goal?
prospective df causal: Why is the ticket for the new badge readers still open?
prospective df causal: What's blocking the task of moving the mailing lists?
prospective df evaluative: Did I manage to finish my tasks?
prospective df evaluative: How well is Bruno doing with his to-do list?
prospective f comparative: Which of the two deadlines comes first, the visa or the lease?
prospective f comparative: Which is the bigger task, the attic or the cellar?
prospective pf procedural: How do I get the overdue expense report done?
meta d descriptive: What do you know about my family?
meta d descriptive: what have we learned so far about the solar inverter
meta d descriptive: Do you remember anything from the trip to Bergen?
meta d descriptive: What areas of the codebase do you have notes on?
meta d descriptive: How much information do you have on Greta?
meta d descriptive: List the subjects you know nothing about.
meta d descriptive: How many facts are stored about the clinic?
meta d descriptive: Is there anything about tariffs in your memory?
meta d descriptive: what's our knowledge coverage for the payments domain
meta d descriptive: Where is your knowledge of my health thin?
meta d descriptive: What have I told you about my landlord?
meta d descriptive: Summarise everything you know about Project Heron.
meta d evaluative: How certain is it that Ines moved out?
meta d evaluative: How well do you know the deployment scripts?
meta d evaluative: How trustworthy are the memories about the lawsuit?
meta df evaluative: Am I good at SQL queries?
meta df evaluative: What are we experts in?
meta df evaluative: How competent is the agent at refactoring Go?
meta df evaluative: Can you handle Terraform well?
meta d causal: Why do you think Bjarne dislikes me?
meta d causal: How come you have nothing on the Q3 review?
meta d comparative: What do you know better, the frontend or the backend?
meta d comparative: Do we have more notes about cats than about dogs?
meta d strategic: Which knowledge gaps should we close first to reach our goals?
factual d descriptive: What is the user's preferred language?
factual d descriptive: What colour is Ngozi's bike?
factual d descriptive: where do we keep the spare fuses
factual d descriptive: Who wrote the tax module?
factual d descriptive: Does the Leipzig branch have a lift?
factual d descriptive: Max upload size for the avatar endpoint?
factual d descriptive: Is Olga vegetarian?
factual d descriptive: Which database backs the search page?
factual d descriptive: What did the doctor advise about the knee?
factual d descriptive: How tall is the new bookcase?
factual d descriptive: What are Dario's hobbies?
factual d descriptive: how many kids does Fenna have
factual d causal: Why doesn't Ewa drink coffee?
factual d causal: what made them choose Rust
factual d causal: How come the east wing is locked?
factual d causal: What are the consequences of the zoning change?
factual f causal: What will happen if I submit this form?
factual f causal: What happens if the lease isn't renewed?
factual d evaluative: Did the physiotherapy help?
factual d evaluative: What's wrong with the new dashboard?
factual d evaluative: Is the Makita drill any good?
factual d comparative: Who is older, Janne or Mikko?
factual d comparative: Which of the two printers is louder?
factual d comparative: Does Sadia like the sea more than the mountains?
factual d strategic: What is the mission of the food bank?
factual df strategic: What does Callum want to become?
factual df creative: What could we give Yara for her graduation?
factual df creative: Suggest a nickname for the robot.
factual df creative: Give me ideas for the cover picture.
factual df descriptive: Would Irma like to live in Norway?
factual df descriptive: Is it likely that the bakery will close?
factual dpf descriptive: Help me with the onboarding.
factual dpf descriptive: feature flags
factual dpf descriptive: Help me complete my project.
factual dpf descriptive: Let's talk about the greenhouse.
factual dpf descriptive: something about ports?
`;
