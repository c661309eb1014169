import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * After a change of page the focus goes to its heading, so that keyboards and screen readers start there
 * (WCAG 2.4.3). A change of the query alone, such as a filter, leaves it where it is, and so does a link into
 * the page. Back leads to the first link to where one was.
 */
export function RouteFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
        if (!fromLocation || !pathChanged) return;
        // The router's own count of the history: the browser does not say which way it went.
        const isBack = toLocation.state.__TSR_index < fromLocation.state.__TSR_index;
        if (toLocation.hash && !isBack) return;
        const heading = document.querySelector('h1');
        if (heading) heading.tabIndex = -1;
        heading?.focus({ preventScroll: true });
        if (!isBack) return;
        const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('main a'));
        // One that is hidden does not take it.
        links.find(({ pathname }) => pathname === fromLocation.pathname)?.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}
