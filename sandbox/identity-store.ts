import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  /** Milliseconds of the clock. */
  endsAt: number;
}

/** One provider's tokens, codes and sign-ins under way: in memory, gone with the process. */
export function memoryStore(): AdapterFactory {
  const entries = new Map<string, Entry>();

  function find(matches: (key: string, payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload, endsAt }] of entries) {
      if (endsAt <= Date.now()) entries.delete(key);
      else if (matches(key, payload)) return payload;
    }
    return undefined;
  }

  return (kind): Adapter => ({
    async upsert(id, payload, expiresIn = 3600) {
      entries.set(`${kind}:${id}`, { payload, endsAt: Date.now() + expiresIn * 1000 });
    },
    async find(id) {
      return find((key) => key === `${kind}:${id}`);
    },
    async findByUid(uid) {
      return find((key, payload) => key.startsWith(`${kind}:`) && payload.uid === uid);
    },
    // For a grant on devices without a browser, which is off.
    async findByUserCode() {
      return undefined;
    },
    async consume(id) {
      const entry = entries.get(`${kind}:${id}`);
      if (entry) entry.payload = { ...entry.payload, consumed: Math.floor(Date.now() / 1000) };
    },
    async destroy(id) {
      entries.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  });
}
