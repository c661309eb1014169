import { ORDER_QUEUES } from '#contract/admin-orders.ts';
import { orderQueueQuery } from '#web/features/admin/admin.queries.ts';
import { oneOf, type StaffLoader, staffData } from '../staff-data.ts';

export const orderFilters = ({ queue }: Record<string, string>) => oneOf('queue', queue, ORDER_QUEUES);

export const loadOrders: StaffLoader = ({ context: { queryClient }, deps }) =>
  staffData(queryClient.fetchQuery(orderQueueQuery(orderFilters(deps))));
