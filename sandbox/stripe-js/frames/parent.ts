import type { FrameSettings, FromFrame, IntentResult, Question, ToFrame } from '../messages.ts';

/** The page that may use this frame: written into it by the server, and enforced by its frame-ancestors too. */
const APP_ORIGIN = document.documentElement.dataset['appOrigin'] ?? '';

type Wish = Exclude<ToFrame['kind'], 'settings' | 'question'>;

const KINDS = ['settings', 'question', 'focus', 'blur', 'clear', 'leave'];

interface Listeners {
  onSettings(settings: FrameSettings): void;
  onQuestion(question: Question): Promise<Partial<IntentResult>>;
  onWish?(wish: Wish): void;
}

/** Talks with the app's page, and with nobody else. */
export function tell(message: FromFrame): void {
  window.parent.postMessage(message, APP_ORIGIN);
}

export function listen({ onSettings, onQuestion, onWish }: Listeners): void {
  window.addEventListener('message', (event) => {
    if (event.origin !== APP_ORIGIN || event.source !== window.parent) return;
    const message = read(event.data);
    if (!message) return;
    if (message.kind === 'settings') onSettings(message.settings);
    else if (message.kind === 'question') void answer(message.id, onQuestion(message.question));
    else onWish?.(message.kind);
  });
  tell({ kind: 'hello' });
}

/** Of the app's page: from the sandbox's own script there, or of something else that talks to every frame. */
function read(data: unknown): ToFrame | undefined {
  const isOurs =
    typeof data === 'object' && data !== null && 'kind' in data && KINDS.includes(String(data.kind));
  return isOurs ? (data as ToFrame) : undefined;
}

async function answer(id: number, answering: Promise<Partial<IntentResult>>): Promise<void> {
  tell({ kind: 'answer', id, answer: await answering });
}
