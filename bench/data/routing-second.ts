/**
 * Questions with the route they should take, by the rules' author, held back until the blind ones took their place. A
 * line is: type, paradigms (d declarative, p procedural, f predictive), reasoning, question. See docs/benchmarks.md
 * for what the labels mean.
 */
export const SECOND = `
temporal d descriptive: When did Aisha start her apprenticeship at the print shop?
temporal d descriptive: how long ago did we migrate off heroku
temporal d descriptive: What was the last thing Jonas said about the roof?
temporal d descriptive: Show me everything that changed in the auth module over the past two weeks.
temporal d descriptive: What happened between the outage on March 3rd and the fix?
temporal d descriptive: Which books did mum read this summer?
temporal d descriptive: What year was the cooperative founded?
temporal d descriptive: what were we talking about yesterday before lunch
temporal d descriptive: Since when has the staging cluster been on ARM nodes?
temporal d descriptive: What's the most recent version of the contract we sent to Delacroix?
temporal d descriptive: At what time does Noor usually pick up the kids?
temporal d descriptive: list the incidents from last quarter
temporal d causal: Why did the nightly job fail on Tuesday?
temporal d causal: What caused the spike in refunds last December?
temporal d causal: Why was Kenji so upset the other day?
temporal d evaluative: How well did the demo go this morning?
temporal d evaluative: Was last month's newsletter a success?
temporal d evaluative: How did Lena's driving test turn out on Friday?
temporal d comparative: Did we close more tickets in April than in May?
temporal d comparative: How is build time now compared to a year ago?
temporal d comparative: Was it colder in Oslo in 2019 or in 2021?
temporal d strategic: What goals did the team set back in January?
temporal d creative: What ideas came up in Monday's brainstorming session?
temporal f descriptive: When will Priyanka's visa run out?
relational d descriptive: Which services depend on the geocoder?
relational d descriptive: How are Mateo and Ingrid related?
relational d descriptive: Who works with Dr. Okafor on the malaria study?
relational d descriptive: what does the invoicing module use for pdf rendering
relational d descriptive: Is there any connection between the Lisbon office and the Halden account?
relational d descriptive: Which classes implement the Serializer interface?
relational d descriptive: Show everything linked to ticket OPS-1184.
relational d descriptive: Who reports to Valentina?
relational d descriptive: What is the relationship between the cache layer and the session store?
relational d descriptive: Which packages import leftpad, directly or through others?
relational d descriptive: How does the thermostat talk to the boiler controller?
relational d descriptive: Who introduced Bea to her yoga teacher?
relational d descriptive: what is upstream of the pricing topic
relational d causal: Why is the report generator coupled to the mail queue?
relational d causal: Why do so many teams depend on Anders?
relational df causal: If the token service goes down, what else breaks with it?
relational d evaluative: How strong is the link between sleep and my migraines?
relational d evaluative: Are the billing and ledger schemas well connected, or is that a mess?
relational d comparative: Which is more tightly coupled to Kafka, orders or shipping?
relational d comparative: How do the dependencies of v2 differ from those of v1?
relational d comparative: Does Farid have more friends in common with Ola or with Sam?
relational d strategic: How does the Oakland lease tie in with our goal of going carbon neutral?
relational d strategic: Which of our priorities hang on the partnership with Vestra?
relational df creative: What surprising connections could there be between beekeeping and our logistics software?
planning f strategic: Plan the kitchen renovation for me.
planning f strategic: Break the payments rewrite down into milestones.
planning pf strategic: How should I approach learning Danish before the move?
planning pf strategic: What's the best strategy for paying off the two loans?
planning f strategic: Draft a roadmap for moving from jQuery to something modern.
planning f strategic: Help me decompose the thesis into chapters I can finish one by one.
planning pf strategic: Recommend an order in which to tackle these refactorings.
planning f strategic: What should our priorities be for the next two quarters?
planning pf strategic: how would you organise the handover when Chiara goes on leave
planning f strategic: Put together a schedule for training up to the half marathon.
planning pf evaluative: Validate my plan for the database cutover.
planning df evaluative: Is our rollout strategy any good?
planning df evaluative: How is the project going, are we still on track with the plan?
planning df evaluative: Does the budget we sketched for the wedding hold up?
planning df causal: Why does the plan put the data migration before the API freeze?
planning df causal: What led us to choose a phased strategy over a big bang?
planning df comparative: Which approach is better for the launch, a closed beta or a waiting list?
planning df comparative: Compare the two staffing plans for the summer festival.
planning df comparative: Should we hire a contractor or train someone ourselves?
planning pf procedural: What steps should the plan for the office move contain?
planning f creative: Suggest a few unusual ways to structure the workshop.
planning f creative: Come up with a strategy nobody else would think of for selling the boat.
planning f creative: Brainstorm possible plans for grandpa's 80th.
planning df descriptive: What's our current plan for the iOS release?
procedural p procedural: How do I rotate the signing keys?
procedural p procedural: how to get red wine out of linen
procedural p procedural: Walk me through onboarding a new vendor.
procedural p procedural: What's the workflow for approving a purchase order?
procedural p procedural: What are the steps to renew a German passport abroad?
procedural p procedural: Give me the procedure for a failed disk in the NAS.
procedural p procedural: How can one undo a merge that was already pushed?
procedural p procedural: tell me how you fixed flaky selenium tests
procedural p procedural: What commands do I run to restore a snapshot?
procedural p procedural: How is sourdough starter kept alive over a holiday?
procedural p procedural: Show me the recipe for Teresa's fish stew.
procedural p procedural: Instructions for bleeding the radiators, please.
procedural p procedural: Explain how to set up two-factor login for the whole team.
procedural p procedural: What is the right way to file a bug with the kernel people?
procedural p procedural: How did we get the legacy parser to compile on Windows?
procedural dp causal: Why does the deploy process need a manual approval?
procedural dp causal: Why do we always drain the node before we patch it?
procedural dp evaluative: How effective is our code review process?
procedural dp evaluative: Does the new release checklist work?
procedural dp comparative: What's the difference between the old and the new onboarding workflow?
procedural dp comparative: Is it faster to seed the database by script or by dump?
procedural p creative: Think of a fresh way to run our retrospectives.
procedural p creative: What other ways could I try to get the cat into her carrier?
procedural p descriptive: Which tool do we use in the release workflow to sign binaries?
prospective f descriptive: What's still on my todo list?
prospective f descriptive: Remind me to water Yusuf's plants.
prospective f descriptive: Which tasks are pending for the compliance audit?
prospective f descriptive: what do i need to buy for the camping trip
prospective f descriptive: Do I have anything coming up with the dentist?
prospective f descriptive: What did I promise to send to Marguerite?
prospective f descriptive: Which pull requests are waiting for my review?
prospective f descriptive: What are my open action items from the steering meeting?
prospective f descriptive: Is there something I was supposed to do for the landlord?
prospective f descriptive: any deadlines this week?
prospective f descriptive: What appointments does Gus have tomorrow?
prospective f descriptive: What's left to do before the merge?
prospective f descriptive: Who is assigned to the unfinished SSO ticket?
prospective f strategic: Which of my open tasks matters most for getting the grant?
prospective f strategic: What should I do first out of everything that's outstanding?
prospective f strategic: Which todos serve our long-term goal of leaving the mainframe?
prospective df causal: Why is the certificate task still blocked?
prospective df causal: What is keeping Ravi from finishing his chores?
prospective df causal: Remind me why I have to call the tax office.
prospective df evaluative: Have I been keeping up with my todos?
prospective df evaluative: How successful were we at clearing the backlog of tasks?
prospective f comparative: Which is more urgent, the tax return or the car inspection?
prospective f comparative: Do I have more errands left than Nele?
prospective pf procedural: How do I finish the pending security questionnaire?
meta d descriptive: What do we know about the Brno supplier?
meta d descriptive: What have you learned about my sleeping habits?
meta d descriptive: Which topics do you have the most notes on?
meta d descriptive: how much do you remember about the 2022 audit
meta d descriptive: Do you know anything about Haruki's allergies?
meta d descriptive: What is missing from your knowledge of our infrastructure?
meta d descriptive: Give me an overview of what's stored about the Vermeer project.
meta d descriptive: In which areas do we have no information at all?
meta d descriptive: What don't you know about me?
meta d descriptive: How many memories mention Kubernetes?
meta d descriptive: Where are the gaps in our documentation of the API?
meta d descriptive: What's our coverage of the onboarding interviews?
meta d evaluative: How sure are you that Tilda is a vegetarian?
meta d evaluative: How reliable is what you have on the competitor's pricing?
meta df evaluative: How good are we at estimating frontend work?
meta df evaluative: What is our level of expertise in embedded Rust?
meta df evaluative: Are you any good at writing regexes?
meta d evaluative: Can I trust your memory of the merger talks?
meta d causal: Why do you know so little about the warehouse?
meta d causal: Why are you so confident about the address?
meta d comparative: Do you know more about Elif or about her brother?
meta d comparative: Is our knowledge of Postgres deeper than that of Mongo?
meta d strategic: What should you learn next to be of more use to our long-term goals?
meta d creative: What unexpected insights could be hidden in what you know about my spending?
factual d descriptive: Where does Oluwaseun live?
factual d descriptive: What is Petra's favourite pastry?
factual d descriptive: what port does the metrics exporter listen on
factual d descriptive: Who painted the mural in the stairwell?
factual d descriptive: Does Amir eat shellfish?
factual d descriptive: Name of the hotel in Gdansk?
factual d descriptive: Which licence is the tokenizer published under?
factual d descriptive: What did the surveyor say about the cellar?
factual d descriptive: How many beds does the guest house have?
factual d descriptive: Tell me about Sunniva's new job.
factual d causal: Why did Hugo give up the violin?
factual d causal: What makes the parser so slow on Windows?
factual d causal: what's the reason we don't use ORMs
factual d causal: What effect did the price rise have on churn?
factual f causal: What would happen if I dropped the unique index on email?
factual d evaluative: Was the sofa worth the money?
factual d evaluative: How well does the new alternator work?
factual d evaluative: What do customers think of the checkout, good or bad?
factual d comparative: Which is cheaper, the Ghent flat or the one in Antwerp?
factual d comparative: Does Rosa prefer tea to coffee?
factual d comparative: What's the difference between the staging and production configs?
factual d strategic: What is Idris aiming for in the long run?
factual df creative: Any ideas for what to name the puppy?
factual df creative: Imagine Lucia's perfect birthday present.
factual df descriptive: Will it be possible for Marta to join us on the hike?
factual df descriptive: Would Kofi enjoy a jazz concert?
factual dpf descriptive: billing service
factual dpf descriptive: Help me finish my thesis.
factual dpf descriptive: the garden shed
factual dpf descriptive: thoughts on tenant isolation?
factual dpf descriptive: I'm stuck with the importer.
`;
