import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import styles from './copyable-code.module.css';

interface CopyableCodeProps {
  text: string;
  /** What is copied: "token". */
  noun: string;
}

/** A line of code beside the button that copies it. */
export function CopyableCode({ text, noun }: CopyableCodeProps) {
  return (
    <div className={styles.line}>
      <code className={styles.text}>{text}</code>
      <CopyButton text={text} noun={noun} />
    </div>
  );
}
