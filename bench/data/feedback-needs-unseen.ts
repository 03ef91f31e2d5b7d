import type { RepeatedNeed } from './repeated-need.js';

/** Half of the needs, written before the other half and never looked at while the learning was shaped. Lines of `samples/kitchen-and-code.jsonl`. */
export const UNSEEN_NEEDS: readonly RepeatedNeed[] = [
  { lines: [6], first: 'What finishing time does Tom have in mind at the start?', near: ['Which finishing time did Tom want at the start?'], again: ['Tom’s first target for the marathon?', 'What time did Tom originally hope to finish in?'] },
  { lines: [9], first: 'What is the idea behind the supper club?', near: ['What was the idea of Priya’s supper club?'], again: ['How did Priya first describe her supper club?', 'What kind of dinners does Priya want to host?'] },
  { lines: [12], first: 'Which herb can Tom not stand?', near: ['Which herb does Tom hate?'], again: ['What food did Tom say tastes like soap?', 'Tom’s most hated herb, what was it?'] },
  { lines: [18], first: 'Where does Marmalade come from?', near: ['Where did Tom get Marmalade from?'], again: ['How did Tom get his dog?', 'Which rescue did Tom get Marmalade from?'] },
  { lines: [21], first: 'How do I begin a sourdough starter?', near: ['How is a sourdough starter begun?'], again: ['Steps for making a sourdough starter?', 'Recipe for the starter with rye flour, day by day?'] },
  { lines: [36], first: 'Which conditions did the landlord set for the dinners?', near: ['What conditions did Priya’s landlord set for having dinners?'], again: ['What did Senhor Abílio ask for when he allowed the dinners?', 'House rules that the landlord gave for the supper club at first?'] },
  { lines: [54], first: 'How does Priya count the guests who said yes?', near: ['How can one count guests who said yes?'], again: ['The query that shows who is coming to each evening?', 'SQL for the number of confirmed guests per evening?'] },
  { lines: [66], first: 'Why was everything cold at the first dinner?', near: ['What was the reason that everything was cold at dinner one?'], again: ['What happened that made the first menu cold?', 'Reason the first supper had no hot dishes?'] },
  { lines: [77], first: 'What made the booking API fail at Easter?', near: ['Why did the API for bookings fail at Easter?'], again: ['Why did the booking system go down in the Easter sale?', 'Cause of the outage during the sale at Farolim?'] },
  { lines: [91], first: 'When is Priya done at Farolim?', near: ['When will Priya be done with Farolim?'], again: ['What is Priya’s last day at her old job?', 'On which date does Priya leave Farolim?'] },
  { lines: [108], first: 'What did the doctor say about the heel?', near: ['Tom’s heel: what did his doctor say?'], again: ['Diagnosis of Tom’s injury?', 'What did Dr. Whitcombe find wrong with Tom’s foot?'] },
  { lines: [122], first: 'Who complained after the May dinner?', near: ['Who was it that complained after the dinner in May?'], again: ['What was the complaint about noise on the stairs?', 'Which neighbour was unhappy with the dinner guests?'] },
  { lines: [151], first: 'What is Tom’s flat in Porto like?', near: ['Tell me about Tom’s flat in Porto.'], again: ['How much rent does Tom pay now?', 'Describe the apartment Tom moved into.'] },
  { lines: [166], first: 'How was the seatsLeft function mended?', near: ['How did they mend seatsLeft?'], again: ['The fix for too many seats being sold?', 'What change made seatsLeft count people rather than bookings?'] },
  { lines: [190], first: 'How much of the Leeds deposit came back?', near: ['How much did Tom get back of the deposit in Leeds?'], again: ['What did Tom get back from his old landlord?', 'Did Tom’s landlord return the deposit, and what did he keep?'] },
  { lines: [205], first: 'Why did the September dinner have to move?', near: ['Why was the dinner in September moved?'], again: ['What stopped them using the studio on the 20th?', 'Reason for the new date of the studio dinner?'] },
  { lines: [212], first: 'Which port does Talher use now?', near: ['Talher runs on which port?'], again: ['Where does the booking app listen after the change?', 'Why was Talher’s port number changed?'] },
  { lines: [230], first: 'How did the half marathon go?', near: ['How did Tom’s half marathon go?'], again: ['Tom’s result in Matosinhos?', 'What time did Tom run in the half, and what goal came of it?'] },
  { lines: [239], first: 'What was earned at the studio dinner?', near: ['How much did the dinner at the studio earn?'], again: ['How much was left after the September evening?', 'Money that Priya and Tom split after the big dinner?'] },
  { lines: [254], first: 'What dose does Marmalade get at present?', near: ['Marmalade’s present dose?'], again: ['How much gabapentin does the dog take in the evening?', 'Which change did Dra. Matilde make to the medicine?'] },
];

/** Questions that share words with the needs above and want another answer: votes on those must not reach these. */
export const UNSEEN_OTHERS: readonly { readonly lines: readonly number[]; readonly question: string }[] = [
  { lines: [4], question: 'Which race did Tom sign up for first?' },
  { lines: [13], question: 'What was the first dinner meant to cost a head?' },
  { lines: [218], question: 'When did Tom start to like coriander?' },
  { lines: [25], question: 'What is Priya’s sourdough starter called?' },
  { lines: [46], question: 'What did Tom name his starter?' },
  { lines: [34], question: 'When was the first supper club?' },
  { lines: [56], question: 'Why does the condition stand in the ON part of the join?' },
  { lines: [81], question: 'How is a deployment rolled back at Farolim?' },
  { lines: [115], question: 'When does Priya start at Boreal Freight?' },
  { lines: [112], question: 'Why did Tom give up his place in York?' },
  { lines: [124], question: 'Whose studio has a seven metre table?' },
  { lines: [98], question: 'Which company in Porto offered Tom a job?' },
  { lines: [215], question: 'Why did the page say one seat was left instead of 19?' },
  { lines: [144], question: 'What scratch did the landlord find in Leeds?' },
  { lines: [187], question: 'What was the budget of the studio dinner?' },
  { lines: [169], question: 'What is the configuration of the booking server?' },
  { lines: [173], question: 'How many kilometres a week does Rui allow?' },
  { lines: [157], question: 'Why was the meloxicam stopped?' },
  { lines: [261], question: 'Who is first on the waiting list?' },
  { lines: [278], question: 'When will Priya see the allergy doctor?' },
];
