import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { type FormEvent, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

// A page that pays, as an app would be written for Stripe, and nothing written for the sandbox. Its address says what
// with: ?secret=…&redirect=if_required&theme=night&without=submit

const address = new URLSearchParams(window.location.search);
const stripePromise = loadStripe(address.get('key') ?? 'pk_test_fake');

function Page() {
  const [secret, setSecret] = useState(address.get('secret') ?? '');
  const [theme, setTheme] = useState<'stripe' | 'night'>(
    address.get('theme') === 'night' ? 'night' : 'stripe',
  );
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && (
        <Elements
          key={secret}
          stripe={stripePromise}
          options={{ clientSecret: secret, appearance: { theme } }}
        >
          <Form secret={secret} />
        </Elements>
      )}
      <button type="button" onClick={() => setSecret(address.get('next') ?? '')}>
        Another plan
      </button>
      <button type="button" onClick={() => setTheme(theme === 'night' ? 'stripe' : 'night')}>
        Other theme
      </button>
      <button type="button" onClick={() => setShown(!isShown)}>
        Show or hide
      </button>
    </>
  );
}

function Form({ secret }: { secret: string }) {
  const stripe = useStripe();
  const elements = useElements();
  const [events, setEvents] = useState<string[]>([]);
  const [result, setResult] = useState('');
  const record = (event: string) => setEvents((earlier) => [...earlier, event]);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements) return;
    try {
      setResult(JSON.stringify(await confirm()));
    } catch (error) {
      setResult(String(error));
    }
  }

  async function confirm() {
    if (!stripe || !elements) return null;
    if (address.get('without') !== 'submit') {
      const submitted = await elements.submit();
      if (submitted.error) return submitted;
    }
    const confirmParams = {
      return_url: address.get('return_url') ?? `${window.location.origin}/done?plan=pro`,
    };
    // The two have types of their own in Stripe's library, distinguished by a literal.
    if (address.get('redirect') === 'always') return await stripe.confirmPayment({ elements, confirmParams });
    return await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
  }

  async function retrieve() {
    const retrieved = await stripe?.retrievePaymentIntent(secret);
    setResult(JSON.stringify(retrieved));
  }

  async function makeToken() {
    try {
      await stripe?.createToken('pii', { personal_id_number: '1' });
    } catch (error) {
      setResult(String(error));
    }
  }

  return (
    <form onSubmit={pay}>
      <PaymentElement
        onReady={() => record('ready')}
        onLoadError={({ error }) => record(`loaderror: ${error.message}`)}
      />
      <button type="submit" disabled={!stripe}>
        Pay
      </button>
      <button type="button" onClick={retrieve}>
        Look
      </button>
      <button type="button" onClick={makeToken}>
        Token
      </button>
      <output aria-label="Result">{result}</output>
      <output aria-label="Events">{events.join(' ')}</output>
    </form>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
