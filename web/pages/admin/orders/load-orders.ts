import { ORDER_QUEUES } from '#contract/admin-orders.ts';
import { orderQueueQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

export const orderFilters = ({ queue }: Record<string, string>) => ({
  queue: 'waiting' as const,
  ...optionalParam('queue', queue, ORDER_QUEUES),
});

export const loadOrders: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(queryClient.fetchInfiniteQuery(orderQueueQuery(orderFilters(deps))));
