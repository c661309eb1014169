/** After this long the palette's code is not about to arrive: the keys belong to the page again. */
const LIMIT_MILLISECONDS = 5000;

/**
 * Keeps what is typed between the press that asks for the palette and its field: fetching its code takes a moment, and
 * single letters would be shortcuts meanwhile.
 * @param onCancel the reader gives up waiting, with Escape, Tab or by going elsewhere with the pointer
 * @returns ends it and says what was typed, once
 */
export function collectTyped(onCancel: () => void): () => string {
  let text = '';
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') return cancel();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function stop() {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('pointerdown', cancel, true);
  }
  function cancel() {
    stop();
    onCancel();
  }
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', cancel, true);
  const timer = setTimeout(cancel, LIMIT_MILLISECONDS);
  return () => {
    stop();
    const typed = text;
    text = '';
    return typed;
  };
}
