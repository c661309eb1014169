// The public interface of billing: one payment for one order, and what orders and staff need around it.

export { reportEventForDeletedAccount } from './billing.deleted-accounts.ts';
export { dismissIncident, listIncidents } from './billing.incidents.queries.ts';
export {
  cancelOrderPayment,
  createOrderPayment,
  readOrderBill,
  refundOrderPayment,
  withOrderPayment,
} from './billing.orders.ts';
export { nothingPaid, PAYMENT_RESPONSES, withFailureMessage } from './billing.problems.ts';
export { type BillingServices, openBilling, requireBilling, runForMember } from './billing.services.ts';
export { findLastEventTime } from './billing.webhook.queries.ts';
export { type ReconcileResult, reconcileAll } from './jobs/jobs.reconcile-all.ts';
export { customerUrl } from './provider/provider.dashboard.ts';
export type { PaymentSettings } from './provider/provider.settings.ts';
export { CURRENCY } from './provider/provider.settings.ts';
export type { OrderPayment } from './provider/provider.types.ts';
export { diagnoseBilling, worstOf } from './setup/setup.doctor.ts';
export { readBills } from './subscription/subscription.bills.ts';
export { markTrialUsed } from './subscription/subscription.customers.queries.ts';
export { endPaymentsAndErase, recordPaymentsOfDeleted } from './subscription/subscription.erasure.ts';
export { isPaying, readPayments } from './subscription/subscription.queries.ts';
export { readPlanPayment, refundPlan, tooLate } from './subscription/subscription.refund.ts';
export { readStatus } from './subscription/subscription.status.ts';
export { syncMember } from './subscription/subscription.sync.ts';
