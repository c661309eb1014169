import { mount } from '#web/testing/mount.tsx';
import { CardForm } from './card-form.tsx';

/** What the form reports to its page is written down for the test to read. */
function report(text: string): () => void {
  return () => {
    const output =
      document.querySelector('output') ?? document.body.appendChild(document.createElement('output'));
    output.textContent = text;
  };
}

const payment = {
  clientSecret: 'pi_1_secret_2',
  intent: 'payment',
  amountCents: 1900,
  currency: 'usd',
} as const;

mount(
  <CardForm
    payment={payment}
    settings={{ publishableKey: 'pk_test_1', stripeJsUrl: '/provider.js' }}
    returnPath="/subscription-success"
    buttonText="Subscribe Now"
    isSavedCardTried={location.search.includes('kept-card')}
    onPaid={report('paid')}
    onReload={report('reload')}
    onVoid={report('void')}
  />,
);
