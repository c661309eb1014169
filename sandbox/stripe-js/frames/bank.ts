import type { FrameSettings, IntentResult } from '../messages.ts';
import { callSandbox, listen } from './talk.ts';

type Outcome = 'succeeded' | 'failed' | 'canceled';

const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')];
const chosen = Promise.withResolvers<Outcome>();
let settings: FrameSettings | undefined;

listen({
  onSettings(next) {
    settings = next;
    for (const button of buttons) button.disabled = false;
    buttons[0]?.focus();
  },
  async onRequest(): Promise<Partial<IntentResult>> {
    const outcome = await chosen.promise;
    const { key = '', clientSecret = '' } = settings ?? {};
    return await callSandbox({ ask: 'authenticate', key, clientSecret, outcome });
  },
  onLeave: () => chosen.resolve('canceled'),
});

for (const button of buttons) {
  button.addEventListener('click', () =>
    chosen.resolve(button.dataset['outcome'] === 'succeeded' ? 'succeeded' : 'failed'),
  );
}
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') chosen.resolve('canceled');
});
