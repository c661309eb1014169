import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './action-panel.module.css';

interface ActionPanelProps {
  title: ReactNode;
  /** Level of its title. */
  level?: 2 | 3 | undefined;
  /** To move the focus to its title. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** A button or a link; nothing when it cannot be done. */
  action: ReactNode;
  /** Below its title. */
  children: ReactNode;
  isMarked?: boolean;
  className?: string | undefined;
}

/** One thing to do: a title, a text that explains it, and its button, in a row. */
export function ActionPanel(panel: ActionPanelProps) {
  const { title, level = 2, titleRef, action, children, isMarked = false, className } = panel;
  const Title = `h${level}` as const;
  const titleId = useId();
  return (
    <section
      className={classNames(styles.panel, isMarked && styles.marked, className)}
      aria-labelledby={titleId}
    >
      <div className={styles.text}>
        <Title ref={titleRef} id={titleId} className={styles.title} tabIndex={titleRef ? -1 : undefined}>
          {title}
        </Title>
        {children}
      </div>
      {action}
    </section>
  );
}
