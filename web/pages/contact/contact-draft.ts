/** What was written to the team and not sent yet. */
export interface ContactDraft {
  topic: string;
  text: string;
  email: string;
}

/** A visitor's lasts as long as the tab; a member's goes with whoever signs out (clear-member-storage.ts). */
const keyOf = (memberId: string | null) =>
  memberId === null ? 'contact-draft' : `draft:${memberId}:contact`;

/** A visitor's draft is kept when they sign in. Null when there is none. */
export function readContactDraft(memberId: string | null): ContactDraft | null {
  try {
    const stored = sessionStorage.getItem(keyOf(memberId)) ?? sessionStorage.getItem(keyOf(null));
    if (stored === null) return null;
    const draft: Partial<Record<keyof ContactDraft, unknown>> = JSON.parse(stored);
    const text = (part: unknown) => (typeof part === 'string' ? part : '');
    return { topic: text(draft.topic), text: text(draft.text), email: text(draft.email) };
  } catch {
    // Storage is refused, or the entry is malformed.
    return null;
  }
}

/** Removes the draft when text and address are both empty, and the visitor's that a member took over. */
export function writeContactDraft(memberId: string | null, draft: ContactDraft): void {
  try {
    if (memberId !== null) sessionStorage.removeItem(keyOf(null));
    if (draft.text.trim() || draft.email) sessionStorage.setItem(keyOf(memberId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(memberId));
  } catch {
    // Storage is full or refused: the draft lives as long as the form.
  }
}
