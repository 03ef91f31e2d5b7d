/**
 * Stories of one value that changes. `# question asked now`; a line a memory, `date text` or `date Name> text`, with
 * `*` where it tells the value; `@ moment n`: asked as of that moment, the n-th value must come first; `? question =
 * n`: a question that names the time itself.
 */
export const OPEN_STORIES = `
# Where does Tom live?
2024-01-10 * Tom> I live in Leeds, near the canal.
2024-02-01 Tom> Ana lives in Berlin, I visit her sometimes.
2024-03-05 Tom> Leeds had snow again.
2024-06-01 * Tom> I moved to Porto last week!
2024-07-01 Tom> Work is fine.
@ 2024-03-01 1
? Where did Tom live in March 2024? = 1
? Where did Tom live before Porto? = 1
# What is the pool size?
2024-01-01 * The pool size is 20.
2024-01-05 The queue size is 500.
2024-02-01 * We changed the pool size to 40.
2024-02-03 The sale went well.
@ 2024-01-20 1
? What was the pool size in January 2024? = 1
# Where does Priya work?
2023-01-01 * Priya works at Google.
2023-02-01 Priya likes her manager.
2023-09-01 * Priya left Google and joined Meta.
2024-09-01 * Priya works at Stripe now.
2024-10-01 Rahul works at Google.
@ 2023-03-01 1
@ 2023-12-01 2
? Where did Priya work in 2023, in October? = 2
# What is Marco's favourite food?
2023-01-01 * Marco> My favourite food is pizza.
2023-01-09 Marco> I cooked a risotto.
2024-01-01 * Marco> My favorite food is ramen now.
@ 2023-05-01 1
? What used to be Marco's favourite food? = 1
# When is the wedding?
2024-01-01 * The wedding is on 3 August 2024.
2024-01-02 The hen party is on 20 July 2024.
2024-03-01 * The wedding was postponed to 14 September 2024.
@ 2024-02-01 1
? When was the wedding originally? = 1
# Is Jin single?
2022-01-01 * Jin is single.
2022-02-01 Jin bought a house.
2023-01-01 * Jin got married.
2024-06-01 * Jin got divorced.
@ 2022-06-01 1
@ 2023-06-01 2
? Was Jin married in 2023? = 2
# What car do I drive?
2023-01-01 * Kim> I drive a Honda Civic.
2023-05-01 Kim> My dad drives a truck.
2024-02-01 * Kim> I drive a Tesla now.
@ 2023-06-01 1
? What did Kim drive before the Tesla? = 1
# What does the auth service run on?
2024-01-01 * The auth service runs on Node 18.
2024-01-02 The mail service runs on Node 16.
2024-05-01 * The auth service was upgraded to Node 22.
@ 2024-02-01 1
? What did the auth service run on in March 2024? = 1
# How old is Ravi?
2022-05-05 * Ravi is 40 years old.
2022-06-05 Ravi's wife is 38 years old.
2023-05-06 * Ravi is 41.
@ 2022-08-01 1
? How old was Ravi in July 2022? = 1
# What is Zoe's email?
2023-01-01 * Zoe> My email is zoe@uni.example.
2023-01-02 Zoe> Send the invoice to billing@uni.example.
2024-01-01 * Zoe> My email address changed to zoe@corp.example.
@ 2023-04-01 1
? What was Zoe's email in 2023? = 1
# Is Elif vegetarian?
2022-01-01 * Elif> I'm vegetarian.
2022-02-01 Elif> The market was lovely.
2023-01-01 * Elif> I'm not vegetarian any more.
@ 2022-04-01 1
? Was Elif vegetarian in 2022? = 1
# How much does the gym cost?
2023-01-01 * The gym costs 30 pounds a month.
2023-01-05 The pool costs 5 pounds a visit.
2024-01-01 * The gym costs 42 pounds a month now.
@ 2023-05-01 1
? How much did the gym cost in 2023? = 1
# Who is the CEO of Acme?
2022-01-01 * The CEO of Acme is Jane Holt.
2022-01-02 The CFO of Acme is Lee Wong.
2023-06-01 * Raj Patel is the new CEO of Acme.
@ 2022-12-01 1
? Who was the CEO of Acme in 2022? = 1
# What does Zoe study?
2022-09-01 * Zoe studies physics.
2022-10-01 Zoe joined the choir.
2023-09-01 * Zoe changed her major to chemistry.
@ 2023-01-01 1
? What did Zoe study before chemistry? = 1
# What is the retry limit?
2024-01-01 * The retry limit is three.
2024-01-01 The rate limit is 100 requests a minute.
2024-02-01 * The retry limit was increased to five.
2024-03-01 * The retry limit was lowered to four.
@ 2024-01-15 1
@ 2024-02-15 2
? What was the retry limit in February 2024? = 2
# Do I like sushi?
2022-01-01 * Marco> I don't like sushi.
2022-02-01 Marco> We had tapas.
2023-01-01 * Marco> I love sushi now.
@ 2022-05-01 1
? Did Marco like sushi in 2022? = 1
# How many kids does Sara have?
2019-01-01 * Sara has one child.
2019-02-01 Sara has two sisters.
2021-01-01 * Sara has two children.
2023-01-01 * Sara now has three children.
@ 2019-06-01 1
@ 2021-06-01 2
? How many kids did Sara have in 2021? = 2
# When is the stand-up?
2024-01-01 * The stand-up is at 9:00.
2024-01-01 The retro is at 16:00.
2024-04-01 * The stand-up was moved to 9:30.
@ 2024-02-01 1
? When was the stand-up in February 2024? = 1
# What port does the proxy listen on?
2024-01-01 * The proxy listens on port 8080.
2024-01-01 The dashboard listens on port 3000.
2024-03-01 * The proxy now listens on port 9443.
@ 2024-02-01 1
? What port did the proxy listen on in January 2024? = 1
# What is our CI provider?
2023-01-01 * Our CI provider is Jenkins.
2023-01-02 Our cloud provider is AWS.
2023-08-01 * We switched from Jenkins to GitHub Actions.
@ 2023-03-01 1
? What was our CI provider in 2023, in March? = 1
# Is the feature flag fast-search enabled?
2024-01-01 * Feature flag fast-search is disabled.
2024-01-01 Feature flag new-nav is enabled.
2024-02-01 * Feature flag fast-search is enabled.
@ 2024-01-15 1
? Was feature flag fast-search enabled in mid January 2024? = 1
# What is the dog called?
2023-01-01 * Nina> My dog's name is Rex.
2023-01-04 Nina> My cat's name is Luna.
2024-01-01 * Nina> My dog's name is Max, Rex sadly died.
@ 2023-05-01 1
? What was the name of Nina's dog in 2023? = 1
# What does Leo do for a living?
2020-01-01 * Leo works as a barista.
2020-02-01 Leo's sister works as a pilot.
2021-01-01 * Leo became a teacher.
2023-01-01 * Leo quit teaching and works as a data analyst.
@ 2020-06-01 1
@ 2021-06-01 2
? What did Leo do for a living in 2020? = 1
# Which phone does Ivo use?
2021-01-01 * Ivo uses an iPhone.
2021-02-01 Ivo uses a Thinkpad for work.
2023-01-01 * Ivo switched from the iPhone to a Pixel.
@ 2021-06-01 1
? Which phone did Ivo use in 2021? = 1
# Where is the office?
2022-01-01 * The office is in Leeds.
2022-01-02 The warehouse is in Hull.
2023-05-01 * The office moved to York.
@ 2022-05-01 1
? Where was the office in 2022? = 1
# What is the deadline for the thesis?
2024-01-01 * The deadline for the thesis is 1 June 2024.
2024-01-02 The deadline for the poster is 1 April 2024.
2024-05-01 * The deadline for the thesis was extended to 1 July 2024.
@ 2024-02-01 1
? What was the deadline for the thesis in February 2024? = 1
# Does Omar smoke?
2022-01-01 * Omar> I smoke.
2022-01-04 Omar> My uncle grows tobacco.
2023-01-01 * Omar> I quit smoking.
@ 2022-05-01 1
? Did Omar smoke in 2022? = 1
# What is the theme of the app?
2024-01-01 * The user prefers dark mode.
2024-01-02 The user prefers short answers.
2024-03-01 * The user prefers light mode now.
@ 2024-02-01 1
? Which mode did the user prefer in February 2024? = 1
# Who is our landlord?
2022-01-01 * Our landlord is Mr Fischer.
2022-01-05 Our neighbour is Mr Braun.
2023-01-01 * Our landlord is Mrs Klein, she bought the house.
@ 2022-05-01 1
? Who was our landlord in 2022? = 1
# What language is the backend written in?
2021-01-01 * The backend is written in Python.
2021-01-02 The frontend is written in TypeScript.
2022-01-01 * The backend was rewritten in Go.
2024-01-01 * The backend is written in Rust now.
@ 2021-06-01 1
@ 2022-06-01 2
? What language was the backend written in in 2022? = 2
# Who is Ella dating?
2022-01-01 * Ella is dating Paul.
2022-03-01 Ella works with Simon.
2023-01-01 * Ella is dating Simon now.
@ 2022-05-01 1
? Who was Ella dating in 2022? = 1
# What band does Ida play in?
2022-01-01 * Ida plays in a band called Moss.
2022-02-01 Ida plays chess on Fridays.
2023-01-01 * Ida left Moss and plays in a band called Tern.
@ 2022-05-01 1
? What band did Ida play in in 2022? = 1
`;
