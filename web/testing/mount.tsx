import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchInBrowser } from '#web/api/client.ts';
import { createQueryClient } from '#web/api/query.ts';
import { ClockProvider } from '#web/ui/behavior/page-clock.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';
import '#web/styles/index.css';

/** Renders a component as a page does: with the styles, queries, clock and toasts around it. */
export function mount(component: ReactNode): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The document has no root.');
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient(fetchInBrowser)}>
      <ClockProvider renderedAt={new Date().toISOString()}>
        {component}
        <Toaster />
      </ClockProvider>
    </QueryClientProvider>,
  );
}
