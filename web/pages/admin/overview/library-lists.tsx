import type { Overview } from '#contract/admin-overview.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './overview-page.module.css';
import { ShortList } from './short-list.tsx';

const toPrompt = (id: string) => ({ to: '/prompt/$id', params: { id } }) as const;

/** What the library lacks, and which of its prompts should be read again: the most urgent of each. */
export function LibraryLists({ overview }: { overview: Overview }) {
  const { requests, fallingRatings, reviewsDue } = overview;
  return (
    <div className={styles.lists}>
      <ShortList
        title="Requested prompts"
        rows={requests.map(({ text, requests: times }) => ({
          key: text,
          name: text,
          value: countWithNoun(times, 'member'),
          link: { to: '/search', search: { q: text } },
        }))}
        empty="No open requests."
        all={{ name: 'All requests', to: '/admin/library', search: { view: 'requests' } }}
      />
      <ShortList
        title="Falling ratings"
        rows={fallingRatings.map(({ id, title, value }) => ({
          key: id,
          name: title,
          value,
          link: toPrompt(id),
        }))}
        empty="No ratings are falling."
        all={{ name: 'All falling ratings', to: '/admin/library', search: { show: 'falling rating' } }}
      />
      <ShortList
        title="Reviews due within 30 days"
        rows={reviewsDue.map(({ id, title, value }) => ({
          key: id,
          name: title,
          value,
          link: toPrompt(id),
        }))}
        empty="No reviews are due."
        all={{ name: 'All reviews due', to: '/admin/library', search: { show: 'review due' } }}
      />
    </div>
  );
}
