import { isUnauthorized } from './client.ts';

interface OptimisticToggle<Result> {
  /** What is toggled: a second press while its first is pending does nothing. */
  key: string;
  show: () => void;
  undo: () => void;
  send: () => Promise<Result>;
  /** The response replaces what `show` guessed. */
  onDone: (result: Result) => void;
  /** Not called when the session ended: the whole app says so once. */
  onFailure: (error: unknown) => void;
}

const pending = new Set<string>();

/** Shows a change at once and undoes it if the call fails. */
export async function toggleOptimistically<Result>(toggle: OptimisticToggle<Result>): Promise<void> {
  if (pending.has(toggle.key)) return;
  pending.add(toggle.key);
  toggle.show();
  let result: Result;
  try {
    result = await toggle.send();
  } catch (error) {
    toggle.undo();
    if (!isUnauthorized(error)) toggle.onFailure(error);
    return;
  } finally {
    pending.delete(toggle.key);
  }
  // The change is made: an error in here must not undo it.
  toggle.onDone(result);
}
