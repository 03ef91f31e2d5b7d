const cross = (count: number, ...lists: readonly (readonly string[])[]): string[] => Array.from({ length: count }, (_, at) => lists.map((list, row) => list[(at * (row + 1) + row * 3 + Math.floor(at / list.length)) % list.length] ?? '').join(' '));

const THINGS = ['Your order', 'Your booking', 'Your receipt', 'Your account', 'Your debit card', 'Your company’s account', 'The payment', 'The invoice', 'Your subscription', 'The transfer', 'Your parcel', 'The refund', 'Your monthly statement', 'Your ticket', 'The amount due', 'Your credit', 'Your trial', 'The wire'];
const HAPPENED = ['has been charged', 'was received', 'is ready', 'has been credited', 'will be withdrawn', 'is on its way', 'was sent', 'has been approved', 'is overdue', 'was declined', 'will renew', 'has been cancelled', 'is confirmed', 'was authorised', 'could not be delivered', 'may differ from this'];
const HOW = ['on 14 May.', 'by card.', 'for $82.10.', 'from your checking account.', 'for Bluebird Ltd.', 'by ACH.', 'this month.', 'to your bank.', 'at 18:40.', 'with reference 5512.', 'in two days.', 'by our team.', 'as requested.', 'via direct debit.', 'at the front desk.'];
const YOU = ['You sent', 'You received', 'You have', 'You will get', 'You can see', 'You’ll only pay', 'You are receiving', 'You were charged', 'They initiated', 'We received', 'We have sent', 'They paid'];
const WHAT = ['a payment of $320.00.', 'a new message.', 'two open invoices.', 'a copy by post.', 'all details in your account.', 'this notice because alerts are on.', 'a credit of 45 euros.', 'a wire of $900.00.', 'the difference in price.', 'your documents.', 'this charge with your bank details.', 'an answer within two days.', 'notifications for all cards.'];
const CALLS = ['Find out', 'See', 'Check', 'Manage', 'Create', 'Choose', 'Update', 'Download', 'View', 'Visit', 'Read', 'Book', 'Print', 'Open', 'Tell us'];
const OWN = ['which documents you need for your trip.', 'what’s new in your plan.', 'your booking online.', 'your notifications in settings.', 'a monthly plan or a yearly one.', 'a seat on your train.', 'your payment method before Friday.', 'your receipt from the link below.', 'all transactions in the app.', 'our help pages for more.', 'your boarding pass at home.', 'how we did.', 'a contract that suits your team.', 'your tickets in the app.', 'more about fees and limits.'];
const CHATS = ['Hey Rosa! Missed you, anything new?', 'Wow, that must have been amazing!', 'Thanks, it means a lot to share this with you.', 'You really made a difference there, I admire what you do.', 'Having people around who support you is key.', 'I love how you use it to tell your stories.', 'How did it feel to be there with everybody?', 'That’s awesome, you made all of them so happy!', 'Yep, family is everything to me.', 'Spill the beans, who won?', 'You should be proud of yourself.', 'I’d love to see another picture of yours!', 'Good luck with the move, you’ll do great.', 'Have you thought about joining a club?', 'Sounds like a plan, let’s do it.', 'What do you do to relax after work?', 'It’s so good to hear from you again.', 'No worries, take your time.', 'I’m so glad you asked, it went really well.', 'You never know until you try.'];

const CLOSINGS = ['If you have any questions, just reply to this message.', 'Just reply to this email if something is unclear.', 'Reply to this mail to reach our team.', 'If this payment is wrong, raise a dispute in the app.', 'If you did not ask for this, you can ignore this email.', 'The money was sent from your account.', 'The money has been added to your company’s account.', 'The full details are in the attachment.', 'Wishing you all the best with the new job.', 'Keep going and you’ll find your way.', 'What areas would you like to work on next?', 'Do you have any favourite games to play together?', 'Have you had any other trips that were as exciting?', 'Speaking of presents, what do you wish for?', 'Take care and enjoy the rest of your week.', 'Let me know what you think once you have read it.', 'You can turn these messages off in your profile.', 'Please keep this receipt for your records.', 'Please contact the service provider in case of problems.', 'Thanks for your payment, we have received it in full.'];

/** How firms write to their customers and friends to one another: made of parts, for fitting only. No figure is measured on them. */
export const LETTER_SENTENCES: readonly string[] = [
  ...cross(150, THINGS, HAPPENED, HOW),
  ...cross(80, YOU, WHAT),
  ...cross(90, CALLS, OWN),
  ...CHATS,
  ...CLOSINGS,
  ...CLOSINGS,
  ...cross(24, THINGS, ['|FROM:'], ['|DATE:']),
  ...cross(20, ['SUBJECT:'], THINGS, HAPPENED),
];
