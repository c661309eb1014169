import type { FrameSettings } from '../messages.ts';
import { authenticate } from './calls.ts';
import { putOn } from './look.ts';
import { listen, tell } from './parent.ts';

const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')];
let settings: FrameSettings | undefined;
let isEnded = false;

listen({
  onSettings(next) {
    settings = next;
    putOn(next.appearance);
    for (const button of buttons) button.disabled = false;
  },
  onQuestion: async () => ({ error: { type: 'api_error', message: 'The bank answers no questions.' } }),
  onWish(wish) {
    if (wish === 'leave') void end('canceled');
    else if (wish === 'focus') buttons[0]?.focus();
  },
});

for (const button of buttons) {
  button.addEventListener('click', () => {
    void end(button.dataset['outcome'] === 'succeeded' ? 'succeeded' : 'failed');
  });
}
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void end('canceled');
});

async function end(outcome: 'succeeded' | 'failed' | 'canceled'): Promise<void> {
  if (!settings || isEnded) return;
  isEnded = true;
  const { key, clientSecret } = settings;
  tell({ kind: 'authenticated', result: await authenticate({ key, clientSecret }, outcome) });
}
