import { Button } from '#web/ui/forms/button.tsx';

interface LoadMoreRowsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function LoadMoreRows({ list }: LoadMoreRowsProps) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button
        variant="line"
        isPending={list.isFetchingNextPage}
        pendingText="Loading..."
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  );
}
