import { mount } from '#web/testing/mount.tsx';
import { LiveSearch } from './live-search.tsx';

/** Where the search and a chosen result lead is the page's business: here it is written down for the test to read. */
function show(text: string): void {
  const output =
    document.querySelector('output') ?? document.body.appendChild(document.createElement('output'));
  output.textContent = text;
}

mount(
  <LiveSearch
    memberId="ada"
    onSearch={(text) => show(`search: ${text}`)}
    onOpen={(id) => show(`open: ${id}`)}
  />,
);
