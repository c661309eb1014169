import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The worker's own script, with the browser around it: its storage, its network, its events.

const ORIGIN = 'http://localhost';
const MEMBER = { id: 'ada', tier: 'basic' };
const COLLECTION_PATH = '/collections/shelf';

/** A browser's CacheStorage, as far as the service worker uses it. What is deleted lives on, unseen, for whoever has it open. */
class MemoryCaches {
  /** Every address that was written. */
  readonly puts: string[] = [];
  /** As where the settings or a full disk forbid it: every call fails. */
  isRefused = false;
  readonly #origin: string;
  readonly #caches = new Map<string, Map<string, Response>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** All that is kept. */
  paths(): string[] {
    return [...this.#caches.values()].flatMap((cache) => [...cache.keys()]);
  }

  async keys(): Promise<string[]> {
    this.#requireAllowed();
    return [...this.#caches.keys()];
  }

  async has(name: string): Promise<boolean> {
    this.#requireAllowed();
    return this.#caches.has(name);
  }

  async delete(name: string): Promise<boolean> {
    this.#requireAllowed();
    return this.#caches.delete(name);
  }

  async match(path: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    this.#requireAllowed();
    return this.#caches.get(cacheName)?.get(path)?.clone();
  }

  async open(name: string) {
    this.#requireAllowed();
    const entries = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, entries);
    return {
      match: async (path: string) => entries.get(path)?.clone(),
      keys: async () => [...entries.keys()].map((path) => ({ url: this.#origin + path })),
      delete: async (url: string) => entries.delete(url.replace(this.#origin, '')),
      put: async (path: string, response: Response) => {
        this.puts.push(path);
        entries.set(path, response);
      },
    };
  }

  #requireAllowed(): void {
    if (this.isRefused) throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}

type Answer = Response | Promise<Response>;

let storage: MemoryCaches;
let listeners: Map<string, (event: object) => void>;
/** Every request that reached the network, in their order. */
let asked: string[];
let answers: Map<string, () => Answer>;
const unregister = vi.fn(async () => true);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  storage = new MemoryCaches(ORIGIN);
  listeners = new Map();
  asked = [];
  const ofUser = () => Response.json({ id: MEMBER.id, subscriptionTier: MEMBER.tier });
  answers = new Map<string, () => Answer>([
    ['/api/auth/user', ofUser],
    ['/api/favorites', () => Response.json([{ id: 'plan', isLocked: false }])],
    ['/api/collections', () => Response.json([{ id: 'shelf' }])],
    ['/api/collections/shelf', () => Response.json({ items: [] })],
  ]);
  for (const [name, value] of Object.entries({
    __BUILD_ID__: 'test',
    __BUILD_FILES__: [],
    caches: storage,
    location: new URL(ORIGIN),
    registration: { unregister },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    fetch: async (what: string | Request) => {
      const path = new URL(typeof what === 'string' ? what : what.url, ORIGIN).pathname;
      asked.push(path);
      return await (answers.get(path)?.() ?? new Response('kept'));
    },
  })) {
    vi.stubGlobal(name, value);
  }
  vi.resetModules();
  await import('./service-worker.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  unregister.mockClear();
});

/** What the worker still does after it has responded. */
interface Sent {
  response: Promise<Response> | undefined;
  done: () => Promise<unknown>;
}

function dispatch(type: string, fields: object): Sent {
  const work: Promise<unknown>[] = [];
  const sent: Sent = { response: undefined, done: () => Promise.all(work) };
  listeners.get(type)?.({
    ...fields,
    waitUntil: (more: Promise<unknown>) => work.push(more),
    respondWith: (response: Promise<Response>) => {
      sent.response = response;
    },
  });
  return sent;
}

function request(path: string, { method = 'GET', mode = 'cors' } = {}): Sent {
  const made = new Request(new URL(path, ORIGIN), { method });
  // Nobody but the browser makes one of a navigation.
  Object.defineProperty(made, 'mode', { value: mode });
  return dispatch('fetch', { request: made, resultingClientId: 'tab' });
}

const showPage = () => dispatch('message', { data: MEMBER, source: null });

test('the offline copy belongs to the member whose page was shown', async () => {
  await showPage().done();
  expect(storage.paths()).toEqual(
    expect.arrayContaining(['/favorites', COLLECTION_PATH, '/api/prompts/plan', '/offline-state']),
  );
});

test('signing out stops a refresh that has already asked who is signed in', async () => {
  const user = Promise.withResolvers<Response>();
  answers.set('/api/auth/user', () => user.promise);
  const refresh = showPage();
  await vi.waitFor(() => expect(asked).toContain('/api/auth/user'));
  expect((await request('/api/logout').response)?.status).toBe(200);
  user.resolve(Response.json({ id: MEMBER.id, subscriptionTier: MEMBER.tier }));
  await refresh.done();
  expect(storage.puts).toEqual([]);
  expect(asked).toEqual(['/api/auth/user', '/api/logout']);
  expect(unregister).toHaveBeenCalledOnce();
});

test('nothing is written while a sign-out is pending', async () => {
  const logout = Promise.withResolvers<Response>();
  answers.set('/api/logout', () => logout.promise);
  const { response } = request('/api/logout');
  await vi.waitFor(() => expect(asked).toContain('/api/logout'));
  await showPage().done();
  expect(storage.puts).toEqual([]);
  logout.resolve(new Response('out'));
  expect(await (await response)?.text()).toBe('out');
  // Somebody who then signs in has a copy again.
  await showPage().done();
  expect(storage.paths()).toContain('/favorites');
});

test('signing out and in work where the browser refuses storage', async () => {
  storage.isRefused = true;
  for (const path of ['/api/logout', '/api/auth/google']) {
    expect((await request(path).response)?.status).toBe(200);
  }
  expect(asked).toEqual(['/api/logout', '/api/auth/google']);
  expect(unregister).toHaveBeenCalledTimes(2);
  answers.set('/api/favorites', () => new Response('no', { status: 403 }));
  expect((await request('/api/favorites').response)?.status).toBe(403);
});

test.each([403, 404, 410])(
  'a cached page that is refused with %i is deleted with its data',
  async (status) => {
    await showPage().done();
    expect(storage.paths()).toEqual(expect.arrayContaining([COLLECTION_PATH, '/api/collections/shelf']));
    answers.set(COLLECTION_PATH, () => new Response('no', { status }));
    answers.set('/api/collections', () => Response.json([]));
    const visit = request(COLLECTION_PATH, { mode: 'navigate' });
    expect((await visit.response)?.status).toBe(status);
    expect(storage.paths()).not.toContain(COLLECTION_PATH);
    await vi.runAllTimersAsync();
    await visit.done();
    expect(storage.paths()).not.toContain('/api/collections/shelf');
    expect(storage.paths()).toContain('/favorites');
  },
);

test('the offline copy is refreshed when a team ends or the member leaves it', async () => {
  await showPage().done();
  for (const path of ['/api/teams/club', '/api/teams/club/members/me']) {
    asked = [];
    const ending = request(path, { method: 'DELETE' });
    await vi.runAllTimersAsync();
    await ending.done();
    expect([path, asked]).toEqual([path, expect.arrayContaining(['/api/collections'])]);
  }
});
