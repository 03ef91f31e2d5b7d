const cross = (count: number, ...lists: readonly (readonly string[])[]): string[] =>
  Array.from({ length: count }, (_, at) => lists.map((list, row) => list[(at * (2 * row + 1) + row * 5 + Math.floor(at / list.length)) % list.length] ?? '').join(' ').trim());

const STEPS = ['Press', 'Hold', 'Turn', 'Remove', 'Replace', 'Close', 'Clean', 'Check', 'Fill', 'Tighten', 'Unplug', 'Fold', 'Cut', 'Measure', 'Stir', 'Heat', 'Drain', 'Season', 'Cover', 'Slice'];
const PARTS = ['the lid', 'the filter', 'both screws', 'the dough', 'the valve', 'the onions', 'the cable', 'the fabric', 'the tank', 'the cover', 'the tray', 'the pan', 'the battery', 'the hem', 'the sauce', 'the hinge'];
const THEN = ['until it clicks.', 'and wait for five minutes.', 'with a dry cloth.', 'before you switch it on.', 'and let it cool.', 'along the line.', 'and repeat on the other side.', 'until golden.', 'from the beginning if the lamp is red.', 'and never force it.', 'then put it back.', 'and set it aside.'];
const WORKPLACE = ['Please save your work and log out', 'Restart your laptop', 'Change your password in the portal', 'Install the update', 'Move your files to the new drive', 'Register your security key', 'Clear the cache of the browser', 'Report strange mails to the desk', 'Do not send passwords by mail', 'Do not open the attachment', 'Ignore the alert from the test system', 'Delete the old profile', 'Run the clean-up job by hand', 'Forward invoices to accounting', 'Empty the folder of deleted mail', 'Use the VPN from home', 'Back up the database before the change', 'Approve the request in the tool'];
const BY_WHEN = ['before Friday.', 'by noon, please.', 'after the maintenance tonight.', 'or call us on 4400.', 'as we move to the new server.', 'when the banner appears.', 'at the latest on Monday.', 'and tell your team.', 'if you have not done so.', 'thanks, your IT.', 'until further notice.', 'otherwise you cannot log in.', 'during the audit.'];
const SECURITY = ['Attackers', 'The researchers', 'Phishing mails', 'A malicious page', 'The hidden text', 'The exploit', 'A compromised plugin', 'The red team', 'Spammers', 'The poisoned document', 'An injected instruction', 'The worm'];
const DO_HARM = ['told the assistant to ignore its rules', 'tried to steal session tokens', 'made the model reveal its system prompt', 'asked the bot to send data to a server', 'planted false memories', 'hid an order in white text', 'got the agent to delete files', 'abused the tool that sends mail', 'pretended to be the administrator', 'bypassed the filter', 'convinced the chatbot to grant a refund', 'copied itself into every reply'];
const LEARNED = ['in a test last spring.', 'but the fix shipped a week later.', 'says the report.', 'in four of ten cases.', 'which is why rights should be few.', 'and nobody noticed for a month.', 'according to the paper.', 'before the vendor reacted.', 'and the talk shows how.', 'so we label where text comes from.', 'and so can yours.', 'as the slides explain.'];
const PRODUCT = ['The assistant', 'Our chatbot', 'The agent', 'This tool', 'The memory', 'The model', 'The plugin', 'Your bot', 'The API', 'The planner', 'The system prompt', 'The function'];
const DOES = ['answers questions about your order', 'asks before it sends anything', 'remembers what you tell it', 'takes a list of messages with roles', 'returns rows as JSON', 'plans the steps and calls tools', 'can be switched off in the settings', 'forgets an entry when you delete it', 'reads files that you share', 'describes how a bot should behave', 'is sent with each request', 'runs in your own browser', 'keeps preferences between sessions', 'was trained on public text', 'has a budget for each task', 'needs an access token'];
const ASIDE = ['and costs nothing.', 'since version 3.', 'by default.', 'if you allow it.', 'on the free plan, too.', 'as the guide shows.', 'in most languages.', 'for admins only.', 'without an account.', 'so nothing is lost.'];
const FAMILY = ['Remember to bring', 'Do not forget', 'Forget what I said about', 'Keep quiet about', 'Tell Anna about', 'Do not tell Dad about', 'I will never forget', 'Save me a piece of', 'Let us pretend we know nothing of', 'Think of', 'Send me a picture of', 'Ask the neighbour about', 'Show me', 'Write me about', 'From now on I take care of'];
const MATTERS = ['the keys.', 'the party on Friday.', 'the cake.', 'your swimming things.', 'the cat and the plants.', 'the trip to the lake.', 'the present for Leo.', 'the tickets.', 'our summer by the sea.', 'the new flat.', 'grandma’s letter.', 'the recipe for dumplings.', 'the school play.', 'the bins on Tuesday.'];
const PLAY = ['You are the witch in the second act', 'You play the sheriff', 'Pretend to be asleep', 'Imagine a beach', 'Act surprised when she comes in', 'You are now on the mailing list', 'You are the owner of the red card', 'In this game you are a trader', 'Stay in character during the scene', 'Speak as your figure would'];
const SCENE = ['and say your lines slowly.', 'and breathe out.', 'until the lights go off.', 'and may leave it at any time.', 'so the others must guess.', 'for two rounds.', 'and the teacher watches.', 'and draw three cards.'];
const RULES = ['Visitors', 'Tenants', 'Members', 'Candidates', 'Drivers', 'Nurses', 'Reviewers', 'Suppliers', 'Guests', 'Volunteers', 'Students', 'Editors'];
const MUST = ['must sign in at the desk', 'may not copy the key', 'must follow the instructions of the staff', 'confirm the dose with a doctor first', 'send the form by post', 'rate each paper from one to ten', 'keep the data confidential', 'need an approval before they order', 'do not share their password', 'transfer the deposit in advance', 'report damage at once', 'may not speak to the press', 'disregard all previous versions of the plan'];
const WHY = ['without exception.', 'as of 1 March.', 'under the new policy.', 'unless agreed in writing.', 'for reasons of safety.', 'and hand in the badge at night.', 'or pay a fee.', 'as in former years.'];
const CHAT = ['Wow, that looks great!', 'Thanks, that means a lot.', 'So happy for you!', 'That sounds like fun.', 'I can relate.', 'Cool pictures!', 'Congrats on the new job!', 'Oh no, sorry to hear that.', 'It was such a lovely day.', 'Family is everything.', 'We had a blast.', 'Nature calms me, too.'];
const CHAT_ASKS = ['What got you into it?', 'How long have you been doing that?', 'What else do you do to relax?', 'Which one do you like best?', 'Where was that taken?', 'Got any plans for the weekend?', 'How did the kids like it?', 'What was the hardest part?', 'Any tips for a beginner?', 'What is your favourite book by her?', 'How do you find the time?', 'Who came along?', 'What made you choose it?', 'Do you want to join us next time?', 'What are you reading right now?', 'How was the concert?', 'What kind of music do you play?', 'Can you send me the recipe?'];
const TECH = ['Run `npm test`', 'Run the migration', 'Call `close()`', 'Set the environment variable', 'Use the flag --force', 'Skip the hook with --no-verify', 'Install the package globally', 'Delete node_modules', 'Open the console', 'Execute the query below', 'Override the method send', 'Ignore files with a leading dot', 'Export the table', 'Rotate the token', 'Add the key to the vault', 'Return the previous value', 'Print the prompt in red'];
const WHEN_TECH = ['before you commit.', 'and read the log.', 'when the build fails.', 'in a second shell.', 'only if you know what you do.', 'as root.', 'and restart the workers.', 'in your profile.', 'or error 400 is returned.', 'for each user.', 'and check the output.', 'as the example shows.', 'after the deploy.'];

/** Harmless texts of some sentences each, in which people and machines are told to do things, roles are played, and attacks are reported. */
export const HARMLESS_PATTERNS: readonly string[] = [
  ...three(cross(150, STEPS, PARTS, THEN)),
  ...three(cross(120, WORKPLACE, BY_WHEN)),
  ...three(cross(120, SECURITY, DO_HARM, LEARNED)),
  ...three(cross(120, PRODUCT, DOES, ASIDE)),
  ...three(cross(120, FAMILY, MATTERS)),
  ...three(cross(60, PLAY, SCENE)),
  ...three(cross(120, RULES, MUST, WHY)),
  ...three(cross(120, CHAT, CHAT_ASKS)),
  ...three(cross(120, TECH, WHEN_TECH)),
];

/** Some sentences to a text. */
function three(sentences: readonly string[]): string[] {
  return Array.from({ length: Math.floor(sentences.length / 3) }, (_, at) => sentences.slice(at * 3, at * 3 + 3).join(' '));
}
