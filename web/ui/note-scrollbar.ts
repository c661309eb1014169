/**
 * Before a dialog locks the page: notes on `<html>` whether a scrollbar takes room, so that its place is kept while
 * it is hidden. Where it takes none, keeping a place for it would move the page.
 */
export function noteScrollbar(): void {
  const root = document.documentElement;
  // While another dialog is open the page is locked already, and the note is right.
  if (document.querySelector('dialog[open]')) return;
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.clientWidth);
}
