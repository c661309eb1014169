import { Button } from '#web/ui/forms/button.tsx';

interface MoreRowsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function MoreRows({ list }: MoreRowsProps) {
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
