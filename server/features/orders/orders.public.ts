/** The public interface of orders: for staff, for webhook events about payments, for the daily comparison, and for the account. */
export { readDelivery } from './orders.delivery.ts';
export {
  deliverOrder,
  dueOn,
  FulfillmentError,
  listQueue,
  listWaiting,
  startOrder,
} from './orders.fulfillment.ts';
export { applyPayment } from './orders.payment-sync.ts';
export { exportOrders, findUnpaidOrderPayments, removeOrders } from './orders.personal-data.queries.ts';
export { toOrder } from './orders.projection.ts';
export { findOrder, findOrderToFulfill } from './orders.queries.ts';
export { reconcileOrders } from './orders.reconcile.ts';
export { refundOrder } from './orders.refund.ts';
