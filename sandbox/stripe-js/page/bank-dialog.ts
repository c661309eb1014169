import type { FrameSettings, IntentResult } from '../messages.ts';
import { connectionError } from './errors.ts';
import { Frame } from './frame.ts';

/**
 * The bank's own page over everything, as 3-D Secure shows it. A modal dialog, so that it lies above the app's own
 * dialogs, and nothing behind it can be reached in the meantime.
 */
export function runThreeDSecureChallenge(settings: FrameSettings): Promise<IntentResult> {
  return new Promise((done) => {
    const dialog = document.createElement('dialog');
    const frame = new Frame({
      path: '/elements/bank',
      title: 'Bank authentication',
      settings,
      onMessage: (message) => {
        if (message.kind === 'authenticated') end(message.result);
      },
      onSilence: (message) => end({ error: connectionError(message) }),
    });
    function end(result: IntentResult): void {
      dialog.close();
      frame.remove();
      dialog.remove();
      done(result);
    }
    dialog.ariaLabel = 'Bank authentication';
    coverAll(dialog.style);
    coverAll(frame.element.style);
    dialog.append(frame.element);
    // Escape pressed outside the frame: the frame says how that ends.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      frame.send({ kind: 'leave' });
    });
    document.body.append(dialog);
    dialog.showModal();
    frame.expectHello();
    frame.element.focus();
    frame.send({ kind: 'focus' });
  });
}

function coverAll(style: CSSStyleDeclaration): void {
  const all = { position: 'fixed', inset: '0', width: '100%', height: '100%', margin: '0', padding: '0' };
  const rest = { border: '0', background: 'transparent', 'max-width': 'none', 'max-height': 'none' };
  for (const [name, value] of Object.entries({ ...all, ...rest })) style.setProperty(name, value);
}
