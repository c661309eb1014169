import { type LibraryRow, setPromptFeatured, setPromptRetired } from '#contract/admin-library.ts';
import { call } from '#web/api/call.ts';
import { ActDialog } from '#web/features/admin/act-dialog.tsx';

interface ActProps {
  row: LibraryRow;
  onClosed: () => void;
}

export function FeatureDialog({ row: { id: promptId, title, isFeatured }, onClosed }: ActProps) {
  return (
    <ActDialog
      title={isFeatured ? 'Stop featuring this prompt?' : 'Feature this prompt?'}
      action={isFeatured ? 'Unfeature' : 'Feature'}
      done={isFeatured ? 'No longer featured' : 'Featured'}
      onClosed={onClosed}
      act={({ reason = '' }) =>
        call(setPromptFeatured, { promptId, body: { isFeatured: !isFeatured, reason } })
      }
    >
      <p>
        <strong>{title}</strong>. This counts from now on, whatever its file says.
      </p>
    </ActDialog>
  );
}

export function RetireDialog({ row: { id: promptId, title, isRetired }, onClosed }: ActProps) {
  return (
    <ActDialog
      title={isRetired ? 'Bring this prompt back?' : 'Retire this prompt?'}
      action={isRetired ? 'Bring back' : 'Retire'}
      done={isRetired ? 'Back in the library' : 'Retired'}
      isDanger={!isRetired}
      onClosed={onClosed}
      act={({ reason = '' }) => call(setPromptRetired, { promptId, body: { isRetired: !isRetired, reason } })}
    >
      <p>
        <strong>{title}</strong>.{' '}
        {isRetired
          ? 'It is listed and found again, with its copies, votes and comments.'
          : 'It leaves every list, the search, and members’ favorites and recent prompts. Its address says so and offers others. You can bring it back.'}
      </p>
    </ActDialog>
  );
}
