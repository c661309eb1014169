import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { isId } from '#contract/ids.ts';
import type { PromptCard } from '#contract/prompts.ts';
import type { Vote } from '#contract/votes.ts';
import { findCachedPrompt } from '#web/api/cached-prompts.ts';
import { askToSignIn } from '#web/ask-to-sign-in.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { pressFavorite } from '#web/features/favorites/press-favorite.ts';
import { collectTyped } from '#web/features/palette/collect-typed.ts';
import {
  focusedPrompt,
  focusSearch,
  moveInList,
  pressOnPrompt,
} from '#web/features/shortcuts/prompt-keys.ts';
import type { ShortcutId } from '#web/features/shortcuts/shortcut-table.ts';
import { useShortcuts } from '#web/features/shortcuts/use-shortcuts.ts';
import { castVote } from '#web/features/votes/cast-vote.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Asked for when they are first opened: few pages see them. */
const CommandPalette = lazyComponent(async () => (await import('./command-palette.tsx')).CommandPalette);
const ShortcutDialog = lazyComponent(
  async () => (await import('#web/features/shortcuts/shortcut-dialog.tsx')).ShortcutDialog,
);

const AddToCollectionDialog = lazyComponent(
  async () => (await import('#web/features/collections/add-to-collection-dialog.tsx')).AddToCollectionDialog,
);

interface PageShortcutsProps {
  /** Once the keys are listened to. */
  onReady: () => void;
}

/** The prompt that is open over a list, by the list's address. */
function promptOverList(): string | undefined {
  const id = new URLSearchParams(location.search).get('prompt');
  return isId(id) ? id : undefined;
}

/** The page's keys. */
export function PageShortcuts({ onReady }: PageShortcutsProps) {
  const navigate = useNavigate();
  const user = useUser();
  const queryClient = useQueryClient();
  const [isShortcutsOpen, setShortcutsOpen] = useState(false);
  /** The palette is open while it is set: it gives what was typed before its field was there. */
  const [takeTyped, setTakeTyped] = useState<() => string>();
  /** The prompt the palette was opened at, and the one that goes into collections. */
  const [atPrompt, setAtPrompt] = useState<PromptCard | undefined>();
  const [collected, setCollected] = useState<PromptCard | undefined>();

  function search(): boolean {
    if (!focusSearch()) void navigate({ to: '/search' });
    return true;
  }
  /** Cards have no buttons for votes. */
  function voteOnCard(kind: Vote): boolean {
    const prompt = focusedPrompt();
    if (!prompt || prompt.isLocked) return false;
    if (user) castVote(queryClient, prompt.id, kind, 'page');
    else askToSignIn('Please sign in to vote');
    return true;
  }
  /** Nor do search results and locked cards have a heart; a locked prompt may be kept. */
  function favoriteOnCard(): boolean {
    const prompt = focusedPrompt();
    if (!prompt) return false;
    pressFavorite(queryClient, { promptId: prompt.id, surface: 'card', isMember: Boolean(user) });
    return true;
  }
  function collect(): boolean {
    const id = focusedPrompt()?.id;
    const prompt = id === undefined ? undefined : findCachedPrompt(queryClient, id);
    if (!prompt) return false;
    if (user) setCollected(prompt);
    else askToSignIn('Please sign in to use collections');
    return true;
  }
  const actions: Record<ShortcutId, () => boolean> = {
    search,
    palette: () => {
      if (takeTyped) return true;
      const id = promptOverList() ?? focusedPrompt()?.id;
      setAtPrompt(id === undefined ? undefined : findCachedPrompt(queryClient, id));
      const take = collectTyped(() => setTakeTyped(undefined));
      setTakeTyped(() => take);
      return true;
    },
    sheet: () => {
      setShortcutsOpen(true);
      return true;
    },
    next: () => moveInList(1),
    previous: () => moveInList(-1),
    favorite: () => pressOnPrompt('favorite') || favoriteOnCard(),
    upvote: () => pressOnPrompt('upvote') || voteOnCard('up'),
    downvote: () => pressOnPrompt('downvote') || voteOnCard('down'),
    copy: () => pressOnPrompt('copy'),
    collect,
  };
  useShortcuts((id) => actions[id]());
  const reportReady = useEffectEvent(onReady);
  useEffect(() => reportReady(), []);

  return (
    <>
      {isShortcutsOpen ? <ShortcutDialog onClosed={() => setShortcutsOpen(false)} /> : null}
      {takeTyped ? (
        <CommandPalette
          takeTyped={takeTyped}
          onShortcuts={() => setShortcutsOpen(true)}
          onCollect={atPrompt && (() => setCollected(atPrompt))}
          onClosed={() => setTakeTyped(undefined)}
        />
      ) : null}
      {collected ? (
        <AddToCollectionDialog prompt={collected} onClosed={() => setCollected(undefined)} />
      ) : null}
    </>
  );
}
