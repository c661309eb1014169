import { createHmac } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

const now = () => Math.floor(Date.now() / 1000);

/** Delivery as bad as it gets without losing events: out of order and twice. */
export const UNORDERED = { hold: false, drop: [], shuffle: true, duplicate: true, beforeResponse: false };

/** A webhook event as the provider sends it, about a customer. */
export function makeEvent(customer: string, overrides: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'customer.subscription.updated',
    livemode: false,
    created: now(),
    data: { object: { id: 'sub_1', object: 'subscription', customer, status: 'active', tier: 'pro' } },
    ...overrides,
  });
}

/** @param time unix seconds of signing */
export function signEvent(payload: string, secret: string, time = now()): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}

export function postEvent(
  server: FastifyInstance,
  payload: string | Buffer,
  signature: string | undefined,
): Promise<LightMyRequestResponse> {
  return server.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    payload,
  });
}
