import type { ProviderClient } from './provider.client.ts';
import { idOf, toInvoice, toOrderPayment } from './provider.objects.ts';
import { CURRENCY, type TaxKind } from './provider.settings.ts';
import { isSuspending, type OrderPayment, type ProviderInvoice } from './provider.types.ts';

export interface OrderBillParams {
  customerId: string;
  memberId: string;
  orderId: string;
  amountCents: number;
  /** Shown on the bill, so nothing of the brief. */
  description: string;
  /** Whether tax is included in the amount or added; undefined: none is computed. */
  tax: TaxKind | undefined;
}

/** The bill of an order, and its payment. */
export interface OrderBill {
  invoice: ProviderInvoice;
  /** Null: the customer's credit paid for it. */
  paymentIntentId: string | null;
}

/** What is paid once; throws as PaymentProvider does. */
export class ProviderOrders {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  /**
   * An invoice of one line that nobody collects: the browser confirms its payment.
   * @param key idempotency key: repeated after a lost response, it is the same invoice
   */
  async bill(call: OrderBillParams, key: string): Promise<OrderBill> {
    const { customerId: customer, memberId, orderId, tax } = call;
    const invoice = await this.#client.call('invoices.create', (stripe) =>
      stripe.invoices.create(
        {
          customer,
          currency: CURRENCY,
          auto_advance: false,
          collection_method: 'charge_automatically',
          // What waits for the next month of a plan is no part of an order.
          pending_invoice_items_behavior: 'exclude',
          payment_settings: { payment_method_types: ['card'] },
          ...(tax === undefined ? {} : { automatic_tax: { enabled: true } }),
          metadata: { orderId, userId: memberId },
        },
        { idempotencyKey: key },
      ),
    );
    await this.#client.call('invoiceItems.create', (stripe) =>
      stripe.invoiceItems.create(
        {
          customer,
          invoice: invoice.id,
          amount: call.amountCents,
          currency: CURRENCY,
          description: call.description,
          discountable: false,
          ...(tax === undefined ? {} : { tax_behavior: tax === 'added' ? 'exclusive' : 'inclusive' }),
        },
        { idempotencyKey: `${key}-item` },
      ),
    );
    const bill = await this.#client.call('invoices.finalizeInvoice', (stripe) =>
      stripe.invoices.finalizeInvoice(
        invoice.id,
        { auto_advance: false, expand: ['confirmation_secret', 'payments'] },
        { idempotencyKey: `${key}-finalize` },
      ),
    );
    const payment = idOf(bill.payments?.data[0]?.payment.payment_intent);
    return { invoice: toInvoice(bill), paymentIntentId: payment ?? null };
  }

  async readPayment(paymentIntentId: string): Promise<OrderPayment> {
    const intent = await this.#client.call('paymentIntents.retrieve', (stripe) =>
      stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
    );
    const payment = toOrderPayment(intent);
    if (!payment.isDisputed) return payment;
    // The charge says so even after the dispute was won.
    const { data } = await this.#client.call('disputes.list', (stripe) =>
      stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 }),
    );
    const isLost = data.some(({ status }) => status === 'lost');
    return { ...payment, isDisputed: data.some(isSuspending), isLost };
  }

  /** Of an order from before there were bills. @throws ProviderRequestError when it is paid, or closed already */
  async cancelPayment(paymentIntentId: string): Promise<void> {
    await this.#client.call('paymentIntents.cancel', (stripe) =>
      stripe.paymentIntents.cancel(paymentIntentId),
    );
  }

  /** Of an order from before there were bills. @param key idempotency key */
  async refundPayment(paymentIntentId: string, key: string): Promise<void> {
    await this.#client.call('refunds.create', (stripe) =>
      stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey: key }),
    );
  }
}
