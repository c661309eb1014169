import { useNavigate } from '@tanstack/react-router';
import type { SearchLook } from '#web/features/search/live/search-frame.tsx';
import { VisitorSearch as Search } from '#web/features/search/live/visitor-search.tsx';

/** A visitor's search with the pages it leads to. */
export function VisitorSearch({ look }: { look?: SearchLook }) {
  const navigate = useNavigate();
  return (
    <Search
      look={look}
      onSearch={(q) => void navigate({ to: '/search', search: { q } })}
      onOpen={(id) => void navigate({ to: '/prompt/$id', params: { id } })}
    />
  );
}
