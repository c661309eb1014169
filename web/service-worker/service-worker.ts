import { logout, logoutEverywhere, startGoogleSignIn } from '#contract/account.ts';
import { deleteAccount } from '#contract/account-settings.ts';
import { BRAND } from '#contract/brand.ts';
import {
  addCollection,
  addToCollection,
  copyCollection,
  copyTeamCollection,
  editCollection,
  getCollection,
  listCollections,
  moveCollectionPrompt,
  setCollectionNote,
  shareWithTeam,
} from '#contract/collections.ts';
import { urlOf } from '#contract/endpoint.ts';
import { addFavorite, listFavorites } from '#contract/favorites.ts';
import { listInteractions } from '#contract/interactions.ts';
import { PLAIN_HEADER } from '#contract/plain-header.ts';
import { getPrompt } from '#contract/prompts.ts';
import { acceptInvitation, dissolveTeam, removeFromTeam } from '#contract/teams.ts';
import { OFFLINE_COPY_MARKER } from '#web/api/connection.ts';
import { OFFLINE_LIMITS } from '#web/api/offline-limits.ts';
import { paths } from '#web/paths.ts';
import {
  clearCaches,
  clearOldCaches,
  deleteCached,
  type Member,
  matchCached,
  refreshCache,
  withWritesBlocked,
} from './offline-copy.ts';
import { BUILD_FILES, type FetchEvent, worker } from './worker-scope.ts';

// A member's favorites and collections while there is no network. Every request goes to the network first: what is kept
// is shown when nothing answers, and the page then says that it is offline.

/** The address of an endpoint, whatever its parameters are. */
const addresses = (...endpoints: readonly { url: string }[]) =>
  new RegExp(`^(?:${endpoints.map(({ url }) => url.replace(/:\w+/g, '[^/]+')).join('|')})$`);

/** Each ends or changes who is signed in, on this device: nothing of who was may stay. */
const SESSION_CHANGES = addresses(logout, logoutEverywhere, startGoogleSignIn, deleteAccount);
const CACHED_ENDPOINTS = addresses(
  listFavorites,
  listInteractions,
  listCollections,
  getCollection,
  getPrompt,
);
const CHANGES = addresses(
  addFavorite,
  addCollection,
  editCollection,
  addToCollection,
  setCollectionNote,
  moveCollectionPrompt,
  copyCollection,
  copyTeamCollection,
  shareWithTeam,
  acceptInvitation,
  removeFromTeam,
  dissolveTeam,
);
const PROMPT_PAGE = addresses({ url: paths.prompt(':id') });
/** After a change, for others that follow. */
const REFRESH_DELAY_MILLISECONDS = 1500;
/** A connection that hangs counts as offline: in a tunnel most requests wait instead of failing. */
const TIMEOUT_MILLISECONDS = 4000;
const SHORT_TIMEOUT_MILLISECONDS = 300;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate(): Promise<void> {
  await clearOldCaches();
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'visitor') event.waitUntil(leave());
  else if (isMember(data)) {
    if (event.source && clientsOfCopies.delete(event.source.id))
      event.source.postMessage(OFFLINE_COPY_MARKER);
    event.waitUntil(refreshCache({ seen: data }));
  }
});

/** Pages that were shown from the copy, until they have been told: they cannot know it themselves. */
const clientsOfCopies = new Set<string>();

const isMember = (data: unknown): data is Member =>
  typeof data === 'object' && data !== null && 'id' in data && 'tier' in data;

/** Nobody is signed in: pages load as if this had never been here. */
async function leave(): Promise<void> {
  try {
    await clearCaches();
  } finally {
    await worker.registration.unregister();
  }
}

