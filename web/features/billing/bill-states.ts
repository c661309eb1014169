/** How a bill’s state is called; one we do not know is shown as the provider calls it. */
export const BILL_STATES: Readonly<Record<string, string>> = {
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Open',
  void: 'Canceled',
  uncollectible: 'Not paid',
};
