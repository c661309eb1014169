/** Sent by web/entry-client.tsx, which is a script of its own: nothing is imported between the two. */
const LISTENING_MESSAGE = 'listening';

/** For a browser that does not say when it paints. Milliseconds. */
const PAINT_TIMEOUT = 2000;

let isStarted = false;
let pressed: HTMLButtonElement | undefined;

/**
 * The first script of every page. The other one is larger than the rest of a page together, and a phone takes longest to
 * read it: it is fetched once the page is painted. The server names it (web/entry-server.tsx).
 */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  const page = document.querySelector<HTMLScriptElement>('script[data-page]')?.dataset['page'];
  // An element and no import: compiling and running it are then two tasks, and a tap between them takes its turn.
  if (page)
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: page }));
}

/** Links and forms work without scripts; what else somebody pressed before is pressed again once scripts listen. */
window.onclick = ({ target }) => {
  // A press has an element for its target.
  const button = (target as Element).closest('button');
  if (button?.type === 'button') pressed = button;
};
addEventListener(LISTENING_MESSAGE, () => {
  window.onclick = null;
  pressed?.click();
});

// Nothing is painted in a tab that nobody looks at.
if (document.hidden) start();
else {
  // First: where the observer is missing or refuses, the page starts all the same.
  setTimeout(start, PAINT_TIMEOUT);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
}
