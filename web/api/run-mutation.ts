import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/**
 * A change whose outcome its own callbacks show. Without a hook: what a page draws before anything is pressed then
 * needs nothing of how a press is carried out.
 */
export function runMutation<Answer, Wish>(
  queryClient: QueryClient,
  wish: Wish,
  options: MutationOptions<Answer, Error, Wish>,
): void {
  const mutation = queryClient.getMutationCache().build(queryClient, options);
  // Already told by `onError`.
  mutation.execute(wish).catch(() => {});
}
