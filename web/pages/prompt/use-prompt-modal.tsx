import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { User } from '#contract/account.ts';
import { isId } from '#contract/ids.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import { useHydrated } from '#web/ui/behavior/use-hydrated.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list this prompt was opened from is the entry before: leaving the prompt goes back to it. */
    isPromptPushed?: true;
  }
}

const PromptModal = lazyComponent(async () => (await import('./prompt-modal.tsx')).loadPromptModal());
const SignInDialog = lazyComponent(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

interface PromptModalControl {
  open: (prompt: Pick<PromptCard, 'id'>) => void;
  /** To be rendered by the list's page, once. */
  modal: ReactNode;
}

/**
 * A prompt over a list, at the list's own address with `?prompt={id}`. Opening pushes; closing goes back
 * to the list as it was, or removes the prompt from the address when a link led there. Visitors are asked to sign in
 * instead.
 */
export function usePromptModal(user: User | null | undefined): PromptModalControl {
  const location = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const isHydrated = useHydrated();
  const search: Record<string, unknown> = location.search;
  const id = isId(search['prompt']) ? search['prompt'] : null;

  // Before the first press; visitors open none and do not need it.
  const isMember = Boolean(user);
  useEffect(() => {
    if (isMember) void PromptModal.preload();
  }, [isMember]);

  function go(promptId: string | undefined, isReplacing: boolean) {
    const withPrompt = (current: Record<string, unknown>) => ({ ...current, prompt: promptId });
    void navigate({
      to: '.',
      // What the list's own address holds stays. The cast: here it may be any list's address, and no list's own
      // type knows of the prompt over it.
      search: withPrompt as never,
      ...(promptId && (!isReplacing || location.state.isPromptPushed)
        ? { state: (state) => ({ ...state, isPromptPushed: true as const }) }
        : { state: ({ isPromptPushed: _, ...state }) => state }),
      replace: isReplacing,
      resetScroll: false,
    });
  }

  function close() {
    if (location.state.isPromptPushed) router.history.back();
    else go(undefined, true);
  }

  function step(promptId: string) {
    go(promptId, true);
    // The list goes along, so that closing leads to where one is.
    cardLink(promptId)?.scrollIntoView({ block: 'nearest' });
  }

  return { open: (prompt) => go(prompt.id, id !== null), modal: id && isHydrated ? dialog(id) : null };

  function dialog(promptId: string): ReactNode {
    if (user === undefined) return null;
    const shared = { findReturn: () => cardLink(promptId), onClosed: close };
    return user ? (
      // No key: the dialog stays open from one prompt to the next.
      <PromptModal id={promptId} user={user} onStep={step} {...shared} />
    ) : (
      <SignInDialog key={promptId} promptId={promptId} {...shared} />
    );
  }
}

/** Where the focus returns to: the card, also when it was not what opened the dialog. */
function cardLink(promptId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [data-prompt-scope="${promptId}"] [data-item]`);
}
