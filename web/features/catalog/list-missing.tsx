import { Link } from '@tanstack/react-router';
import FolderX from 'lucide-react/icons/folder-x';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';

interface ListMissingProps {
  kind: 'Category' | 'Topic';
  /** Where a missing topic would be: the way on. */
  category?: { slug: string; name: string } | undefined;
}

/** The API has no such category or topic: to go on helps sooner than to ask again. */
export function ListMissing({ kind, category }: ListMissingProps) {
  return (
    <EmptyState
      icon={FolderX}
      title={`Error Loading ${kind}`}
      level={1}
      actions={
        <>
          {category ? (
            <Link to="/category/$slug" params={{ slug: category.slug }} className={buttonClass()}>
              {category.name} Prompts
            </Link>
          ) : (
            <Link to="/" hash="categories" className={buttonClass()}>
              View Categories
            </Link>
          )}
          <Button variant="line" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        </>
      }
    >
      <p>This {kind.toLowerCase()} could not be found.</p>
    </EmptyState>
  );
}
