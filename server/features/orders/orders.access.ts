/** The door of orders: what the payment provider's notes, and the reconcile, are handed over to. */
export { applyPayment } from './orders.payment.ts';
export { reconcileOrders } from './orders.reconcile.ts';
