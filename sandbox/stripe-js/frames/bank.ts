import type { FrameSettings } from '../messages.ts';
import { applyAppearance } from './appearance.ts';
import { callSandbox } from './calls.ts';
import { listen, send } from './parent.ts';

const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')];
let settings: FrameSettings | undefined;
let isEnded = false;

listen({
  onSettings(next) {
    settings = next;
    applyAppearance(next.appearance);
    for (const button of buttons) button.disabled = false;
  },
  onFocus: () => buttons[0]?.focus(),
  onLeave: () => void end('canceled'),
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
  const result = await callSandbox({ ask: 'authenticate', key, clientSecret, outcome });
  send({ kind: 'authenticated', result });
}
