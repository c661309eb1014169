import { useEffect } from 'react';

/** What the provider adds to the address it returns to. Anyone who has the client secret can use the payment. */
const PARAMETERS = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
];

/** Removes the payment's parameters from the address, and so out of the history and of every later Referer. */
export function useStripPaymentParams(): void {
  useEffect(() => {
    const url = new URL(window.location.href);
    const before = url.search;
    for (const name of PARAMETERS) url.searchParams.delete(name);
    if (url.search === before) return;
    // The router's own state stays as it is: this is no navigation.
    window.history.replaceState(window.history.state, '', url);
  }, []);
}
