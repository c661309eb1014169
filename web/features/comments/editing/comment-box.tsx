import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { useDraft } from '#web/ui/behavior/use-draft.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CharacterCount } from '#web/ui/forms/character-count.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import styles from './comment-box.module.css';

interface CommentBoxProps {
  /** Both its name and its placeholder. */
  label: string;
  button: string;
  pendingText: string;
  rows: number;
  size?: 'small' | 'medium';
  /** Where its draft is kept; null for none. */
  draftKey: string | null;
  initial?: string;
  isFocused?: boolean;
  onFocus?: () => void;
  onCancel?: () => void;
  /** Resolves to whether the text went through; it stays in the box otherwise. */
  onSubmit: (text: string) => Promise<boolean>;
}

/** Where a comment is written. Ctrl/⌘ Enter posts, Escape cancels a reply. */
export function CommentBox(props: CommentBoxProps) {
  const {
    label,
    button,
    pendingText,
    rows,
    size = 'medium',
    draftKey,
    initial,
    isFocused,
    onFocus,
    onCancel,
    onSubmit,
  } = props;
  const [text, setText] = useDraft(draftKey, initial);
  const [isPending, setPending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  const length = text.trim().length;
  const isTooLong = length > LIMITS.commentCharacters;
  const canPost = length > 0 && !isTooLong && !isPending;

  useEffect(() => {
    if (!isFocused) return;
    const element = area.current;
    const opener = document.activeElement;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
    return () => {
      // Back to the button that opened it, when the box took the focus away with it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [isFocused]);

  async function submit() {
    if (!canPost) return;
    // The button is disabled once the box is empty, and would lose the focus. By touch no keyboard shall come up.
    const isByKey = document.activeElement?.matches('button:focus-visible');
    setPending(true);
    const isPosted = await onSubmit(text.trim());
    setPending(false);
    if (!isPosted) return;
    setText('');
    // What was posted is coming into view.
    if (isByKey) area.current?.focus({ preventScroll: true });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'Escape' && onCancel) {
      // The box alone, not the dialog it may stand in.
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={area}
        rows={rows}
        dir="auto"
        aria-label={label}
        placeholder={label}
        className={fieldClass(initial ? styles.whole : styles.area)}
        value={text}
        aria-invalid={isTooLong}
        aria-describedby={countId}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      />
      <div className={styles.row}>
        <Button type="submit" size={size} disabled={!canPost} isPending={isPending} pendingText={pendingText}>
          {button}
        </Button>
        {onCancel ? (
          <Button variant="ghost" size={size} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <CharacterCount
          id={countId}
          length={length}
          limit={LIMITS.commentCharacters}
          className={styles.count}
        />
      </div>
    </form>
  );
}
