import { memberQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, requireId, type StaffLoader } from '../staff-loader.ts';

export const loadMember: StaffLoader = ({ context: { queryClient }, params }) =>
  loadStaffData(queryClient.fetchQuery(memberQuery(requireId(params['memberId']))));
