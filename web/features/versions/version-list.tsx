import { Link } from '@tanstack/react-router';
import type { Copy } from '#contract/prompts.ts';
import type { Version } from '#contract/versions.ts';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { Day } from '#web/ui/text/day.tsx';
import styles from './version-list.module.css';

interface VersionListProps {
  promptId: string;
  /** Newest first. */
  versions: readonly Version[];
  lastCopy: Copy | null;
}

/** All versions that are kept, each with the way to its text and to what it changed. */
export function VersionList({ promptId, versions, lastCopy }: VersionListProps) {
  const first = versions.at(-1)?.number ?? 1;
  const note = noteOn(first, versions.length);
  return (
    <>
      <ol className={styles.list}>
        {versions.map(({ number, createdAt, change }, index) => {
          const before = versions[index + 1]?.number;
          return (
            <li key={number} className={styles.version}>
              <p className={styles.head}>
                <strong>Version {number}</strong>
                <span className={styles.date}>
                  {index === 0 ? 'Current · ' : ''}
                  <AbsoluteDate date={createdAt} />
                </span>
              </p>
              {change === null ? null : <p className={styles.change}>{change}</p>}
              {lastCopy?.version === number ? (
                <p className={styles.copied}>
                  Copied by you on <Day day={lastCopy.day} />
                </p>
              ) : null}
              <p className={styles.links}>
                <Link to="/prompt/$id/history" params={{ id: promptId }} search={{ version: number }}>
                  Read<span className="visually-hidden"> version {number}</span>
                </Link>
                {before === undefined ? null : (
                  <Link
                    to="/prompt/$id/history"
                    params={{ id: promptId }}
                    search={{ from: before, to: number }}
                  >
                    What changed<span className="visually-hidden"> in version {number}</span>
                  </Link>
                )}
              </p>
            </li>
          );
        })}
      </ol>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
    </>
  );
}

/** What the list does not say: why nothing stands before its first version. */
function noteOn(first: number, count: number): string | undefined {
  if (first === 2) return 'Version 1 isn’t available.';
  if (first > 2) return `Versions 1 to ${first - 1} aren’t available.`;
  return count === 1 ? 'No changes yet.' : undefined;
}