/** Goes out even where the browser refuses its storage: nobody is kept from signing out. */
async function end(request: Request): Promise<Response> {
  return await withWritesBlocked(async () => {
    await leave().catch(() => undefined);
    return await fetch(request);
  });
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (SESSION_CHANGES.test(pathname)) return event.respondWith(end(request));
  if (request.method !== 'GET') {
    if (CHANGES.test(pathname)) event.waitUntil(refreshSoon());
    return;
  }
  if (request.mode === 'navigate') return event.respondWith(page(event));
  if (CACHED_ENDPOINTS.test(pathname)) return event.respondWith(data(event));
  if (pathname.startsWith('/assets/')) event.respondWith(orCached(event));
});

async function refreshSoon(): Promise<void> {
  await pause(REFRESH_DELAY_MILLISECONDS);
  await refreshCache({ isChanged: true });
}

const pathOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** A request timed out, and none was answered since: the next ones wait less. */
let isHanging = false;

/** @returns undefined when the network failed, or has not answered in time and something is kept for `path` */
async function fromNetwork(response: Promise<Response>, path: string): Promise<Response | undefined> {
  const settled = response.then(
    (answer) => {
      isHanging = false;
      return answer;
    },
    () => undefined,
  );
  const first = await Promise.race([
    settled.then((answer) => ({ answer })),
    pause(isHanging ? SHORT_TIMEOUT_MILLISECONDS : TIMEOUT_MILLISECONDS),
  ]);
  if (first) return first.answer;
  isHanging = true;
  return (await matchCached(path)) ? undefined : await settled;
}

async function pause(milliseconds: number): Promise<undefined> {
  await new Promise((done) => setTimeout(done, milliseconds));
}

async function orCached({ request }: FetchEvent): Promise<Response> {
  const path = pathOf(request);
  return (await fromNetwork(fetch(request), path)) ?? (await matchCached(path)) ?? Response.error();
}

async function data(event: FetchEvent): Promise<Response> {
  const response = await orCached(event);
  await forgetRefused(event, pathOf(event.request), response);
  return response;
}

/** What the server refuses is not kept any longer; the lists are asked for again, as they may hold it too. */
async function forgetRefused(event: FetchEvent, path: string, { status }: Response): Promise<void> {
  try {
    if (status === 401) await clearCaches();
    else if (status >= 400 && status < 500 && status !== 429 && (await deleteCached(path))) {
      event.waitUntil(refreshSoon());
    }
  } catch {
    // Storage is refused: the response comes all the same.
  }
}

async function page(event: FetchEvent): Promise<Response> {
  const { request, preloadResponse, resultingClientId } = event;
  const { pathname } = new URL(request.url);
  const id = PROMPT_PAGE.test(pathname) ? pathname.split('/').at(-1) : undefined;
  const path = id ? urlOf(getPrompt, { id }) : pathname;
  const response = await fromNetwork(preloaded(request, preloadResponse), path);
  if (response) {
    await forgetRefused(event, path, response);
    return response;
  }
  const copy = await matchCached(path);
  if (copy) {
    // A prompt's own page has much more than its text: it opens over the favorites.
    if (id) return Response.redirect(`${paths.favorites()}?prompt=${id}`);
    clientsOfCopies.add(resultingClientId);
    return copy;
  }
  return (await matchCached(paths.favorites())) ? offlinePage() : Response.error();
}

const preloaded = async (request: Request, response: FetchEvent['preloadResponse']) =>
  (await response) ?? (await fetch(request));

/** For any other page. */
function offlinePage(): Response {
  const styles = BUILD_FILES.filter((file) => file.endsWith('.css'));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>You’re offline · ${BRAND.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}</head><body>${PLAIN_HEADER}<main class="plain-page">
<h1>You’re offline</h1><p>This page isn’t kept on this device. Your latest ${OFFLINE_LIMITS.favorites} favorites and ${OFFLINE_LIMITS.collections} collections are.</p>
<p class="plain-links"><a href="${paths.favorites()}">My Favorites</a> <a href="${paths.collections()}">My Collections</a></p></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'",
    },
  });
}
