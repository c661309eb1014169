import { getRouteApi } from '@tanstack/react-router';
import { useUser } from '#web/features/account/account.queries.ts';
import { StaffPage } from '../staff-page.tsx';
import { StaffTabs } from '../staff-tabs.tsx';
import { ImportView } from './import-view.tsx';
import { PromptsView } from './prompts-view.tsx';
import { RequestsView } from './requests-view.tsx';

const route = getRouteApi('/admin/library');

/** What is in the library, what members ask for, and how more comes in. */
export function LibraryPage() {
  const { view } = route.useSearch();
  const isAdmin = useUser()?.role === 'admin';
  return (
    <StaffPage title="Library">
      <StaffTabs
        to="/admin/library"
        current={view}
        views={[
          [undefined, 'Prompts'],
          ['requests', 'Requests'],
          ...(isAdmin ? ([['import', 'Import']] as const) : []),
        ]}
      />
      {view === 'requests' ? <RequestsView /> : null}
      {view === 'import' ? <ImportView /> : null}
      {view === 'requests' || view === 'import' ? null : <PromptsView isAdmin={isAdmin} />}
    </StaffPage>
  );
}
