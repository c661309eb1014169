import { BRIEF_FIELDS, type BriefTexts, NO_TEXTS } from './brief-check.ts';

/** A brief that is being written: the form's texts, and the key that makes sending it twice one order. */
export interface BriefDraft {
  key: string;
  texts: BriefTexts;
  /** The order it was sent as. Until that is paid, sending again changes its brief. */
  orderId?: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const NULL_STORE: Store = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
  length: 0,
};

const PREFIX = 'brief:';

/** This tab's storage; where the browser refuses even to name it, one that keeps nothing. */
export function tabStore(): Store {
  try {
    return sessionStorage;
  } catch {
    return NULL_STORE;
  }
}

/** One draft for each member and prompt, in this tab. */
export function draftName(memberId: string, promptId: string | undefined): string {
  return `${PREFIX}${memberId}:${promptId ?? ''}`;
}

/** The draft kept, or an empty one with a new key. Never throws. */
export function readDraft(store: Store, name: string): BriefDraft {
  try {
    const stored: unknown = JSON.parse(store.getItem(name) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'key' in stored && isKey(stored.key)) {
      const orderId: unknown = Reflect.get(stored, 'orderId');
      return {
        key: stored.key,
        texts: readTexts(stored),
        ...(typeof orderId === 'string' ? { orderId } : {}),
      };
    }
  } catch {
    // Storage is refused, or holds what we never wrote: the form starts empty.
  }
  return { key: newKey(), texts: NO_TEXTS };
}

function readTexts(stored: object): BriefTexts {
  const given: unknown = Reflect.get(stored, 'texts');
  const texts = { ...NO_TEXTS };
  if (typeof given !== 'object' || given === null) return texts;
  for (const field of BRIEF_FIELDS) {
    const text: unknown = Object.hasOwn(given, field) ? Reflect.get(given, field) : undefined;
    if (typeof text === 'string') texts[field] = text;
  }
  return texts;
}

export function writeDraft(store: Store, name: string, draft: BriefDraft): void {
  try {
    store.setItem(name, JSON.stringify(draft));
  } catch {
    // Storage is full or refused: the draft lives as long as the form.
  }
}

/** Once an order is paid its draft is done: the next form starts empty, and is another order. */
export function forgetDraftOf(store: Store, orderId: string): void {
  try {
    const names = Array.from({ length: store.length }, (_, index) => store.key(index));
    for (const name of names) {
      if (name?.startsWith(PREFIX) && readDraft(store, name).orderId === orderId) store.removeItem(name);
    }
  } catch {
    // Nothing could be kept there either.
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function isKey(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A random UUID. Not `crypto.randomUUID`: browsers offer that on secure origins only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = digits.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
