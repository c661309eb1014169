import type { Call } from '../calls.ts';
import type { IntentResult } from '../messages.ts';

/** Asks the sandbox, of whose origin this frame is. Never throws: a lost connection is a result like Stripe's. */
export async function callSandbox({ ask, ...body }: Call): Promise<IntentResult> {
  try {
    const response = await fetch(`/elements/${ask}`, {
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
