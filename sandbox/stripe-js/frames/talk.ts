import type { Call } from '../calls.ts';
import type { FrameRequest, FrameSettings, FromFrame, IntentResult, ToFrame } from '../messages.ts';

/** The page that may use this frame: written into it by the server, and enforced by its frame-ancestors too. */
const APP_ORIGIN = document.documentElement.dataset['appOrigin'] ?? '';

interface Listeners {
  onSettings(settings: FrameSettings): void;
  onRequest(request: FrameRequest): Promise<Partial<IntentResult>>;
  onLeave?(): void;
}

/** Sends to the app's page, and to no other. */
export function send(message: FromFrame): void {
  window.parent.postMessage(message, APP_ORIGIN);
}

export function listen({ onSettings, onRequest, onLeave }: Listeners): void {
  window.addEventListener('message', async (event) => {
    if (event.origin !== APP_ORIGIN || event.source !== window.parent) return;
    // From the sandbox's own script in the app's page, or of something else that sends to every frame.
    const message: Partial<ToFrame> = Object(event.data);
    if (message.kind === 'settings' && message.settings) {
      document.documentElement.dataset['theme'] = message.settings.isDark ? 'dark' : 'light';
      onSettings(message.settings);
    }
    if (message.kind === 'request' && message.request)
      event.ports[0]?.postMessage(await onRequest(message.request));
    if (message.kind === 'leave') onLeave?.();
  });
  send({ kind: 'hello' });
}

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
