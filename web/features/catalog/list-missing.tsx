import { Link } from '@tanstack/react-router';
import FolderX from 'lucide-react/icons/folder-x';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { CATEGORY_IDENTITIES } from '#web/ui/graphics/category-identity.ts';

interface ListMissingProps {
  kind: 'Category' | 'Topic';
  /** Where a missing topic would be: the first way on. */
  category?: { slug: string; name: string } | undefined;
}

/** The API has no such category or topic: the categories lead on, before asking again does. */
export function ListMissing({ kind, category }: ListMissingProps) {
  const others = CATEGORY_IDENTITIES.filter(({ slug }) => slug !== category?.slug);
  return (
    <EmptyState
      icon={FolderX}
      title={`Error Loading ${kind}`}
      level={1}
      actions={
        <>
          {category ? (
            <Link to="/category/$slug" params={{ slug: category.slug }} className={buttonClass()}>
              <CategoryIcon slug={category.slug} />
              {category.name} Prompts
            </Link>
          ) : null}
          {others.map(({ slug, name }) => (
            <Link
              key={slug}
              to="/category/$slug"
              params={{ slug }}
              className={buttonClass({ variant: 'line' })}
              data-category={slug}
            >
              <CategoryIcon slug={slug} />
              {name}
            </Link>
          ))}
          <Button variant="ghost" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        </>
      }
    >
      <p>This {kind.toLowerCase()} could not be found.</p>
      <p>Browse one of these instead:</p>
    </EmptyState>
  );
}
