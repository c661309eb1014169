import { getUser } from '#contract/account.ts';
import { getCollection, listCollections } from '#contract/collections.ts';
import { urlOf } from '#contract/endpoint.ts';
import { listFavorites } from '#contract/favorites.ts';
import { listInteractions } from '#contract/interactions.ts';
import { LIMITS } from '#contract/limits.ts';
import { getPrompt } from '#contract/prompts.ts';
import { OFFLINE_COPY_MARKER } from '#web/api/connection.ts';
import { OFFLINE_LIMITS } from '#web/api/offline-limits.ts';
import { paths } from '#web/paths.ts';
import { BUILD_FILES, BUILD_ID } from './worker-scope.ts';

/** Of one member and one build; any other is deleted. */
const CACHE = `offline-${BUILD_ID}`;
/** Cache key of the state below; not an address of the site. */
const STATE_PATH = '/offline-state';

const HOUR = 3_600_000;
/** A list is asked for again no sooner than after this; all texts after that. */
const LIST_MAX_AGE = HOUR;
const TEXT_MAX_AGE = 24 * HOUR;
/** After a longer time offline the copy is not readable, because the plan may have ended. */
const COPY_MAX_AGE = 7 * 24 * HOUR;

/** A refresh that hangs must end: the next one waits for it. */
const TIMEOUT_MILLISECONDS = 30_000;

export interface Member {
  id: string;
  tier: string;
}

interface CopyState {
  member: Member;
  savedAt: number;
  renewedAt: number;
}

/** Grows with every clearing: what began before must not write after. */
let generation = 0;
/** Requests on their way that change who is signed in. Until they are answered the server may still know the old one. */
let pendingSessionChanges = 0;

/** Nothing is written before `request` is answered, and of what is being written now, nothing stays. */
export async function withWritesBlocked<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  generation += 1;
  pendingSessionChanges += 1;
  try {
    return await request();
  } finally {
    pendingSessionChanges -= 1;
  }
}

export async function clearCaches(): Promise<void> {
  generation += 1;
  for (const name of await caches.keys()) if (name.startsWith('offline-')) await caches.delete(name);
}

/** Of earlier builds. */
export async function clearOldCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('offline-') && name !== CACHE) await caches.delete(name);
  }
}

/** What is kept of an address, while it may be read. */
export async function matchCached(path: string): Promise<Response | undefined> {
  const state = await readState();
  if (!state) return undefined;
  if (Date.now() - state.savedAt > COPY_MAX_AGE) {
    await clearCaches();
    return undefined;
  }
  // Everything here is one member's: what the responses vary by does not.
  const response = await caches.match(path, { cacheName: CACHE, ignoreVary: true });
  if (!response) return undefined;
  const headers = new Headers(response.headers);
  headers.set(OFFLINE_COPY_MARKER, '1');
  return new Response(response.body, { status: response.status, headers });
}

/** @returns whether it was kept */
export async function deleteCached(path: string): Promise<boolean> {
  // Opening would make one.
  if (!(await caches.has(CACHE))) return false;
  return await (await caches.open(CACHE)).delete(path, { ignoreVary: true });
}

async function readState(): Promise<CopyState | undefined> {
  const response = await caches.match(STATE_PATH, { cacheName: CACHE });
  return await response?.json();
}

let running: Promise<void> | undefined;
let isWantedAgain = false;

/**
 * Brings the copy up to date; one at a time.
 * @param seen who a page was drawn for; somebody else's copy is deleted at once
 * @param isChanged a favorite or a collection was
 */
export async function refreshCache({ seen, isChanged = false }: { seen?: Member; isChanged?: boolean }) {
  const state = await readState();
  if (state && seen && !isSame(state.member, seen)) await clearCaches();
  else if (state && !isChanged && Date.now() - state.savedAt < LIST_MAX_AGE) return;
  if (running) {
    isWantedAgain = true;
    return await running;
  }
  running = write().catch(() => undefined);
  await running;
  running = undefined;
  if (!isWantedAgain) return;
  isWantedAgain = false;
  await refreshCache({ isChanged: true });
}

