import { staffOrderQuery } from '#web/features/admin/admin.queries.ts';
import { idOf, type StaffLoader, staffData } from '../staff-data.ts';

export const loadOrder: StaffLoader = ({ context: { queryClient }, params }) =>
  staffData(queryClient.fetchQuery(staffOrderQuery(idOf(params['orderId']))));
