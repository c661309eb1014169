import type { FrameRequest, FrameSettings, FromFrame, IntentResult, ToFrame } from '../messages.ts';

/** The page that may use this frame: written into it by the server, and enforced by its frame-ancestors too. */
const APP_ORIGIN = document.documentElement.dataset['appOrigin'] ?? '';

const KINDS = ['settings', 'request', 'focus', 'leave'];

interface Listeners {
  onSettings(settings: FrameSettings): void;
  onRequest?(request: FrameRequest): Promise<Partial<IntentResult>>;
  onFocus?(): void;
  onLeave?(): void;
}

/** Sends to the app's page, and to no other. */
export function send(message: FromFrame): void {
  window.parent.postMessage(message, APP_ORIGIN);
}

export function listen({ onSettings, onRequest, onFocus, onLeave }: Listeners): void {
  window.addEventListener('message', async (event) => {
    if (event.origin !== APP_ORIGIN || event.source !== window.parent) return;
    const message = read(event.data);
    if (message?.kind === 'settings') onSettings(message.settings);
    else if (message?.kind === 'request')
      send({ kind: 'response', id: message.id, response: (await onRequest?.(message.request)) ?? {} });
    else if (message?.kind === 'focus') onFocus?.();
    else if (message?.kind === 'leave') onLeave?.();
  });
  send({ kind: 'hello' });
}

/** Of the app's page: from the sandbox's own script there, or of something else that sends to every frame. */
function read(data: unknown): ToFrame | undefined {
  const isOurs =
    typeof data === 'object' && data !== null && 'kind' in data && KINDS.includes(String(data.kind));
  return isOurs ? (data as ToFrame) : undefined;
}
