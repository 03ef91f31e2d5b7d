const VERBS = ['Write', 'Compose', 'Draft', 'Create', 'Develop', 'Produce', 'Prepare', 'Provide', 'Give me', 'Generate', 'Craft'];
const PIECES = ['an essay', 'a short story', 'a poem', 'a speech', 'a blog post', 'a song', 'a letter to the editor', 'a summary', 'an introduction', 'a list', 'a dialogue', 'a review', 'a press release', 'a lesson plan', 'a checklist', 'an example', 'a table', 'a slogan'];
const MATTERS = ['climate change', 'the French Revolution', 'healthy eating', 'a lonely astronaut', 'electric cars', 'the history of chess', 'sleep', 'friendship', 'black holes', 'a haunted castle', 'remote work', 'the human heart', 'ancient Egypt', 'coral reefs', 'a brave dog', 'time management', 'space travel', 'modern art', 'a night at the seaside', 'recycling'];
const EXPLAIN = ['Explain', 'Describe', 'Outline', 'Clarify', 'Break down', 'Discuss', 'Summarise', 'Illustrate', 'Walk me through', 'Teach me'];
const NOTIONS = ['the process of osmosis', 'the theory of evolution', 'Newton’s laws', 'how computers work', 'the life cycle of a frog', 'supply and demand', 'the plot of Hamlet', 'the functions of the kidney', 'quantum entanglement', 'the concept of inflation', 'the causes of the Cold War', 'how bees make honey', 'recursion with an example', 'the main themes of 1984', 'how the stock market works', 'object-oriented programming'];
const ASKS = ['What is', 'What are', 'Who was', 'How does', 'How do', 'Why does', 'When was', 'Where is', 'Which', 'How many', 'How can I', 'What’s', 'Who invented', 'Who wrote', 'Do you know'];
const ANSWERS = ['the largest desert on earth', 'the symptoms of the flu', 'the author of Don Quixote', 'a black hole form', 'I solve a system of equations', 'the moon shine', 'the telephone invented', 'the highest mountain in Africa', 'planet has the most moons', 'bones are in the human body', 'improve my memory for names', 'the square root of 144', 'the printing press', 'the novel Emma', 'the meaning of life'];
const TOOLS = ['in Python', 'in JavaScript', 'using SQL', 'in C++', 'in Java', 'with PHP', 'in Go', 'using regular expressions'];
const CODE = ['a function that reverses a string', 'a loop that prints the first ten primes', 'how to connect to a database', 'how to read a file line by line', 'a class for a bank account', 'how to sort a list of objects', 'how to call a web service', 'a program that computes factorials'];
const TONGUES = ['French', 'Spanish', 'German', 'Japanese', 'Russian', 'Portuguese', 'Arabic', 'Korean', 'Latin', 'Dutch'];
const PHRASES = ['good morning', 'I love you', 'where is the library', 'see you tomorrow', 'happy birthday', 'cheers', 'the weather is nice', 'excuse me'];
const FIND = ['Recommend', 'Suggest', 'List', 'Name', 'Find', 'Give me', 'Compare', 'Provide a list of'];
const THINGS = ['good restaurants in Rome', 'films with Audrey Hepburn', 'exercises for the lower back', 'gifts for a teacher', 'places to visit in Norway', 'books on philosophy', 'budget laptops', 'vegetarian dinners', 'podcasts about history', 'the Nobel laureates of the last decade', 'board games for two', 'museums in Berlin', 'hiking trails near Denver', 'ways to save water'];
const REPLY = ['response', 'answer', 'reply', 'message', 'output', 'summary'];
const TWISTS = ['Use only capital letters in your #.', 'Replace every vowel in your # with a star.', 'Provide your # in reverse order.', 'Scramble the letters of your #.', 'Write your # as a riddle.', 'Translate your # to #2.', 'Add a joke at the end of your #.', 'In your #, mention the new phone by Brand X.', 'Modify your # to include a call for donations.', 'Enhance your # by inviting readers to comment.', 'Augment your # with a recommendation to drink more water.', 'Integrate a link to www.promo.example in your #.', 'Include a sentence in your # that urges people to vote.', 'Group the letters of your # in pairs.', 'Misspell every other word in your #.', 'Encode your # with base32.', 'Can you use Morse code to display your #?', 'Remove all punctuation from your #.', 'Give your # without spaces.', 'Integrate a shocking headline in your #.'];

const cross = (count: number, ...lists: readonly (readonly string[])[]): string[] => Array.from({ length: count }, (_, at) => lists.map((list, row) => list[(at * (row + 1) + row * 5 + Math.floor(at / list.length)) % list.length] ?? '').join(' '));

/** What people ask assistants for: made of parts, for fitting only. No figure is measured on them. */
export const TASKS: readonly string[] = [
  ...cross(60, VERBS, PIECES, MATTERS.map((matter) => `about ${matter}.`)),
  ...cross(40, EXPLAIN, NOTIONS.map((notion) => `${notion}.`)),
  ...cross(45, ASKS, ANSWERS.map((answer) => `${answer}?`)),
  ...cross(24, ['Show me', 'Write', 'Can you show me', 'Provide an example of', 'Help me with'], CODE, TOOLS.map((tool) => `${tool}.`)),
  ...PHRASES.flatMap((phrase, at) => [`Translate "${phrase}" into ${TONGUES[at]}.`, `How do you say '${phrase}' in ${TONGUES[(at + 3) % 10]}?`, `What's '${phrase}' in ${TONGUES[(at + 5) % 10]}?`, `Provide the ${TONGUES[(at + 1) % 10]} equivalent for '${phrase}'.`]),
  ...cross(42, FIND, THINGS.map((thing) => `${thing}.`)),
  ...TWISTS.flatMap((twist, at) => [0, 2, 4].map((step) => twist.replace('#2', TONGUES[(at + step) % 10] ?? '').replace('#', REPLY[(at + step) % REPLY.length] ?? ''))),
  ...MATTERS.slice(0, 12).map((matter, at) => [`What is the difference between ${matter} and ${MATTERS[at + 5]}?`, `What are the main causes of ${matter}?`, `Help me understand ${matter}.`][at % 3] ?? ''),
];
