import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { loadedHead } from '#web/page-head.ts';

interface ContactSearch {
  /** Chosen in the form from the start. */
  topic?: string;
  /** What it is about. */
  prompt?: string;
  order?: string;
}

export const Route = createFileRoute('/contact/')({
  validateSearch: (search: Record<string, unknown>): ContactSearch => {
    const { topic, prompt, order } = search;
    return {
      ...(typeof topic === 'string' ? { topic } : {}),
      ...(isId(prompt) ? { prompt } : {}),
      ...(isId(order) ? { order } : {}),
    };
  },
  loaderDeps: ({ search: { prompt, order } }) => ({ prompt, order }),
  loader: lazyFn(() => import('#web/pages/contact/contact-page.tsx'), 'loadContact'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/contact/contact-page.tsx'), 'ContactPage'),
});
