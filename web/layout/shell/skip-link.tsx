import styles from './skip-link.module.css';

export const MAIN_ID = 'main';

/** First stop of the Tab key on every page (WCAG 2.4.1). */
export function SkipLink() {
  return (
    <a href={`#${MAIN_ID}`} className={styles.link}>
      Skip to content
    </a>
  );
}
