import type { FrameSettings, IntentResult } from '../messages.ts';
import { Frame } from './frame.ts';

const COVERING = {
  ...{ position: 'fixed', inset: '0', width: '100%', height: '100%', margin: '0', padding: '0' },
  ...{ border: '0', background: 'transparent', maxWidth: 'none', maxHeight: 'none' },
};

/**
 * The bank's own page over everything, as 3-D Secure shows it. A modal dialog, so that it lies above the app's own
 * dialogs, and nothing behind it can be reached in the meantime.
 */
export async function runThreeDSecureChallenge(settings: FrameSettings): Promise<IntentResult> {
  const title = 'Bank authentication';
  const dialog = document.createElement('dialog');
  const frame = new Frame({ path: '/elements/bank', title, settings });
  dialog.ariaLabel = title;
  Object.assign(dialog.style, COVERING);
  Object.assign(frame.element.style, COVERING);
  // Escape pressed outside the frame: the frame says how that ends.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    void frame.send({ kind: 'leave' });
  });
  document.body.append(dialog);
  dialog.showModal();
  frame.mount(dialog);
  frame.element.focus();
  // What the frame answers always has one of both.
  const result = (await frame.ask({ ask: 'authenticate' })) as IntentResult;
  dialog.close();
  frame.remove();
  dialog.remove();
  return result;
}
