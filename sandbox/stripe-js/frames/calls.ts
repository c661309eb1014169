import type { IntentResult } from '../messages.ts';
import type { Card } from './card-rules.ts';

/** Asks the sandbox, of whose origin this frame is. Never throws: a lost connection is a result like Stripe's. */
async function call(path: string, body: object): Promise<IntentResult> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as IntentResult;
  } catch {
    const message = 'The payment sandbox cannot be reached. Please check the connection and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

interface Access {
  key: string;
  clientSecret: string;
}

export function readIntent(access: Access): Promise<IntentResult> {
  return call('/elements/read', access);
}

export function confirmIntent(access: Access, card: Card): Promise<IntentResult> {
  return call('/elements/confirm', { ...access, card });
}

export function authenticate(
  access: Access,
  outcome: 'succeeded' | 'failed' | 'canceled',
): Promise<IntentResult> {
  return call('/elements/authenticate', { ...access, outcome });
}
