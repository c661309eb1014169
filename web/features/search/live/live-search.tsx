import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type SearchAppearance, SearchFrame } from './search-frame.tsx';
import { useLiveSearch } from './use-live-search.tsx';

export interface LiveSearchProps {
  /** Whose recent searches are offered; null for a visitor. */
  memberId: string | null;
  appearance?: SearchAppearance | undefined;
  /** What was typed before this took over, and the selection when the field had the focus. */
  typed?: Typed;
  /** Receives trimmed text; blank text goes nowhere. */
  onSearch: (text: string) => void;
  onOpen: (promptId: string) => void;
}

export interface Typed {
  text: string;
  selection: readonly [number, number] | null;
}

/** The search of headers and of the landing page. A plain form where no script runs. */
export function LiveSearch({ memberId, appearance, typed, onSearch, onOpen }: LiveSearchProps) {
  const [text, setText] = useState(typed?.text ?? '');
  const input = useRef<HTMLInputElement>(null);
  const live = useLiveSearch({ memberId, text, onChange: setText, onSearch, onOpen });

  const takeOver = useEffectEvent(() => {
    if (!typed?.selection) return;
    input.current?.focus();
    input.current?.setSelectionRange(...typed.selection);
    live.open();
  });
  // Before the browser draws: nobody sees that the field is another one.
  useLayoutEffect(() => takeOver(), []);

  return (
    <SearchFrame {...live.form} appearance={appearance} field={{ ...live.field, ref: input }}>
      {live.popup}
    </SearchFrame>
  );
}
