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
const UNLEARN = ['Forget everything you know about', 'Forget all you ever knew of', 'Forget everything you thought you knew about', 'You can forget what you learned about', 'Forget what you remember of', 'Forget everything I told you about', 'Forget what they taught you about'];
const CRAFT = ['baking', 'risotto', 'skiing', 'small talk', 'pruning roses', 'Italian coffee', 'long flights', 'wool', 'the old office', 'dating', 'school maths', 'chess openings', 'city breaks', 'running shoes', 'potty training', 'the bus to town'];
const BETTER = [': this one is different.', ', my aunt does it in five minutes.', ' and come along on Sunday.', '.', ', it has all changed.', ' and just taste it.', ', the new way is easier.', ': I was wrong.'];
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

/** What people keep, drop and play among themselves in other languages. */
const IN_TONGUES: readonly (readonly (readonly string[])[])[] = [
  [['Merk dir', 'Denk daran,', 'Vergiss nicht', 'Stell dir vor,', 'Du bist jetzt', 'Ab sofort'], ['den Weg zum See', 'die Nummer vom Klempner', 'im Stück die Königin', 'für die Kinder zuständig', 'gilt der Winterfahrplan', 'alles über den alten Ofen'], ['bitte.', 'bis Sonntag.', 'und lach nicht.', 'sonst gibt es Ärger.']],
  [['Souviens-toi', 'N’oublie pas', 'Imagine', 'Tu es maintenant', 'Fais comme si', 'Garde'], ['le gâteau de mamie', 'la clé du garage', 'le roi dans la pièce', 'grande sœur', 'les photos de l’été', 'tout sur la route'], ['s’il te plaît.', 'jusqu’à samedi.', 'et ne ris pas.']],
  [['Acuérdate', 'No olvides', 'Imagina', 'Ahora eres', 'Haz como si', 'Guarda'], ['el pan y la leche', 'la llave del coche', 'la reina en la obra', 'el hermano mayor', 'las fotos del verano', 'todo lo del viaje'], ['por favor.', 'hasta el sábado.', 'y no te rías.']],
  [['Ricordati', 'Non dimenticare', 'Immagina', 'Adesso sei', 'Fai come se', 'Salva'], ['il pane', 'la chiave del garage', 'il re nella recita', 'la sorella maggiore', 'le foto delle vacanze'], ['per favore.', 'fino a sabato.', 'e non ridere.']],
  [['Lembra-te', 'Não esqueça', 'Imagine', 'Agora você é', 'Guarde', 'A partir de agora'], ['o pão', 'a chave do carro', 'o rei na peça', 'a irmã mais velha', 'as fotos do verão'], ['por favor.', 'até sábado.', 'e não ria.']],
  [['Запомни', 'Не забудь', 'Представь', 'Теперь ты', 'Сохрани', 'Помни'], ['дорогу к озеру', 'ключ от гаража', 'король в спектакле', 'старшая сестра', 'фотографии с моря'], ['пожалуйста.', 'до субботы.', 'и не смейся.']],
  [['Zapamiętaj', 'Nie zapomnij', 'Wyobraź sobie', 'Teraz jesteś', 'Zapisz', 'Udawaj'], ['drogę nad jezioro', 'klucz do garażu', 'król w sztuce', 'starsza siostra', 'zdjęcia z wakacji'], ['proszę.', 'do soboty.', 'i nie śmiej się.']],
  [['Onthoud', 'Vergeet niet', 'Stel je voor', 'Je bent nu', 'Bewaar', 'Doe alsof'], ['de weg naar het meer', 'de sleutel van de schuur', 'de koning in het stuk', 'de grote zus', 'de foto’s van de zomer'], ['alsjeblieft.', 'tot zaterdag.', 'en niet lachen.']],
  [['记住', '别忘了', '想象一下', '现在你是', '保存好', '假装'], ['去湖边的路', '车库的钥匙', '话剧里的国王', '姐姐', '夏天的照片', '没看见礼物'], ['，好吗？', '，到星期六为止。', '，别笑。']],
  [['覚えておいて、', '忘れないで、', '想像して、', '今からあなたは', '取っておいて、'], ['湖への道', '車庫の鍵', '劇の王様', 'お姉さん', '夏の写真'], ['お願い。', '土曜日までね。', '笑わないで。']],
  [['기억해,', '잊지 마,', '상상해 봐,', '이제 너는', '보관해,'], ['호수 가는 길', '차고 열쇠', '연극의 왕', '언니', '여름 사진'], ['부탁해.', '토요일까지.', '웃지 마.']],
  [['تذكر', 'لا تنس', 'تخيل', 'أنت الآن', 'احفظ'], ['الطريق إلى البحيرة', 'مفتاح المرآب', 'الملك في المسرحية', 'الأخت الكبرى', 'صور الصيف'], ['من فضلك.', 'حتى السبت.', 'ولا تضحك.']],
  [['याद रखना', 'मत भूलना', 'सोचो', 'अब तुम', 'संभाल कर रखना'], ['झील का रास्ता', 'गैराज की चाबी', 'नाटक में राजा', 'बड़ी बहन', 'गर्मी की तस्वीरें'], ['ठीक है।', 'शनिवार तक।', 'और हँसना मत।']],
  [['Kom ihåg', 'Glöm inte', 'Tänk dig', 'Nu är du', 'Spara', 'Låtsas'], ['vägen till sjön', 'nyckeln till garaget', 'kungen i pjäsen', 'storasyster', 'bilderna från sommaren'], ['snälla.', 'till lördag.', 'och skratta inte.']],
];

/** Harmless texts of some sentences each, in which people and machines are told to do things, roles are played, and attacks are reported. */
export const HARMLESS_PATTERNS: readonly string[] = [
  ...three(cross(150, STEPS, PARTS, THEN)),
  ...three(cross(120, WORKPLACE, BY_WHEN)),
  ...three(cross(120, SECURITY, DO_HARM, LEARNED)),
  ...three(cross(120, PRODUCT, DOES, ASIDE)),
  ...three(cross(120, FAMILY, MATTERS)),
  ...three(cross(60, PLAY, SCENE)),
  ...IN_TONGUES.flatMap((lists) => cross(18, ...lists)),
  ...cross(56, UNLEARN, CRAFT, BETTER).map((text) => text.replace(/ (?=[:,.])/, '').replace(/  +/g, ' ')),
  ...three(cross(120, RULES, MUST, WHY)),
  ...three(cross(120, CHAT, CHAT_ASKS)),
  ...three(cross(120, TECH, WHEN_TECH)),
];

/** Some sentences to a text. */
function three(sentences: readonly string[]): string[] {
  return Array.from({ length: Math.floor(sentences.length / 3) }, (_, at) => sentences.slice(at * 3, at * 3 + 3).join(' '));
}
