import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import { Button } from '../forms/button.tsx';
import { countWithNoun, wholeNumber } from '../text/format-count.ts';
import styles from './load-more.module.css';

interface LoadMoreProps {
  shown: number;
  total: number;
  /** What is counted, in the singular. */
  noun: string;
  children: ReactNode;
  hasMore: boolean;
  isLoading: boolean;
  isFailed: boolean;
  /** False for short lists: only the announcement remains. */
  isShown: boolean;
  onLoad: () => void;
}

/** The end of a list: how much of it is shown, and the button for more, which retries after a failure. */
export function LoadMore(props: LoadMoreProps) {
  const { shown, total, noun, children, hasMore, isLoading, isFailed, isShown, onLoad } = props;
  return (
    <div className={styles.foot}>
      <p role="alert" className={classNames(styles.failure, !isFailed && styles.empty)}>
        {isFailed ? `More ${noun}s could not be loaded. Try again.` : ''}
      </p>
      {isShown ? (
        // Not disabled while it loads: a disabled button would lose the focus it was pressed with.
        <Button
          variant="line"
          disabled={!hasMore}
          aria-disabled={isLoading}
          className={styles.button}
          onClick={isLoading ? undefined : onLoad}
        >
          {isLoading ? 'Loading...' : isFailed ? 'Try Again' : children}
        </Button>
      ) : null}
      <p role="status" className={isShown ? styles.status : 'visually-hidden'}>
        {hasMore
          ? `Showing ${shown} of ${wholeNumber(total)}`
          : isShown
            ? `All ${wholeNumber(total)} ${noun}s shown`
            : countWithNoun(total, noun)}
      </p>
    </div>
  );
}
