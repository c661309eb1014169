import type { Params } from './form.ts';
import { catalogRoutes } from './routes-catalog.ts';
import { paymentRoutes } from './routes-payments.ts';
import { subscriptionRoutes } from './routes-subscriptions.ts';
import type { World } from './world.ts';

/** One call of the API, as data. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`; `:id` is what `run` gets. */
  path: string;
  /** By the SDK's name; the schema of its parameters has the same. */
  operation: string;
  /** By the SDK's type, or `List<…>`. */
  answer: string;
  /**
   * The parameters whose effect is modelled, by their first name. Any other is refused, because an answer that
   * ignores it would be wrong. `expand`, and what pages a list, always are.
   */
  parameters: readonly string[];
  /** A publishable key with the object's client secret may call it too. */
  isForBrowsers?: boolean;
  run: (world: World, params: Params, id: string) => object;
}

const ROUTES: readonly Route[] = [...catalogRoutes, ...subscriptionRoutes, ...paymentRoutes];

const PAGING = ['limit', 'starting_after', 'ending_before', 'created'];

interface Found {
  route: Route;
  /** The object's id; empty for calls about none. */
  id: string;
}

/** @param path without the query */
export function findRoute(method: string, path: string): Found | undefined {
  const parts = path.split('/');
  for (const route of ROUTES) {
    if (route.method !== method) continue;
    const id = matchPath(route.path.split('/'), parts);
    if (id !== undefined) return { route, id };
  }
  return undefined;
}

/** Parameters this route does not model. */
export function unmodelled(route: Route, params: Params): string[] {
  const paging = route.answer.startsWith('List<') ? PAGING : [];
  const known = ['expand', ...paging, ...route.parameters];
  return params.names().filter((name) => !known.includes(name));
}

function matchPath(pattern: string[], parts: string[]): string | undefined {
  if (pattern.length !== parts.length) return undefined;
  let id = '';
  for (const [index, name] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (name === ':id' && part !== '') id = part;
    else if (name !== part) return undefined;
  }
  return id;
}
