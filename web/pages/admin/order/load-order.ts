import { staffOrderQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, requireId, type StaffLoader } from '../staff-loader.ts';

export const loadOrder: StaffLoader = ({ context: { queryClient }, params }) =>
  loadStaffData(queryClient.fetchQuery(staffOrderQuery(requireId(params['orderId']))));
