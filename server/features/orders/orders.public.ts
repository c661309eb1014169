/** The public interface of orders: for webhook events about payments, for the daily comparison, and for the account. */
export { findUnpaidOrderPayments, readOrders, removeOrders } from './orders.member-data.queries.ts';
export { syncOrderPayment } from './orders.payment-sync.ts';
export { reconcileOrders } from './orders.reconcile.ts';
