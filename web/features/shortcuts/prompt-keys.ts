/**
 * How keys find their targets, without either knowing the other:
 * - `data-item` marks the link of a prompt in a list; j and k go from one to the next;
 * - `data-prompt-scope` goes around everything of one prompt, a card or its page, and holds its id; a locked one
 *   has `data-prompt-locked` as well;
 * - inside it, `data-shortcut="favorite|upvote|downvote|copy"` marks the button a letter presses;
 * - `data-shortcut="search"` marks a search field.
 */
type PromptKey = 'favorite' | 'upvote' | 'downvote' | 'copy';

/** @returns false when there is no list to move in */
export function moveInList(step: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')];
  if (items.length === 0) return false;
  const scope = document.activeElement?.closest('[data-prompt-scope]');
  const index = items.findIndex((item) => item === document.activeElement || scope?.contains(item));
  const first = step === 1 ? 0 : items.length - 1;
  const next = items[index === -1 ? first : index + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** The focused prompt, or the one the page is about: the only one that is no card of a list, or the only one at all. */
function promptScope(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-prompt-scope]');
  if (focused) return focused;
  const scopes = [...document.querySelectorAll<HTMLElement>('main [data-prompt-scope]')];
  const [only, ...others] = scopes.filter((scope) => !scope.querySelector('[data-item]'));
  if (only && others.length === 0) return only;
  return scopes.length === 1 ? scopes[0] : undefined;
}

/** Presses the prompt's own button. @returns false when it has none */
export function pressOnPrompt(key: PromptKey): boolean {
  const button = promptScope()?.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  button?.click();
  return Boolean(button);
}

/** The prompt that keys act on, for actions it has no button for. */
export function focusedPrompt(): { id: string; isLocked: boolean } | undefined {
  const { promptScope: id, promptLocked } = promptScope()?.dataset ?? {};
  return id ? { id, isLocked: promptLocked !== undefined } : undefined;
}

/** The first visible search field. @returns false when there is none */
export function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-shortcut="search"]')];
  const field = fields.find((each) => each.checkVisibility());
  field?.focus();
  field?.select();
  return field !== undefined;
}
