import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './first-steps.module.css';

interface FirstStepsProps {
  hasFound: boolean;
  hasFilled: boolean;
}

/** How it works, for whoever has not copied a prompt yet. */
export function FirstSteps({ hasFound, hasFilled }: FirstStepsProps) {
  const id = useId();
  const steps = [
    { name: 'Find a prompt', text: 'Search for your task, or open a category.', isDone: hasFound },
    {
      name: 'Fill in the blanks',
      text: 'Type your details; the prompt changes with you.',
      isDone: hasFilled,
    },
    { name: 'Copy it', text: 'Paste it into your AI assistant.', isDone: false },
  ];
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        Your first prompt in three steps
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ name, text, isDone }, index) => (
          <li key={name} className={styles.step}>
            <span className={classNames(styles.number, isDone && styles.done)} aria-hidden="true">
              {isDone ? <Check size={16} /> : index + 1}
            </span>
            <div>
              <h3 className={styles.name}>
                {name}
                {isDone ? <span className="visually-hidden"> (done)</span> : null}
              </h3>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
