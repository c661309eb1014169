let isStarted = false;
let pressed: HTMLElement | null | undefined;
const typed = new Set<HTMLInputElement>();

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

/** Links work without scripts; what else somebody pressed is pressed again once scripts listen. */
window.onclick = ({ target }) => {
  // A press has an element for its target.
  pressed = (target as Element).closest<HTMLElement>('[type=button]') ?? pressed;
};
/** A form with an address or a method works without scripts. For another the browser would load the page anew, and lose what was typed. */
window.onsubmit = (event) => {
  if ((event.target as Element).matches('[action],[method]')) return;
  event.preventDefault();
  pressed = event.submitter ?? pressed;
};
window.oninput = ({ target }) => {
  // Or a text area or a select, which are read the same way.
  const field = target as HTMLInputElement;
  // Scripts may not choose a file.
  if (!field.files) typed.add(field);
};
/** React knows the text the server sent, and what is typed after it listens. */
function replayInput([field, text]: readonly [HTMLInputElement, string]) {
  const dispatchChange = () => field.dispatchEvent(new Event('change', { bubbles: true }));
  // React takes the page over at the first event, and must not find the new text then, nor the new tick.
  if (field.type === 'checkbox') {
    field.checked = !field.checked;
    dispatchChange();
    return field.click();
  }
  // A select has no default value.
  field.value = field.defaultValue ?? text;
  dispatchChange();
  // Its own setter, in front of the browser's, would make this text one that React knows.
  Reflect.set(field.constructor.prototype, 'value', text, field);
  dispatchChange();
}
// Sent by web/entry-client.tsx, which is a script of its own: nothing is imported between the two.
addEventListener('listening', () => {
  window.onclick = window.onsubmit = window.oninput = null;
  // All are read before the first event: React draws the others while one is replayed.
  Array.from(typed, (field) => [field, field.value] as const).forEach(replayInput);
  pressed?.click();
});

// Nothing is painted in a tab that nobody looks at.
if (document.hidden) start();
else {
  // First: where the observer is missing, refuses or says nothing, the page starts all the same.
  setTimeout(start, 2000 /* milliseconds */);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
}
