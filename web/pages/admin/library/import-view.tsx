import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { type ImportFile, type ImportResult, importPrompts, previewImport } from '#contract/admin-library.ts';
import { LIMITS } from '#contract/limits.ts';
import { TIERS, type Tier } from '#contract/tiers.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog, ActionError } from '#web/features/admin/action-dialog.tsx';
import { categoriesQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FileField } from '#web/ui/forms/file-field.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { ImportReport } from './import-report.tsx';
import styles from './library-page.module.css';

/** Checking and writing a few thousand prompts. */
const MILLISECONDS = 60_000;

interface ChosenFile {
  name: string;
  text: string;
}

/** A file of prompts: looked at first, then imported. */
export function ImportView() {
  const id = useId();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [destination, setDestination] = useState<ImportDestination>({
    category: '',
    topic: '',
    tier: 'basic',
  });
  const [isAsking, setAsking] = useState(false);
  const [imported, setImported] = useState<ImportResult | null>(null);
  const preview = useMutation({
    mutationFn: (file: ImportFile) => call(previewImport, { body: { file } }, { milliseconds: MILLISECONDS }),
  });
  const isCsv = chosen !== null && !/\.json$/i.test(chosen.name);
  const file = chosen && toImportFile(chosen, destination, isCsv);
  const begin = () => {
    preview.reset();
    setImported(null);
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [given] = event.target.files ?? [];
    begin();
    setChosen(null);
    if (!given) return;
    const read = await readFile(given);
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read !== 'string') setChosen(read);
  };
  const report = imported ?? preview.data;
  const hasChanges = report !== undefined && report.failed === 0 && report.added + report.changed > 0;
  return (
    <div className={styles.form}>
      <p>
        A JSON export from Promptarium restores every prompt in its place. A CSV needs the columns act and
        prompt and goes into one topic. A file is imported completely or not at all.
      </p>
      <label htmlFor={`${id}-file`}>File</label>
      <FileField id={`${id}-file`} accept=".json,.csv,application/json,text/csv" onChange={choose} />
      {isCsv ? (
        <DestinationFields
          destination={destination}
          onChange={(changed) => {
            begin();
            setDestination(changed);
          }}
        />
      ) : null}
      <div className={styles.acts}>
        <Button
          variant="line"
          disabled={file === null}
          isPending={preview.isPending}
          pendingText="Checking..."
          onClick={() => file && preview.mutate(file)}
        >
          Check the file
        </Button>
        <Button disabled={!hasChanges || imported !== null} onClick={() => setAsking(true)}>
          Import
        </Button>
      </div>
      <div role="alert">
        {problem ? <Callout variant="danger">{problem}</Callout> : null}
        {preview.error ? <ActionError error={preview.error} /> : null}
      </div>
      <div role="status">{report ? <ImportReport report={report} isDone={imported !== null} /> : null}</div>
      {isAsking && file ? (
        <ActionDialog
          title="Import these prompts?"
          needsRecentSignIn
          action="Import"
          done="Imported"
          onClosed={() => setAsking(false)}
          perform={async ({ reason = '' }) =>
            setImported(await call(importPrompts, { body: { file, reason } }, { milliseconds: MILLISECONDS }))
          }
        >
          <p>
            {report?.added} new and {report?.changed} changed. They’re searchable right away and stay after a
            restart.
          </p>
        </ActionDialog>
      ) : null}
    </div>
  );
}

interface ImportDestination {
  category: string;
  topic: string;
  tier: Tier;
}

/** Null until everything is chosen. */
function toImportFile(
  { text }: ChosenFile,
  destination: ImportDestination,
  isCsv: boolean,
): ImportFile | null {
  if (!isCsv) return { format: 'json', text };
  return destination.topic === '' ? null : { format: 'csv', text, ...destination };
}

/** @returns what is wrong with it, when something is */
async function readFile(file: File): Promise<ChosenFile | string> {
  if (file.size > LIMITS.importBytes) {
    return `The file is larger than ${LIMITS.importBytes / 1e6} MB. Split it, or use npm run import.`;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { name: file.name, text };
  } catch {
    return 'The file is not UTF-8 text. Save it as UTF-8.';
  }
}

function DestinationFields({
  destination,
  onChange,
}: {
  destination: ImportDestination;
  onChange: (destination: ImportDestination) => void;
}) {
  const id = useId();
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const { data: topics } = useQuery({
    ...topicsQuery(destination.category),
    enabled: destination.category !== '',
  });
  return (
    <>
      <label htmlFor={`${id}-category`}>Category</label>
      <SelectField
        id={`${id}-category`}
        className={fieldClass()}
        value={destination.category}
        onChange={(event) => onChange({ ...destination, category: event.target.value, topic: '' })}
      >
        <option value="">Choose a category</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <label htmlFor={`${id}-topic`}>Topic</label>
      <SelectField
        id={`${id}-topic`}
        className={fieldClass()}
        value={destination.topic}
        disabled={!topics}
        onChange={(event) => onChange({ ...destination, topic: event.target.value })}
      >
        <option value="">Choose a topic</option>
        {topics?.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <label htmlFor={`${id}-tier`}>Tier</label>
      <SelectField
        id={`${id}-tier`}
        className={fieldClass()}
        value={destination.tier}
        onChange={(event) =>
          onChange({ ...destination, tier: TIERS.find((tier) => tier === event.target.value) ?? 'basic' })
        }
      >
        {TIERS.map((tier) => (
          <option key={tier}>{tier}</option>
        ))}
      </SelectField>
    </>
  );
}
