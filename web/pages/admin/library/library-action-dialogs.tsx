import { type LibraryRow, setPromptFeatured, setPromptRetired } from '#contract/admin-library.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';

interface ActionProps {
  row: LibraryRow;
  onClosed: () => void;
}

export function FeatureDialog({ row: { id: promptId, title, isFeatured }, onClosed }: ActionProps) {
  return (
    <ActionDialog
      about={promptId}
      title={isFeatured ? 'Stop featuring this prompt?' : 'Feature this prompt?'}
      action={isFeatured ? 'Unfeature' : 'Feature'}
      done={isFeatured ? 'No longer featured' : 'Featured'}
      onClosed={onClosed}
      perform={({ reason = '' }) =>
        call(setPromptFeatured, { promptId, body: { isFeatured: !isFeatured, reason } })
      }
    >
      <p>
        <strong>{title}</strong>. This overrides the setting in its file.
      </p>
    </ActionDialog>
  );
}

export function RetireDialog({ row: { id: promptId, title, isRetired }, onClosed }: ActionProps) {
  return (
    <ActionDialog
      about={promptId}
      needsRecentSignIn
      title={isRetired ? 'Bring this prompt back?' : 'Retire this prompt?'}
      action={isRetired ? 'Bring back' : 'Retire'}
      done={isRetired ? 'Back in the library' : 'Retired'}
      isDanger={!isRetired}
      onClosed={onClosed}
      perform={({ reason = '' }) =>
        call(setPromptRetired, { promptId, body: { isRetired: !isRetired, reason } })
      }
    >
      <p>
        <strong>{title}</strong>.{' '}
        {isRetired
          ? 'It’s listed and searchable again, with its copies, votes and comments.'
          : 'It’s removed from lists, search, favorites and recent prompts. Its page says so and suggests others. You can bring it back.'}
      </p>
    </ActionDialog>
  );
}
