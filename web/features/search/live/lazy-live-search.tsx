import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LiveSearchProps, Typed } from './live-search.tsx';
import { SearchFrame } from './search-frame.tsx';

type LiveSearchComponent = (props: LiveSearchProps) => ReactElement;

/**
 * A plain form until its field has the focus: then the live search is fetched and takes over what was typed. Most pages
 * are read without a search, and their scripts do without its code. Stays a plain form where it cannot be fetched.
 */
export function LazyLiveSearch(props: Pick<LiveSearchProps, 'appearance' | 'onSearch' | 'onOpen'>) {
  const input = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const [live, setLive] = useState<{ Search: LiveSearchComponent; typed: Typed } | null>(null);

  async function takeOver() {
    const { LiveSearch } = await import('./live-search.tsx').catch(() => ({ LiveSearch: null }));
    const field = input.current;
    // A word being put together from several keys would be cut off: once it is done, this is called again.
    if (!(LiveSearch && field) || isComposing.current) return;
    const { value, selectionStart, selectionEnd } = field;
    const selection = [selectionStart ?? value.length, selectionEnd ?? value.length] as const;
    const typed = { text: value, selection: field === document.activeElement ? selection : null };
    // At once: what is typed between reading the field and its replacement would be lost.
    flushSync(() => setLive({ Search: LiveSearch, typed }));
  }
  const takeOverIfFocused = useEffectEvent(() => {
    if (document.activeElement === input.current) void takeOver();
  });
  // It may have been focused before the page's scripts ran.
  useEffect(() => takeOverIfFocused(), []);

  if (live) return <live.Search {...props} memberId={null} typed={live.typed} />;
  return (
    <SearchFrame
      appearance={props.appearance}
      field={{
        ref: input,
        onFocus: () => void takeOver(),
        onCompositionStart: () => {
          isComposing.current = true;
        },
        onCompositionEnd: () => {
          isComposing.current = false;
          void takeOver();
        },
      }}
    />
  );
}
