import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { requestPrompt } from '#contract/search.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { stringifySearch } from '#web/search-params.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import type { SearchFilters } from '../search.queries.ts';
import styles from './nothing-found.module.css';

interface RequestPromptProps {
  /** The search that found nothing: visitors come back to it. */
  filters: SearchFilters;
  text: string;
  isSignedIn: boolean;
}

/** Sends a request to the staff for a prompt the library does not have. */
export function RequestPrompt({ filters, text, isSignedIn }: RequestPromptProps) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const request = useMutation({
    mutationFn: () => call(requestPrompt, { body: { text } }),
    // The button goes: the focus stays where it was.
    onSuccess: () => outcome.current?.focus(),
  });
  if (!isSignedIn) {
    return (
      <Link
        to="/login"
        search={{ returnUrl: `${paths.search()}${stringifySearch({ ...filters })}` }}
        className={buttonClass({ variant: 'line' })}
      >
        Sign in to ask for this prompt
      </Link>
    );
  }
  return (
    <>
      {request.data ? null : (
        <Button
          aria-disabled={request.isPending}
          onClick={request.isPending ? undefined : () => request.mutate()}
        >
          {request.isPending ? 'Asking...' : 'Ask for this prompt'}
        </Button>
      )}
      <p ref={outcome} role="status" tabIndex={-1} className={styles.asked}>
        {request.data ? thanks(request.data.requests) : ''}
        {request.isError ? 'We couldn’t send your request. Try again.' : ''}
      </p>
    </>
  );
}

function thanks(requests: number): string {
  const others = requests > 1 ? ` ${wholeNumber(requests)} members have asked for it.` : '';
  return `Thanks. We counted your request.${others}`;
}
