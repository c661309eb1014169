import { createPrice, createProduct, updatePrice, updateProduct } from './catalog.ts';
import { advanceTestClock, createTestClock, deleteTestClock } from './clock.ts';
import { createCustomer, deleteCustomer, requirePresent, updateCustomer } from './customers.ts';
import { fits, listPage } from './listing.ts';
import { createPortalSession } from './portal-sessions.ts';
import type { Route } from './routes.ts';
import { createEndpoint, deleteEndpoint } from './webhook-endpoints.ts';

export const catalogRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    operation: 'customers.create',
    answer: 'Customer',
    parameters: [
      'description',
      'email',
      'invoice_settings',
      'metadata',
      'name',
      'payment_method',
      'phone',
      'test_clock',
    ],
    run: (world, params) => createCustomer(world, params),
  },
  {
    method: 'GET',
    path: '/v1/customers',
    operation: 'customers.list',
    answer: 'List<Customer>',
    parameters: ['email', 'test_clock'],
    run: (world, params) =>
      listPage(
        world.store.tables.customers,
        params,
        '/v1/customers',
        (customer) =>
          !world.store.hidden.deletedCustomers[customer.id] &&
          fits(params, 'email', customer.email) &&
          fits(params, 'test_clock', customer.test_clock),
      ),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    operation: 'customers.retrieve',
    answer: 'Customer',
    parameters: [],
    run: (world, _params, id) =>
      world.store.hidden.deletedCustomers[id]
        ? { id, object: 'customer', deleted: true }
        : world.store.tables.customers.require(id),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    operation: 'customers.update',
    answer: 'Customer',
    parameters: ['balance', 'description', 'email', 'invoice_settings', 'metadata', 'name', 'phone'],
    run: (world, params, id) => updateCustomer(world, requirePresent(world, id, 'id'), params),
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    operation: 'customers.del',
    answer: 'DeletedCustomer',
    parameters: [],
    run: (world, _params, id) => deleteCustomer(world, requirePresent(world, id, 'id')),
  },
  {
    method: 'POST',
    path: '/v1/products',
    operation: 'products.create',
    answer: 'Product',
    parameters: ['description', 'id', 'metadata', 'name'],
    run: (world, params) => createProduct(world, params),
  },
  {
    method: 'GET',
    path: '/v1/products',
    operation: 'products.list',
    answer: 'List<Product>',
    parameters: ['active'],
    run: (world, params) =>
      listPage(world.store.tables.products, params, '/v1/products', ({ active }) =>
        fits(params, 'active', String(active)),
      ),
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    operation: 'products.retrieve',
    answer: 'Product',
    parameters: [],
    run: (world, _params, id) => world.store.tables.products.require(id),
  },
  {
    method: 'POST',
    path: '/v1/products/:id',
    operation: 'products.update',
    answer: 'Product',
    parameters: ['active', 'metadata', 'name'],
    run: (world, params, id) => updateProduct(world, world.store.tables.products.require(id), params),
  },
  {
    method: 'POST',
    path: '/v1/prices',
    operation: 'prices.create',
    answer: 'Price',
    parameters: [
      'currency',
      'lookup_key',
      'metadata',
      'nickname',
      'product',
      'product_data',
      'recurring',
      'unit_amount',
    ],
    run: (world, params) => createPrice(world, params),
  },
  {
    method: 'GET',
    path: '/v1/prices',
    operation: 'prices.list',
    answer: 'List<Price>',
    parameters: ['active', 'currency', 'lookup_keys', 'product', 'type'],
    run: (world, params) => {
      const keys = params.texts('lookup_keys');
      return listPage(
        world.store.tables.prices,
        params,
        '/v1/prices',
        (price) =>
          (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
          fits(params, 'active', String(price.active)) &&
          fits(params, 'currency', price.currency) &&
          fits(params, 'product', price.product) &&
          fits(params, 'type', price.type),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    operation: 'prices.retrieve',
    answer: 'Price',
    parameters: [],
    run: (world, _params, id) => world.store.tables.prices.require(id),
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    operation: 'prices.update',
    answer: 'Price',
    parameters: ['active', 'lookup_key', 'metadata', 'nickname'],
    run: (world, params, id) => updatePrice(world, world.store.tables.prices.require(id), params),
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    operation: 'billingPortal.sessions.create',
    answer: 'BillingPortal.Session',
    parameters: ['customer', 'flow_data', 'return_url'],
    run: (world, params) => createPortalSession(world, params),
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    operation: 'testHelpers.testClocks.create',
    answer: 'TestHelpers.TestClock',
    parameters: ['frozen_time', 'name'],
    run: (world, params) => createTestClock(world, params),
  },
  {
    method: 'GET',
    path: '/v1/test_helpers/test_clocks/:id',
    operation: 'testHelpers.testClocks.retrieve',
    answer: 'TestHelpers.TestClock',
    parameters: [],
    run: (world, _params, id) => world.store.tables.testClocks.require(id),
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    operation: 'testHelpers.testClocks.advance',
    answer: 'TestHelpers.TestClock',
    parameters: ['frozen_time'],
    run: (world, params, id) => advanceTestClock(world, world.store.tables.testClocks.require(id), params),
  },
  {
    method: 'DELETE',
    path: '/v1/test_helpers/test_clocks/:id',
    operation: 'testHelpers.testClocks.del',
    answer: 'TestHelpers.DeletedTestClock',
    parameters: [],
    run: (world, _params, id) => deleteTestClock(world, world.store.tables.testClocks.require(id)),
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    operation: 'webhookEndpoints.create',
    answer: 'WebhookEndpoint',
    parameters: ['api_version', 'description', 'enabled_events', 'metadata', 'url'],
    run: (world, params) => createEndpoint(world, params),
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    operation: 'webhookEndpoints.del',
    answer: 'DeletedWebhookEndpoint',
    parameters: [],
    run: (world, _params, id) => deleteEndpoint(world, world.store.tables.webhookEndpoints.require(id)),
  },
  {
    method: 'GET',
    path: '/v1/events',
    operation: 'events.list',
    answer: 'List<Event>',
    parameters: ['type', 'types'],
    run: (world, params) => {
      const types = params.texts('types');
      return listPage(
        world.store.tables.events,
        params,
        '/v1/events',
        ({ type }) => fits(params, 'type', type) && (types.length === 0 || types.includes(type)),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    operation: 'events.retrieve',
    answer: 'Event',
    parameters: [],
    run: (world, _params, id) => world.store.tables.events.require(id),
  },
];
