import { Link } from '@tanstack/react-router';
import type { Copy } from '#contract/prompts.ts';
import type { Version } from '#contract/versions.ts';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { Day } from '#web/ui/text/day.tsx';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import styles from './version-list.module.css';

/** What changed is below the list: it must not be pushed away by versions of last year. */
const SHOWN = 4;

interface VersionListProps {
  promptId: string;
  /** Newest first. */
  versions: readonly Version[];
  lastCopy: Copy | null;
}

/** All versions that are kept, each with the way to its text and to what it changed. */
export function VersionList({ promptId, versions, lastCopy }: VersionListProps) {
  const rows = versions.map((version, index) => (
    <VersionRow
      key={version.number}
      promptId={promptId}
      version={version}
      before={versions[index + 1]?.number}
      isCurrent={index === 0}
      copiedOn={lastCopy?.version === version.number ? lastCopy.day : undefined}
    />
  ));
  // One more would be hidden by a line as high as itself.
  const shown = rows.length > SHOWN + 1 ? SHOWN : rows.length;
  const note = noteOn(versions.at(-1)?.number ?? 1, rows.length === 1);
  return (
    <>
      <ol className={styles.list}>{rows.slice(0, shown)}</ol>
      {shown < rows.length ? (
        <details className={styles.older}>
          <DisclosureSummary>{`${rows.length - shown} older versions`}</DisclosureSummary>
          <ol className={styles.list}>{rows.slice(shown)}</ol>
        </details>
      ) : null}
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
    </>
  );
}

interface VersionRowProps {
  promptId: string;
  version: Version;
  /** The one before it, where it is kept. */
  before: number | undefined;
  isCurrent: boolean;
  /** The day of the member's last copy, if that was of this version. */
  copiedOn: string | undefined;
}

function VersionRow({ promptId, version, before, isCurrent, copiedOn }: VersionRowProps) {
  const { number, createdAt, change } = version;
  return (
    <li className={styles.version}>
      <p className={styles.head}>
        <strong>Version {number}</strong>
        <span className={styles.date}>
          {isCurrent ? 'Current · ' : ''}
          <AbsoluteDate date={createdAt} />
        </span>
      </p>
      <div className={styles.what}>
        {change === null ? null : <p>{change}</p>}
        {copiedOn === undefined ? null : (
          <p className={styles.copied}>
            Copied by you on <Day day={copiedOn} />
          </p>
        )}
      </div>
      <p className={styles.links}>
        {before === undefined ? null : (
          <Link to="/prompt/$id/history" params={{ id: promptId }} search={{ from: before, to: number }}>
            What changed<span className="visually-hidden"> in version {number}</span>
          </Link>
        )}
        <Link to="/prompt/$id/history" params={{ id: promptId }} search={{ version: number }}>
          Read<span className="visually-hidden"> version {number}</span>
        </Link>
      </p>
    </li>
  );
}

/** What the list does not say: why nothing stands before its first version. */
function noteOn(first: number, isAlone: boolean): string | undefined {
  if (first === 1) return isAlone ? 'It is the only version so far: nothing has changed since.' : undefined;
  const numbers = first === 3 ? '1 and 2' : `1 to ${first - 1}`;
  const missing = first === 2 ? 'Version 1 isn’t available' : `Versions ${numbers} aren’t available`;
  return isAlone ? `${missing}, so there is nothing to compare it with yet.` : `${missing}.`;
}
