import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { checkAuth } from '#contract/account.ts';
import { SIGN_IN_AGAIN } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { STAFF_PATH_PREFIX } from '#contract/roles.ts';
import { ApiError } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { endpointQuery } from '#web/api/query.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './action-dialog.module.css';
import { ActionField } from './action-field.tsx';
import { isSessionOver } from './staff-session.ts';
import { useRestoredFields } from './use-restored-fields.ts';

export interface ActionDialogProps {
  title: string;
  /** The id of what it is about, where a page has several dialogs of this title. */
  about?: string;
  /** What the button says. */
  action: string;
  isDanger?: boolean;
  /** It would be refused: the title and the children say why, and nothing is left but to close it. */
  isBlocked?: boolean;
  /** Whether it would be refused is being read. */
  isWaiting?: boolean;
  /** As the contract says, of which the browser has the address alone: a sign-in that is too old is named before a reason is asked. */
  needsRecentSignIn?: boolean;
  /** False where the action explains itself. */
  hasReason?: boolean;
  /** What it does, and fields of its own; they are read by their names. */
  children?: ReactNode;
  /** Says at its own fields what is wrong with them. @returns whether everything can be sent */
  check?: (fields: Readonly<Record<string, string>>) => boolean;
  /** @param fields of the dialog, by name; the reason too */
  perform: (fields: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The message once it is done. */
  done: string;
  onDone?: () => void;
  onClosed: () => void;
  /** The page is left for a sign-in, with what was typed kept for when this dialog is opened again. */
  onSignIn?: () => void;
}

/** Asks for a reason and does what staff decided; whatever staff see is read again afterwards. */
export function ActionDialog({
  title,
  about = '',
  action,
  isDanger,
  isBlocked = false,
  isWaiting = false,
  needsRecentSignIn = false,
  hasReason = !isBlocked,
  children,
  check = () => true,
  perform,
  done,
  onDone,
  onClosed,
  onSignIn,
}: ActionDialogProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { pathname, href } = useLocation();
  const checksSignIn = needsRecentSignIn && !isBlocked && !isWaiting;
  const {
    data: session,
    isFetchedAfterMount,
    isSuccess,
  } = useQuery({
    ...endpointQuery(checkAuth, {}),
    staleTime: 0,
    // Also where the page came with an answer, as when it opens the dialog by itself.
    refetchOnMount: 'always',
    enabled: checksSignIn,
  });
  // An answer from before may be out of date; without any, the server says what it thinks of the action.
  const isChecking = checksSignIn && !isFetchedAfterMount;
  const isSignInTooOld = checksSignIn && !isChecking && isSuccess && !session.isSignInRecent;
  const keepFields = useRestoredFields(form, `${pathname}:${title}${about}`);
  const keep = (fields: Readonly<Record<string, string>>) => {
    keepFields(fields);
    onSignIn?.();
  };
  const acting = useMutation({
    mutationFn: perform,
    onError: (error, fields) => {
      if (error instanceof ApiError && (error.status === 404 || needsSignIn(error))) keep(fields);
    },
    onSuccess: async () => {
      toast({ title: done });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => isOfStaff(queryKey),
        // What it was about may be gone; the page it leads to reads its own.
        refetchType: onDone ? 'none' : 'active',
      });
      onDone?.();
      // Behind the drawing of what was read again: the focus returns only to what is still there then.
      notifyManager.schedule(onClosed);
    },
  });
  const asksToSignIn = isSignInTooOld || (acting.error !== null && needsSignIn(acting.error));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget);
    const isReasonGiven = fields['reason'] !== '';
    setReasonMissing(!isReasonGiven);
    const isComplete = check(fields) && isReasonGiven;
    if (isComplete && !acting.isPending && !isSignInTooOld && !isChecking) acting.mutate(fields);
  };
  return (
    <MessageDialog
      title={title}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            {isBlocked ? 'Close' : 'Cancel'}
          </Button>
          {isBlocked ? null : asksToSignIn ? (
            <a
              href={paths.googleProof(href)}
              className={buttonClass()}
              aria-describedby={`${id}-form`}
              onClick={() => {
                if (form.current) keep(fieldsOf(form.current));
              }}
            >
              Sign in again
            </a>
          ) : (
            <Button
              {...(isDanger ? { variant: 'danger' as const } : {})}
              type="submit"
              form={`${id}-form`}
              disabled={isWaiting || isChecking}
              isPending={acting.isPending}
              pendingText="Working..."
            >
              {action}
            </Button>
          )}
        </>
      )}
    >
      <form ref={form} id={`${id}-form`} className={styles.form} onSubmit={submit} noValidate>
        {children}
        {isSignInTooOld ? <SignInNotice /> : null}
        {hasReason && !isSignInTooOld ? (
          <ActionField
            label="Reason, for the record"
            name="reason"
            rows={2}
            maxLength={LIMITS.auditReasonCharacters}
            aria-invalid={isReasonMissing}
            aria-describedby={`${id}-problem`}
          />
        ) : null}
        <div id={`${id}-problem`} role="alert">
          {isReasonMissing ? (
            <Callout variant="danger">Enter a reason. It’s kept in the audit log.</Callout>
          ) : null}
          {acting.error && asksToSignIn ? <SignInNotice /> : null}
          {acting.error && !asksToSignIn ? <ActionError error={acting.error} /> : null}
        </div>
      </form>
    </MessageDialog>
  );
}

const fieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

const isOfStaff = ([address]: readonly unknown[]) =>
  typeof address === 'string' && address.startsWith(STAFF_PATH_PREFIX);

const needsSignIn = (error: Error) => error instanceof ApiError && error.problem?.code === SIGN_IN_AGAIN;

/** Why an action was refused: the server's own sentence, or the way to a fresh sign-in. */
export function ActionError({ error }: { error: Error }) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  useEffect(() => {
    isSessionOver(error).catch(() => undefined);
  }, [error]);
  if (needsSignIn(error)) {
    return <SignInAgain />;
  }
  return (
    <Callout variant="danger">
      {failureMessage(error, problem?.message ?? 'Something went wrong. Please try again.')}
    </Callout>
  );
}

/** Of the dialog, whose button leads there. */
function SignInNotice() {
  return (
    <Callout>
      Sign in again first: for this, Google has to ask who you are, even if you’ve just signed in.
    </Callout>
  );
}

function SignInAgain() {
  const { href } = useLocation();
  return (
    <Callout>
      This needs a fresh sign-in. <a href={paths.googleProof(href)}>Sign in again</a>
    </Callout>
  );
}
