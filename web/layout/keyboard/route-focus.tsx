import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * After a change of page the focus goes to its heading, so that keyboards and screen readers start there
 * (WCAG 2.4.3). A change of the query alone, such as a filter, leaves it where it is, and so does a link into
 * the page. Back leads to the link that was followed, where the page has it.
 */
export function RouteFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
        if (!fromLocation || !pathChanged || toLocation.hash) return;
        const isBack = toLocation.state.__TSR_index < fromLocation.state.__TSR_index;
        const link = isBack && document.querySelector<HTMLElement>(`main a[href="${fromLocation.pathname}"]`);
        const target = link || document.querySelector('h1');
        if (!target) return;
        if (!link) target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}
