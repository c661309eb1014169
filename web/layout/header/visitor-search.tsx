import { useNavigate } from '@tanstack/react-router';
import { LazyLiveSearch as Search } from '#web/features/search/live/lazy-live-search.tsx';
import type { SearchAppearance } from '#web/features/search/live/search-frame.tsx';

/** A visitor's search with the pages it leads to. */
export function VisitorSearch({ appearance }: { appearance?: SearchAppearance }) {
  const navigate = useNavigate();
  return (
    <Search
      appearance={appearance}
      onSearch={(q) => void navigate({ to: '/search', search: { q } })}
      onOpen={(id) => void navigate({ to: '/prompt/$id', params: { id } })}
    />
  );
}
