import FolderPlus from 'lucide-react/icons/folder-plus';
import { useState } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import compact from '#web/ui/forms/compact-button.module.css';
import styles from './add-to-collection-button.module.css';

const CollectDialog = lazyComponent(
  async () => (await import('./add-to-collection-dialog.tsx')).CollectDialog,
);

interface CollectButtonProps {
  prompt: Pick<PromptCard, 'id' | 'title'>;
  place: 'card' | 'page' | 'modal';
}

/** Opens the member's collections, to put a prompt into them or take it out. */
export function CollectButton({ prompt, place }: CollectButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = place === 'card' ? `Add “${prompt.title}” to a collection` : 'Add to collection';
  return (
    <>
      <button
        type="button"
        className={place === 'card' ? styles.onCard : compact.button}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <FolderPlus size={place === 'card' ? 17 : 16} strokeWidth={1.75} aria-hidden />
        {place === 'page' ? 'Collection' : null}
      </button>
      {isOpen ? <CollectDialog prompt={prompt} onClosed={() => setOpen(false)} /> : null}
    </>
  );
}
