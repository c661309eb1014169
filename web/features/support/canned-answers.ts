/** Beginnings of answers that are often given: put into the box, to be read and changed before they are sent. */
export const CANNED_ANSWERS = [
  {
    name: 'Cancel a plan',
    text: 'You can cancel on Manage Subscription at any time. You keep access until the end of the month you paid for, and nothing more is charged.',
  },
  {
    name: 'Refund',
    text: 'We don’t refund part-used months, except where the law requires it or where we failed to deliver. If this was charged by mistake, tell us the date and the amount, and we look into it at once.',
  },
  {
    name: 'Payment declined',
    text: 'Your bank declined the payment; we cannot see why. Please try another card on Manage Subscription, or ask your bank. Your plan stays open for seven days after a payment that failed.',
  },
  {
    name: 'Delete an account',
    text: 'You can delete your account on your account page, under “Delete account”. A running plan ends at once. There you can also take a copy of everything we store about you.',
  },
  {
    name: 'Need more to help',
    text: 'Thank you for writing. To find what is wrong we need a little more: which page it was, what you did, and what you saw instead of what you expected.',
  },
] as const;
