import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { exemplarsQuery } from '#web/features/exemplars/exemplars.queries.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './prompt-modal.module.css';

interface PromptJumpsProps {
  promptId: string;
  commentCount: number;
}

/** From a prompt's head to what stands far below it: its exemplars, and its comments where they have no pane of their own. */
export function SectionLinks({ promptId, commentCount }: PromptJumpsProps) {
  const { data } = useQuery(exemplarsQuery(promptId));
  return (
    <>
      {data && data.total > 0 ? (
        <li>
          <button type="button" className={styles.jump} onClick={(event) => goTo('Exemplars', event)}>
            {countWithNoun(data.total, 'exemplar')}
          </button>
        </li>
      ) : null}
      <li className={styles.toComments}>
        <button type="button" className={styles.jump} onClick={(event) => goTo('Comments', event)}>
          {countWithNoun(commentCount, 'comment')}
        </button>
      </li>
    </>
  );
}

function goTo(section: 'Exemplars' | 'Comments', event: MouseEvent): void {
  const frame = event.currentTarget.closest('dialog');
  const heading = frame?.querySelector<HTMLElement>(`section[aria-label="${section}"] :is(h2, h3)`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
