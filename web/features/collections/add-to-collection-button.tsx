import FolderPlus from 'lucide-react/icons/folder-plus';
import { useState } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import compact from '#web/ui/forms/compact-button.module.css';
import styles from './add-to-collection-button.module.css';

const AddToCollectionDialog = lazyComponent(
  async () => (await import('./add-to-collection-dialog.tsx')).AddToCollectionDialog,
);

interface AddToCollectionButtonProps {
  prompt: Pick<PromptCard, 'id' | 'title'>;
  surface: 'card' | 'page' | 'modal';
}

/** Opens the member's collections, to put a prompt into them or take it out. */
export function AddToCollectionButton({ prompt, surface }: AddToCollectionButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = surface === 'card' ? `Add “${prompt.title}” to a collection` : 'Add to collection';
  return (
    <>
      <button
        type="button"
        className={surface === 'card' ? styles.onCard : compact.button}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <FolderPlus size={surface === 'card' ? 17 : 16} strokeWidth={1.75} aria-hidden />
        {surface === 'page' ? <span className={compact.word}>Collection</span> : null}
      </button>
      {isOpen ? <AddToCollectionDialog prompt={prompt} onClosed={() => setOpen(false)} /> : null}
    </>
  );
}
