import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { User } from '#contract/account.ts';
import type { Copy } from '#contract/prompts.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { useReadNoticesAbout } from '#web/features/notices/use-read-notices-about.ts';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { ContentBox } from '#web/features/prompts/reader/content-box.tsx';
import { usePromptReader } from '#web/features/prompts/reader/use-prompt-reader.ts';
import { VariablesForm } from '#web/features/prompts/variables/variables-form.tsx';
import { chooseView, type HistoryView, readHistorySearch } from '#web/features/versions/choose-view.ts';
import { CompareForm } from '#web/features/versions/compare-form.tsx';
import { ComparisonView } from '#web/features/versions/comparison-view.tsx';
import { VersionList } from '#web/features/versions/version-list.tsx';
import { comparisonQuery, versionQuery, versionsQuery } from '#web/features/versions/versions.queries.ts';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { Day } from '#web/ui/text/day.tsx';
import styles from './history-page.module.css';

// One file for the browser to fetch.
export { loadHistory } from './load-history.ts';

const route = getRouteApi('/prompt/$id_/history');

/** What a prompt said before, for members who may read it; its route lets nobody else in. */
export function HistoryPage() {
  const { id } = route.useParams();
  const { data: result } = useSuspenseQuery(promptQuery(id));
  return (
    <PageShell hasVisitorBanner={false}>
      <PageTitle>{`History of ${result?.prompt.title ?? 'a prompt'}`}</PageTitle>
      <meta name="robots" content="noindex" />
      <BackLink>
        {(className) => (
          <Link to="/prompt/$id" params={{ id }} className={className}>
            {result?.prompt.title ?? 'Prompt'}
          </Link>
        )}
      </BackLink>
      <h1>History</h1>
      {result?.kind === 'open' ? <History id={id} /> : <Locked id={id} />}
    </PageShell>
  );
}

function Locked({ id }: { id: string }) {
  return (
    <div className={styles.above}>
      <Callout>
        Upgrade required: you need access to this prompt to see its versions.{' '}
        <Link to="/prompt/$id" params={{ id }}>
          See which plan opens it
        </Link>
      </Callout>
    </div>
  );
}

function History({ id }: { id: string }) {
  const search = readHistorySearch(route.useSearch());
  const { data: kept } = useSuspenseQuery(versionsQuery(id));
  useReadNoticesAbout('prompt', id);
  const { versions, lastCopy } = kept;
  const view = chooseView(search, kept);
  const current = versions[0]?.number ?? 1;
  // Two versions that the form compares are shown below it.
  const isAsked = search.to !== undefined || search.version !== undefined;
  const isFirst = !isAsked && lastCopy !== null && lastCopy.version < current;
  const shown = <View id={id} view={view} lastCopy={lastCopy} current={current} />;
  return (
    <>
      {lastCopy ? (
        <div className={styles.above}>
          <SinceCopy copy={lastCopy} current={current} />
        </div>
      ) : null}
      {isFirst ? shown : null}
      <section aria-labelledby="versions" className={styles.section}>
        <h2 id="versions" className={styles.title}>
          Versions
        </h2>
        <VersionList promptId={id} versions={versions} lastCopy={lastCopy} />
        {/* Of two, the list says it all. */}
        {versions.length > 2 ? (
          <CompareForm promptId={id} versions={versions} shown={shownIn(view, current)} />
        ) : null}
      </section>
      {isFirst ? null : shown}
    </>
  );
}

/** What most come for: whether theirs is still the current one. */
function SinceCopy({ copy, current }: { copy: Copy; current: number }) {
  const day = <Day day={copy.day} />;
  if (copy.version < current) {
    return (
      <p>
        Changed since you copied version {copy.version} on {day}.
      </p>
    );
  }
  return <p>You copied the current version on {day}; nothing has changed since.</p>;
}

const shownIn = (view: HistoryView | undefined, current: number) =>
  view?.kind === 'comparison' ? view : { from: view?.number ?? current, to: current };

interface ViewProps {
  id: string;
  view: HistoryView | undefined;
  lastCopy: Copy | null;
  current: number;
}

function View({ id, view, lastCopy, current }: ViewProps) {
  const user = useUser();
  if (view === undefined) return null;
  if (view.kind === 'text') {
    return user ? <Text key={view.number} id={id} number={view.number} user={user} /> : null;
  }
  const { from, to } = view;
  const isSinceCopy = from === lastCopy?.version && to === current;
  return (
    <Changes
      id={id}
      from={from}
      to={to}
      title={isSinceCopy ? 'What changed since your copy' : `What changed from version ${from} to ${to}`}
    />
  );
}

function Changes({ id, from, to, title }: { id: string; from: number; to: number; title: string }) {
  const { data: comparison } = useSuspenseQuery(comparisonQuery(id, from, to));
  return (
    <section aria-labelledby="shown" className={styles.section}>
      <h2 id="shown" className={styles.title}>
        {title}
      </h2>
      <ComparisonView comparison={comparison} />
    </section>
  );
}

/** Read, filled in and copied as the text of today is. */
function Text({ id, number, user }: { id: string; number: number; user: User }) {
  const { data: version } = useSuspenseQuery(versionQuery(id, number));
  const reader = usePromptReader({ ...version, id, version: number }, user.id, 'page');
  return (
    <section aria-labelledby="shown" className={styles.section}>
      <h2 id="shown" className={styles.title}>
        Version {number}
      </h2>
      <p className={styles.what}>
        {version.title} · <AbsoluteDate date={version.createdAt} />
      </p>
      <ContentBox
        reader={reader}
        form={reader.variables.isOpen ? <VariablesForm reader={reader} level={3} /> : null}
        className={styles.text}
      />
    </section>
  );
}
