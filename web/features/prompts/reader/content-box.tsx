import Braces from 'lucide-react/icons/braces';
import PencilLine from 'lucide-react/icons/pencil-line';
import TextAlignStart from 'lucide-react/icons/text-align-start';
import type { MouseEvent, ReactNode } from 'react';
import type { Variable } from '#contract/prompts.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { CopyLabel } from '../copy/copy-label.tsx';
import { ManualCopy } from '../copy/manual-copy.tsx';
import { OpenInMenu } from '../open-in/open-in-menu.tsx';
import styles from './content-box.module.css';
import { ContentView } from './content-view.tsx';
import type { PromptReader } from './use-prompt-reader.ts';

const FORMATS = [
  { value: 'readable', name: 'Human-readable', icon: TextAlignStart },
  { value: 'json', name: 'JSON', icon: Braces },
] as const;

interface ContentBoxProps {
  reader: PromptReader;
  /** The form of the variables, where it stands inside the box. */
  form?: ReactNode;
  className?: string | undefined;
}

/** Some blanks have a value of the prompt's own, others wait for one. */
function hasBothMarks(variables: readonly Variable[]): boolean {
  const given = variables.filter((variable) => variable.default !== undefined).length;
  return given > 0 && given < variables.length;
}

/** The toast says that it was copied, and no more: these went along as they stood in the text. */
function blanksText(count: number): string {
  if (count === 0) return '';
  const [verb, noun] = count === 1 ? ['was', '[label]'] : ['were', '[labels]'];
  return `${countWithNoun(count, 'optional blank')} ${verb} empty: copied as ${noun}.`;
}

/** The text with the bar that chooses its format and copies it; the bar stays in sight. */
export function ContentBox({ reader, form, className }: ContentBoxProps) {
  const { prompt, format, setFormat, variables, clipboard, copiedBlanks } = reader;
  const isCopied = clipboard.state === 'copied';
  function openPressed({ target }: MouseEvent) {
    const variable =
      target instanceof Element && target.closest<HTMLElement>('[data-variable]')?.dataset['variable'];
    // A click that ends a selection is not meant for the blank.
    if (variable && window.getSelection()?.isCollapsed !== false) reader.openField(variable);
  }
  return (
    <section className={classNames(styles.box, className)} aria-label="Prompt">
      <div className={styles.bar}>
        {setFormat ? (
          <SegmentedControl label="Format" value={format} options={FORMATS} onChange={setFormat} />
        ) : (
          <span className={styles.label}>Prompt</span>
        )}
        <div className={styles.buttons}>
          {prompt.variables.length > 0 ? (
            <Button
              ref={reader.fillButton}
              variant="line"
              aria-expanded={variables.isOpen}
              onClick={variables.isOpen ? variables.close : reader.openForm}
            >
              <PencilLine aria-hidden />
              Fill in
            </Button>
          ) : null}
          <OpenInMenu reader={reader} />
          <Button data-shortcut="copy" isPending={clipboard.state === 'pending'} onClick={reader.pressCopy}>
            <CopyLabel state={clipboard.state} />
          </Button>
        </div>
        <p className={styles.blanks} role="status">
          {blanksText(copiedBlanks)}
        </p>
      </div>
      {form}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button above does the same by keyboard */}
      <div className={classNames(styles.text, isCopied && styles.swept)} onClick={openPressed}>
        <ContentView prompt={prompt} format={format} values={variables.values} />
      </div>
      {hasBothMarks(prompt.variables) ? (
        <p className={styles.legend}>Highlighted words are yours to change; fill in those in [brackets].</p>
      ) : null}
      <p className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </p>
      {clipboard.refused === null ? null : (
        <ManualCopy text={clipboard.refused} onClosed={clipboard.forget} />
      )}
    </section>
  );
}
