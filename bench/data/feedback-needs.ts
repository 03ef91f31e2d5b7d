import type { RepeatedNeed } from './repeated-need.js';

/** Half of the needs, looked at while the learning was shaped. Lines of `samples/kitchen-and-code.jsonl`. */
export const SEEN_NEEDS: readonly RepeatedNeed[] = [
  { lines: [16], first: 'Which medicine did Marmalade take first?', near: ['What was Marmalade’s first medicine?'], again: ['What was the dog given for her arthritis at the beginning?', 'Name of Marmalade’s first drug from the vet?'] },
  { lines: [27], first: 'What does Anjali do for a living?', near: ['What is Anjali’s work, for a living?'], again: ['Where does Anjali work nights?', 'Which hospital is Mira’s mother at?'] },
  { lines: [29], first: 'Who taught Priya to cook?', near: ['Who was it that taught Priya cooking?'], again: ['Where did Priya learn cooking?', 'From whom did Priya learn her recipes as a child?'] },
  { lines: [41, 223], first: 'How many trays fit into the oven?', near: ['How many trays can the oven take, how many fit?'], again: ['What is the limit of Priya’s oven?', 'Trays the oven takes at once?'] },
  { lines: [48], first: 'What went wrong with the water heater?', near: ['What was wrong with that water heater?'], again: ['When did Priya’s boiler break down?', 'Why was Priya showering at the gym?'] },
  { lines: [52], first: 'What is Priya allergic to, as she said in March?', near: ['What was the allergy Priya told of in March?'], again: ['Where does Priya keep her antihistamines?', 'Which nuts make Priya ill by her first account?'] },
  { lines: [59], first: 'Which shoes did Tom buy?', near: ['What shoes has Tom bought?'], again: ['What new running shoes does Tom wear?', 'Tom’s foam trainers, which model?'] },
  { lines: [70], first: 'What did the first supper bring in?', near: ['How much did the first supper bring?'], again: ['How much money was made at the March dinner?', 'Profit of the very first evening?'] },
  { lines: [85], first: 'How often is Priya on call?', near: ['Is Priya on call often?'], again: ['What did Priya ask for in March at work?', 'Why is Priya tired of Farolim?'] },
  { lines: [93], first: 'Why did Priya hand in her notice?', near: ['What made Priya hand in notice?'], again: ['Reasons for Priya quitting?', 'What drove Priya to leave the company?'] },
  { lines: [98], first: 'Who offered Tom work in Portugal?', near: ['Who gave Tom an offer of work in Portugal?'], again: ['Which firm in Porto wants Tom?', 'Tom’s new employer?'] },
  { lines: [112], first: 'Which marathon will Tom run instead of York?', near: ['What marathon does Tom run now instead of York?'], again: ['Why did Tom swap races?', 'When is the race in Porto?'] },
  { lines: [115], first: 'Who will be Priya’s manager?', near: ['Who is going to be the manager of Priya?'], again: ['Terms of the contract at Boreal Freight?', 'When does the new job of Priya begin?'] },
  { lines: [126], first: 'What does the studio cost for an evening?', near: ['How much is the studio for one evening?'], again: ['Rent that Beatriz asks for her room?', 'What are the conditions for using the ceramics workshop?'] },
  { lines: [157], first: 'What did the vet in Porto change?', near: ['What was changed by the vet in Porto?'], again: ['Why does Marmalade get gabapentin?', 'What did Dra. Matilde Queirós decide about the tablets?'] },
  { lines: [176], first: 'How should a starter be fed in summer?', near: ['In summer, how is a starter fed?'], again: ['What ratio does Priya use for Gaspar when it is hot?', 'Feeding amounts for sourdough in the heat?'] },
  { lines: [181], first: 'Who does what before the studio dinner?', near: ['Before the dinner at the studio, who does what?'], again: ['The list of tasks with dates for September?', 'To-do list for the big evening at Beatriz’s?'] },
  { lines: [193], first: 'What present did Tom bring to Lisbon?', near: ['What did Tom bring as a present to Lisbon?'], again: ['Which knife did Tom give Priya?', 'Where was the santoku bought?'] },
  { lines: [215], first: 'Why did the page think 23 seats were taken?', near: ['Why were 23 seats taken, as the page thought?'], again: ['What was the second bug in seatsLeft?', 'How are party sizes from the form turned into numbers?'] },
  { lines: [251], first: 'What happened to the connection pool in October?', near: ['In October, what happened with the connection pool?'], again: ['Why could Farolim lower its pool size?', 'What did Joaquim tell about PgBouncer?'] },
];

/** Questions that share words with the needs above and want another answer. */
export const SEEN_OTHERS: readonly { readonly lines: readonly number[]; readonly question: string }[] = [
  { lines: [254], question: 'What does the evening dose for Marmalade come to since October?' },
  { lines: [185], question: 'What will Anjali bake?' },
  { lines: [39, 40], question: 'Why is the oven a bottleneck?' },
  { lines: [50], question: 'When was the water heater to be mended?' },
  { lines: [197], question: 'What did Tom write on the allergen sheet for Priya?' },
  { lines: [245], question: 'Which bread did Priya love?' },
  { lines: [108], question: 'Why did the tendon object to the shoes?' },
  { lines: [128], question: 'What was earned at the May dinner?' },
  { lines: [253], question: 'Who has applied to Boreal?' },
  { lines: [91], question: 'On what day did Priya give notice?' },
  { lines: [100], question: 'How will Marmalade travel?' },
  { lines: [110], question: 'Why did Tom change his goal to 3:45?' },
  { lines: [135], question: 'How were Priya’s first days at Boreal?' },
  { lines: [207], question: 'On what date did the studio dinner take place in the end?' },
  { lines: [225], question: 'What does the studio have in place of a kitchen?' },
  { lines: [23], question: 'What should be done when a starter does not double?' },
  { lines: [226], question: 'At what time is the hake served?' },
  { lines: [272], question: 'By which train does Priya come to the race?' },
  { lines: [165], question: 'What did seatsLeft say with four bookings?' },
  { lines: [77], question: 'What was the connection pool raised to in April?' },
];
