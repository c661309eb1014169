import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { TicketTopic } from '#contract/support.ts';
import { HELP_QUESTIONS, type HelpQuestion } from '../help/help-questions.ts';
import styles from './contact-form.module.css';

const ANSWERS: Record<TicketTopic, readonly HelpQuestion[]> = {
  question: ['copying', 'free'],
  payment: ['changes', 'refunds'],
  order: ['custom-prompts'],
  problem: ['copying', 'variables'],
  privacy: ['privacy', 'deletion'],
  other: ['collections', 'teams', 'api'],
};

/** What the help page says about a topic; in a tab of its own, since a message may have been begun. */
export function SuggestedAnswers({ topic }: { topic: TicketTopic }) {
  const questions = ANSWERS[topic];
  return (
    <p className={styles.hint}>
      Often answered already:{' '}
      {questions.map((question, index) => (
        <Fragment key={question}>
          {index > 0 ? ' · ' : null}
          <Link to="/help" hash={question} target="_blank">
            {HELP_QUESTIONS[question]}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
