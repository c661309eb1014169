import FunnelX from 'lucide-react/icons/funnel-x';
import SearchX from 'lucide-react/icons/search-x';
import type { PromptListSearch } from '#web/features/catalog/cross-category-search.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';

interface NoMatchProps {
  noun: string;
  filters: PromptListSearch<string>;
  onClear: () => void;
}

/** What a list across categories says when its text is found nowhere: which text that was. */
export function NoMatch({ noun, filters: { q, category, tier }, onClear }: NoMatchProps) {
  function clear() {
    onClear();
    // The pressed button goes away with the message.
    const heading = document.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    heading?.focus();
  }
  const isFiltered = Boolean(category || tier);
  return (
    <EmptyState
      icon={isFiltered ? FunnelX : SearchX}
      title={`No Prompts Match Your ${isFiltered ? 'Filters' : 'Search'}`}
      actions={
        <Button variant="line" onClick={clear}>
          {isFiltered ? 'Clear All Filters' : 'Clear Search'}
        </Button>
      }
    >
      <p>
        No {noun} matches “<bdi>{q}</bdi>”{isFiltered ? ' with these filters' : ''}.
      </p>
    </EmptyState>
  );
}
