import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

/** One provider's tokens, codes and sign-ins under way, gone with the process; the provider looks at their ends. */
export function memoryStore(): AdapterFactory {
  const entries = new Map<string, AdapterPayload>();
  return (kind) => ({
    async upsert(id, payload) {
      entries.set(`${kind}:${id}`, payload);
    },
    async find(id) {
      return entries.get(`${kind}:${id}`);
    },
    async findByUid(uid) {
      return [...entries].find(([key, payload]) => key.startsWith(`${kind}:`) && payload.uid === uid)?.[1];
    },
    // For a grant on devices without a browser, which is off.
    async findByUserCode() {
      return undefined;
    },
    async consume(id) {
      const payload = entries.get(`${kind}:${id}`);
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  });
}
