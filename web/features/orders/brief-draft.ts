import { BRIEF_FIELDS, type BriefTexts, NO_TEXTS } from './brief-check.ts';

/** A brief that is being written: the form's texts, and the key that makes sending it twice one order. */
export interface BriefDraft {
  key: string;
  texts: BriefTexts;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NOWHERE: Store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** This tab's storage; where the browser refuses even to name it, one that keeps nothing. */
export function tabStore(): Store {
  try {
    return sessionStorage;
  } catch {
    return NOWHERE;
  }
}

/** One draft for each member and prompt, in this tab. */
export function draftName(memberId: string, promptId: string | undefined): string {
  return `brief:${memberId}:${promptId ?? ''}`;
}

/** The draft kept, or an empty one with a new key. Never throws. */
export function readDraft(store: Store, name: string): BriefDraft {
  try {
    const kept: unknown = JSON.parse(store.getItem(name) ?? 'null');
    if (typeof kept === 'object' && kept !== null && 'key' in kept && isKey(kept.key)) {
      return { key: kept.key, texts: readTexts(kept) };
    }
  } catch {
    // Storage is refused, or holds what we never wrote: the form starts empty.
  }
  return { key: newKey(), texts: NO_TEXTS };
}

function readTexts(kept: object): BriefTexts {
  const given: unknown = Reflect.get(kept, 'texts');
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

export function forgetDraft(store: Store, name: string): void {
  try {
    store.removeItem(name);
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
