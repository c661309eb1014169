import { invalidParameter } from './errors.ts';
import { paymentOf, paymentsOf } from './invoices.ts';
import type { Invoice } from './records.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;

/** What of each kind of object is an id that can become the object; the table it is in. */
const REFERENCES: Record<string, Record<string, TableName>> = {
  subscription: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    latest_invoice: 'invoices',
    pending_setup_intent: 'setupIntents',
    schedule: 'schedules',
    test_clock: 'testClocks',
  },
  invoice: { customer: 'customers', default_payment_method: 'paymentMethods', test_clock: 'testClocks' },
  invoice_payment: { invoice: 'invoices' },
  payment_intent: { customer: 'customers', latest_charge: 'charges', payment_method: 'paymentMethods' },
  setup_intent: { customer: 'customers', payment_method: 'paymentMethods' },
  payment_method: { customer: 'customers' },
  charge: { customer: 'customers', payment_intent: 'paymentIntents' },
  refund: { charge: 'charges', payment_intent: 'paymentIntents' },
  dispute: { charge: 'charges', payment_intent: 'paymentIntents' },
  customer: { test_clock: 'testClocks' },
  price: { product: 'products' },
  subscription_schedule: { customer: 'customers', subscription: 'subscriptions', test_clock: 'testClocks' },
  line_item: { subscription: 'subscriptions' },
  // Parts without a name of their own.
  '': {
    default_payment_method: 'paymentMethods',
    subscription: 'subscriptions',
    payment_intent: 'paymentIntents',
    price: 'prices',
  },
};

type TableName = keyof World['store']['tables'];

const DEEPEST = 4;

/** The object as it goes out: a copy, with what was asked for in place of its id. @throws StripeError 400 */
export function render(world: World, object: object, paths: readonly string[]): Json {
  const copy = structuredClone(object) as Json;
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > DEEPEST) {
      throw invalidParameter(
        'expand',
        `You cannot expand more than ${DEEPEST} levels of a property: ${path}`,
      );
    }
    expandInto(world, copy, names, path);
  }
  return copy;
}

function expandInto(world: World, owner: Json, [name = '', ...rest]: string[], path: string): void {
  const value = readMember(world, owner, name, path);
  if (Array.isArray(value)) {
    for (const entry of value) if (isObject(entry)) expandRest(world, entry, rest, path);
    return;
  }
  if (value === null) return;
  if (!isObject(value)) throw notExpandable(path);
  // A price inside an item is there already; only what is below it was meant.
  owner[name] = value;
  expandRest(world, value, rest, path);
}

function expandRest(world: World, value: Json, rest: string[], path: string): void {
  if (rest.length > 0) expandInto(world, value, rest, path);
}

function readMember(world: World, owner: Json, name: string, path: string): unknown {
  const kind = typeof owner['object'] === 'string' ? owner['object'] : '';
  if (kind === 'invoice' && (name === 'confirmation_secret' || name === 'payments')) {
    owner[name] ??= askedFor(world, owner, name);
    return owner[name];
  }
  if (!(name in owner)) throw notExpandable(path);
  const value = owner[name];
  if (typeof value !== 'string') return value;
  const table = REFERENCES[kind]?.[name];
  if (!table) throw notExpandable(path);
  const found = world.store.tables[table].find(value);
  if (!found) throw new Error(`${path}: ${value} is not in the store.`);
  if (table === 'customers' && world.store.hidden.deletedCustomers[value]) {
    return { id: value, object: 'customer', deleted: true };
  }
  return structuredClone(found);
}

/** What an invoice tells only when asked. */
function askedFor(world: World, copy: Json, name: 'confirmation_secret' | 'payments'): unknown {
  const invoice = world.store.tables.invoices.find(String(copy['id']));
  // A preview is kept nowhere and has no payment.
  if (!invoice) return null;
  if (name === 'confirmation_secret') return confirmationSecret(world, invoice);
  return {
    object: 'list',
    data: structuredClone(paymentsOf(world, invoice)),
    has_more: false,
    url: `/v1/invoice_payments?invoice=${invoice.id}`,
  };
}

/** Of the payment made when it was finalized; none when nothing was due. */
function confirmationSecret(world: World, invoice: Invoice): { client_secret: string; type: string } | null {
  const intent = paymentOf(world, invoice);
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notExpandable(path: string) {
  return invalidParameter(
    'expand',
    `This property cannot be expanded (${path}). You may want to try expanding a different property.`,
  );
}