const isSame = (one: Member, other: Member) => one.id === other.id && one.tier === other.tier;

async function write(): Promise<void> {
  const mine = generation;
  /** Between any two steps somebody may have signed out. */
  function requireCurrent(): void {
    if (generation !== mine || pendingSessionChanges > 0) throw new Error('Cleared.');
  }
  const member = await whoIsSignedIn();
  requireCurrent();
  const before = await readState();
  requireCurrent();
  if (!member) return await clearCaches();
  if (before && !isSame(before.member, member)) {
    isWantedAgain = true;
    return await clearCaches();
  }
  const cache = await caches.open(CACHE);
  const now = Date.now();
  const renewed = before?.renewedAt ?? 0;
  const isRenewing = now - renewed > TEXT_MAX_AGE;
  const written = new Set([STATE_PATH]);

  /** @returns the stored response; undefined when it may not be kept */
  async function store(path: string): Promise<Response | undefined> {
    requireCurrent();
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await fetch(path, { headers: { accept: '*/*' }, signal });
    if (response.status === 429 || response.status >= 500) throw new Error('Later.');
    requireCurrent();
    if (!response.ok || response.redirected) return undefined;
    written.add(path);
    await cache.put(path, response.clone());
    return response;
  }
  async function storeMissing(paths: Iterable<string>, isNewWanted: boolean): Promise<void> {
    for (const path of paths) {
      if (!isNewWanted && (await cache.match(path, { ignoreVary: true }))) written.add(path);
      else await store(path);
    }
  }

  await storeMissing(BUILD_FILES, false);
  await storeMissing(await storeLists(store), isRenewing);
  await keepOnly(cache, written);
  requireCurrent();
  const state: CopyState = { member, savedAt: now, renewedAt: isRenewing ? now : renewed };
  await cache.put(STATE_PATH, new Response(JSON.stringify(state)));
  // Somebody else may have signed in meanwhile.
  const after = await whoIsSignedIn();
  if (!after || !isSame(after, member)) await clearCaches();
}

async function keepOnly(cache: Cache, paths: ReadonlySet<string>): Promise<void> {
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!paths.has(pathname + search)) await cache.delete(url, { ignoreVary: true });
  }
}

/** @returns the addresses of the texts that belong to what the lists show */
async function storeLists(store: (path: string) => Promise<Response | undefined>): Promise<Set<string>> {
  const prompts = new Set<string>();
  const add = (cards: readonly { id: string; isLocked: boolean }[]) => {
    for (const { id, isLocked } of cards) {
      if (!isLocked && prompts.size < OFFLINE_LIMITS.texts) prompts.add(urlOf(getPrompt, { id }));
    }
  };
  await store(paths.favorites());
  await store(paths.collections());
  await store(listInteractions.url);
  let path: string | undefined = listFavorites.url;
  for (let at = 0; path !== undefined && at < OFFLINE_LIMITS.favorites; at += LIMITS.promptListPage) {
    const response: Response | undefined = await store(path);
    if (response) add(await response.json());
    const cursor: string | undefined = /[?&]cursor=([\w-]+)[^>]*>;\s*rel="next"/.exec(
      response?.headers.get('link') ?? '',
    )?.[1];
    path = cursor && urlOf(listFavorites, { query: { cursor } });
  }
  const list = await store(listCollections.url);
  const collections: { id: string }[] = (await list?.json()) ?? [];
  for (const { id } of collections.slice(0, OFFLINE_LIMITS.collections)) {
    await store(paths.collection(id));
    const collection = await (await store(urlOf(getCollection, { collectionId: id })))?.json();
    add((collection?.items ?? []).map(({ prompt }: { prompt: { id: string; isLocked: boolean } }) => prompt));
  }
  return prompts;
}

async function whoIsSignedIn(): Promise<Member | undefined> {
  const response = await fetch(getUser.url);
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error('Later.');
  const { id, subscriptionTier } = await response.json();
  return { id, tier: subscriptionTier };
}
