import { useEffect, useState } from 'react';
import { type BriefTexts, NO_TEXTS } from './brief-check.ts';
import { type BriefDraft, draftName, readDraft, tabStore, writeDraft } from './brief-draft.ts';

export interface BriefDraftControl {
  texts: BriefTexts;
  /** Null until the tab's storage was looked into: the server draws the form empty, and nothing can be sent. */
  key: string | null;
  set: (field: keyof BriefTexts, text: string) => void;
  /** Where it was sent to already, and waits to be paid. */
  orderId: string | undefined;
  /** It went out as this order; it stays until that is paid, to be changed. */
  recordSent: (orderId: string) => void;
}

/** The brief being written, kept in this tab until it is sent. */
export function useBriefDraft(memberId: string, promptId: string | undefined): BriefDraftControl {
  const name = draftName(memberId, promptId);
  const [draft, setDraft] = useState<BriefDraft | null>(null);
  useEffect(() => setDraft(readDraft(tabStore(), name)), [name]);
  return {
    texts: draft?.texts ?? NO_TEXTS,
    key: draft?.key ?? null,
    set: (field, text) => {
      if (!draft) return;
      const next = { ...draft, texts: { ...draft.texts, [field]: text } };
      setDraft(next);
      writeDraft(tabStore(), name, next);
    },
    orderId: draft?.orderId,
    recordSent: (orderId) => {
      if (draft) writeDraft(tabStore(), name, { ...draft, orderId });
    },
  };
}
