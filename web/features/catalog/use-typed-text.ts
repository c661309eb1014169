import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { parseSearch } from '#web/search-params.ts';

const DEBOUNCE_MILLISECONDS = 300;

/**
 * The text of a list's search field. It goes into the address once nobody types; when the address changes before that by
 * anything else, as by Back, what was typed is dropped and the field shows what the address says.
 * @param sent what the address says
 */
export function useTypedText(sent: string, onSettled: (text: string) => void) {
  const { history } = useRouter();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = useEffectEvent((text: string) => {
    if (text !== sent) onSettled(text);
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => settle(typed.trim()), DEBOUNCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    let { href } = history.location;
    return history.subscribe(({ location }) => {
      // The same address again only keeps something beside it.
      if (location.href === href) return;
      href = location.href;
      const { q = '' } = parseSearch(location.search);
      setTyped((text) => (text?.trim() === q ? text : null));
    });
  }, [history]);
  return [typed ?? sent, setTyped] as const;
}
