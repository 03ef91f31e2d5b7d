/** Written before any rule was made, and not looked at while rules were made. The form is told in updates.ts. */
export const UNSEEN_STORIES = `
# Where does Selma live?
2024-01-08 * Selma> I live in Bristol, right by the harbour.
2024-01-20 Selma> My brother lives in Cardiff and visits a lot.
2024-03-02 Selma> Bristol was so rainy this week.
2024-05-11 * Selma> We finally moved to Exeter last weekend.
2024-06-01 Selma> I went to Cardiff to see a concert.
@ 2024-02-15 1
? Where did Selma live in February 2024? = 1
# What is the size of the worker pool?
2024-02-01 * The worker pool size is 8.
2024-02-03 The database pool size is 20.
2024-03-15 * We raised the worker pool size to 16 after the incident.
2024-04-02 * The worker pool size is 12 now.
2024-04-10 The incident review took two hours.
@ 2024-02-20 1
@ 2024-03-20 2
? What was the worker pool size in March 2024, after the 20th? = 2
# Where does Henrik work?
2023-09-01 * Henrik> I work at Nordlys as a designer.
2023-10-05 Henrik> The office at Nordlys has a lovely view.
2024-01-09 Henrik> Ingrid works at Telenor, by the way.
2024-02-12 * Henrik> I quit Nordlys and started at Equinor.
2024-05-20 Henrik> Lunch at the canteen is great.
@ 2023-12-01 1
? Where did Henrik work in November 2023? = 1
# What is Noor's favourite tea?
2024-01-03 * Noor> My favourite tea is jasmine.
2024-01-19 Noor> My favourite biscuit is shortbread.
2024-04-04 Noor> I drank a lot of peppermint tea when I was ill.
2024-06-15 * Noor> My favourite tea is oolong these days.
@ 2024-03-01 1
? What was Noor's favourite tea in March 2024? = 1
# When is the product launch?
2024-03-01 * The product launch is on 15 May 2024.
2024-03-04 The press kit is due on 1 May 2024.
2024-04-10 * The product launch was moved to 29 May 2024.
2024-05-20 * The product launch has been postponed to 12 June 2024.
2024-05-22 The launch party has a band.
@ 2024-03-20 1
@ 2024-04-20 2
? What was the product launch date before it was moved? = 1
# Is Dario married?
2023-05-01 * Dario is single.
2023-06-11 Dario plays the cello.
2024-02-14 * Dario is engaged to Mirela.
2024-09-07 * Dario got married to Mirela.
2024-10-01 Mirela has two brothers.
@ 2023-07-01 1
@ 2024-03-01 2
? What was Dario's marital status in 2023? = 1
# What car does Wanda drive?
2024-01-01 * Wanda> I drive a Fiat Panda.
2024-02-02 Wanda> My neighbour drives a Range Rover.
2024-03-09 Wanda> The garage charged me a fortune.
2024-07-01 * Wanda> I sold the Fiat. I drive a Toyota Yaris now.
@ 2024-04-01 1
? What did Wanda drive before? = 1
# What database does the billing service use?
2024-01-10 * The billing service uses MongoDB.
2024-01-12 The search service uses Elasticsearch.
2024-06-18 * The billing service was migrated from MongoDB to PostgreSQL.
2024-06-20 The migration took nine hours.
@ 2024-03-01 1
? What database did the billing service use in May 2024? = 1
# How old is Tilda?
2023-03-03 * Tilda is 8 years old.
2023-04-01 Tilda's cousin is 11 years old.
2024-03-04 * Tilda is 9 years old.
2024-03-09 Tilda got a bike.
@ 2023-06-01 1
? How old was Tilda in May 2023? = 1
# What is Bo's phone number?
2024-01-05 * Bo> My phone number is 070-1112233.
2024-01-07 Bo> The plumber's phone number is 070-9998877.
2024-08-08 * Bo> New phone! My phone number is 073-4445566.
@ 2024-02-01 1
? What was Bo's old phone number? = 1
# Which diet does Carla follow?
2023-01-01 * Carla> I'm a vegetarian.
2023-02-01 Carla> I tried a new curry place.
2023-09-01 * Carla> I'm vegan now.
2024-05-01 * Carla> I eat meat again, my doctor told me to.
2024-06-01 Carla> My sister is a vegetarian.
@ 2023-03-01 1
@ 2023-12-01 2
? What was Carla's diet in November 2023? = 2
# How much is the rent of the studio?
2023-01-15 * The rent of the studio is 1,400 euros.
2023-02-01 The deposit of the studio is 2,800 euros.
2024-01-15 * The rent of the studio went up to 1,550 euros.
@ 2023-06-01 1
? How much was the rent of the studio in June 2023? = 1
# Who leads the platform team?
2024-01-02 * Ayesha leads the platform team.
2024-01-05 Piotr leads the mobile team.
2024-05-01 * The platform team is now led by Gustav.
2024-05-03 The platform team has nine people.
@ 2024-03-01 1
? Who led the platform team in February 2024? = 1
# What does Ruben study?
2022-10-01 * Ruben studies mathematics.
2022-11-01 Ruben shares a flat with a law student.
2023-10-01 * Ruben switched to philosophy.
2023-11-05 Ruben got a scholarship.
@ 2023-01-01 1
? What did Ruben study in 2022? = 1
# What is the log level of the ingest service?
2024-02-01 * The log level of the ingest service is info.
2024-02-02 The log level of the export service is warn.
2024-02-20 * We set the log level of the ingest service to debug.
2024-03-01 * The log level of the ingest service is back to info.
@ 2024-02-10 1
@ 2024-02-25 2
? What was the log level of the ingest service on 24 February 2024? = 2
# Does Malik like running?
2023-04-01 * Malik> I hate running.
2023-05-01 Malik> Cycling is my thing.
2024-04-01 * Malik> I love running now, who would have thought.
2024-05-01 Malik> I bought new shoes.
@ 2023-08-01 1
? Did Malik like running in 2023? = 1
# How many cats does Agnes have?
2023-01-01 * Agnes has two cats.
2023-02-01 Agnes has a garden with three apple trees.
2023-07-01 * Agnes has three cats now.
2024-02-01 * Agnes has four cats.
@ 2023-03-01 1
@ 2023-12-01 2
? How many cats did Agnes have in March 2023? = 1
# What time is the weekly sync?
2024-01-08 * The weekly sync is at 10:00.
2024-01-09 The design review is at 14:00.
2024-03-04 * The weekly sync was moved to 11:30.
2024-03-11 Someone always forgets the agenda.
@ 2024-02-01 1
? What time was the weekly sync in January 2024? = 1
# What is Olga's email address?
2024-01-01 * Olga's email is olga@first.example.
2024-01-03 Olga's assistant's email is sam@first.example.
2024-04-01 * Olga changed her email address to olga@second.example.
@ 2024-02-01 1
? What was Olga's email address in February 2024? = 1
# Which version of Python does the pipeline run on?
2023-05-01 * The pipeline runs on Python 3.9.
2023-05-02 The notebooks run on Python 3.11.
2023-11-01 * The pipeline was upgraded to Python 3.12.
@ 2023-07-01 1
? Which version of Python did the pipeline run on in June 2023? = 1
# Where is the team offsite?
2024-02-01 * The team offsite is in Prague.
2024-02-05 Our customers are in Vienna.
2024-03-01 * The team offsite will be in Krakow instead of Prague.
@ 2024-02-20 1
? Where was the team offsite going to be in February 2024? = 1
# What is the user's preferred editor?
2023-06-01 * The user prefers Vim.
2023-06-10 The user's colleague prefers Emacs.
2024-01-15 * The user switched from Vim to VS Code.
@ 2023-09-01 1
? Which editor did the user prefer in 2023? = 1
# What job does Esther have?
2022-01-01 * Esther> I work as a waitress.
2022-03-01 Esther> My flatmate works as a paramedic.
2023-01-10 * Esther> I'm working as a bartender now.
2024-01-10 * Esther> I got a new job, I work as an accountant.
@ 2022-06-01 1
@ 2023-06-01 2
? What was Esther's job in 2022? = 1
# What is the status of ticket 431?
2024-05-01 * Ticket 431 is open.
2024-05-01 Ticket 432 is open.
2024-05-04 * Ticket 431 is in review.
2024-05-09 * Ticket 431 is closed.
@ 2024-05-02 1
@ 2024-05-06 2
? What was the status of ticket 431 on 5 May 2024? = 2
# Does the house have a dog?
2023-01-01 * Ilse> We have a dog.
2023-05-01 Ilse> The neighbours have a parrot.
2024-03-01 * Ilse> We don't have a dog any more.
@ 2023-06-01 1
? Did Ilse have a dog in May 2023? = 1
# Which gym does Fabio go to?
2023-02-01 * Fabio> My gym is Ironworks on Mill Street.
2023-03-01 Fabio> My barber is on Mill Street too.
2023-12-01 * Fabio> My gym is PureFit now.
@ 2023-05-01 1
? What was Fabio's gym in April 2023? = 1
# How much is a season ticket?
2022-08-01 * A season ticket costs 310 pounds.
2022-08-02 A programme costs 4 pounds.
2023-08-01 * A season ticket costs 340 pounds.
2024-08-01 * A season ticket now costs 375 pounds.
@ 2022-12-01 1
@ 2023-12-01 2
? How much did a season ticket cost in 2022? = 1
# What is the branch that we deploy from?
2024-01-01 * The deploy branch is main.
2024-01-04 The docs branch is gh-pages.
2024-02-10 * The deploy branch was changed to release.
@ 2024-01-20 1
? What was the deploy branch in January 2024? = 1
# Where did Lotte move?
2021-01-01 * Lotte lives in Hamburg.
2021-02-01 Lotte's parents live in Kiel.
2022-04-01 * Lotte moved to Cologne.
2023-04-01 * Lotte moved from Cologne to Vienna.
2024-04-01 * Lotte has moved back to Hamburg.
@ 2021-06-01 1
@ 2022-08-01 2
@ 2023-08-01 3
? Where did Lotte live in 2023, in August? = 3
# Who is Matteo's dentist?
2023-01-01 * Matteo's dentist is Dr Weber.
2023-02-01 Matteo's doctor is Dr Lang.
2023-10-01 * Matteo's dentist is Dr Sato now.
@ 2023-06-01 1
? Who was Matteo's dentist before? = 1
`;
