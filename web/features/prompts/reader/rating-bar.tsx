import type { PromptCard } from '#contract/prompts.ts';
import { countWithNoun, wholeNumber } from '#web/ui/text/format-count.ts';
import styles from './rating-bar.module.css';

/** A share of fewer votes says little; a prompt of the top rated list has as many. */
const MIN_VOTES = 4;

interface RatingBarProps {
  prompt: Pick<PromptCard, 'upvotes' | 'downvotes' | 'rating'>;
  /** Not on cards: dozens of tables are too many. */
  hasTable?: boolean;
}

/** How the votes on a prompt divide: a bar for the eye, a table for everybody else. Not drawn for a few votes. */
export function RatingBar({ prompt, hasTable = true }: RatingBarProps) {
  const { upvotes, downvotes, rating } = prompt;
  const total = upvotes + downvotes;
  if (total < MIN_VOTES) return null;
  const percent = (votes: number) => `${Math.round((100 * votes) / total)}%`;
  const rows = [
    ['Upvotes', upvotes],
    ['Downvotes', downvotes],
  ] as const;
  return (
    <div className={styles.rating} data-says="votes">
      {/* A full bar on every card of the best would say nothing. */}
      {upvotes < total ? (
        <svg className={styles.bar} aria-hidden="true">
          <rect className={styles.down} width="100%" height="100%" />
          <rect className={styles.up} width={percent(upvotes)} height="100%" />
        </svg>
      ) : null}
      <span aria-hidden={hasTable}>
        {wholeNumber(upvotes)} of {countWithNoun(total, 'vote')} up
      </span>
      {hasTable ? (
        <table className="visually-hidden">
          <caption>Votes, rated {rating} of 5</caption>
          <tbody>
            {rows.map(([name, votes]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{wholeNumber(votes)}</td>
                <td>{percent(votes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}
