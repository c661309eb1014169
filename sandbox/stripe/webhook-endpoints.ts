import { randomBytes } from 'node:crypto';
import { isLoopbackUrl } from '#server/config-reader.ts';
import { invalidParameter } from './errors.ts';
import type { Params } from './form.ts';
import type { WebhookEndpoint } from './records.ts';
import { API_VERSION, type World } from './world.ts';

/** `webhookEndpoints.create`: its secret is told this once. */
export function createEndpoint(world: World, params: Params): WebhookEndpoint {
  const url = params.required('url');
  if (!URL.canParse(url) || !isLoopbackUrl(url)) {
    throw invalidParameter('url', 'The sandbox sends webhooks to this machine only.', 'url_invalid');
  }
  const endpoint: WebhookEndpoint = {
    id: world.store.newId('we'),
    object: 'webhook_endpoint',
    api_version: params.text('api_version') || API_VERSION,
    application: null,
    created: world.now(),
    description: params.text('description') || null,
    enabled_events: params.texts('enabled_events'),
    livemode: false,
    metadata: params.metadata(),
    status: 'enabled',
    url,
  };
  const secret = newWebhookSecret();
  world.store.hidden.endpointSecrets[endpoint.id] = secret;
  world.store.tables.webhookEndpoints.add(endpoint);
  return { ...endpoint, secret };
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('hex')}`;
}

export function deleteEndpoint(
  world: World,
  endpoint: WebhookEndpoint,
): { id: string; object: 'webhook_endpoint'; deleted: true } {
  world.store.tables.webhookEndpoints.remove(endpoint.id);
  delete world.store.hidden.endpointSecrets[endpoint.id];
  return { id: endpoint.id, object: 'webhook_endpoint', deleted: true };
}
