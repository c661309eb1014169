import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { MAIL_GROUP_NAMES, MAIL_GROUPS, type MailChoices, setMailChoices } from '#contract/mail.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { mailChoicesQuery } from '#web/features/account/account-settings.queries.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { AccountSection } from './account-section.tsx';

/** Which emails the member gets, of those that are not owed. */
export function MailSection() {
  const queryClient = useQueryClient();
  const { queryKey } = mailChoicesQuery();
  const { data: choices } = useSuspenseQuery(mailChoicesQuery());
  const saving = useMutation({
    scope: { id: 'mail choices' },
    mutationFn: (newChoices: MailChoices) => call(setMailChoices, { body: newChoices }),
    onMutate: (newChoices) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, newChoices);
      return { before };
    },
    onSuccess: () => toast({ title: 'Email settings saved' }),
    onError: (error, _wanted, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      toast({
        title: 'Error',
        description: failureMessage(error, 'We couldn’t save your choice.'),
        variant: 'destructive',
      });
    },
  });
  return (
    <AccountSection id="emails" title="Emails">
      {MAIL_GROUPS.map((group) => (
        <Checkbox
          key={group}
          label={MAIL_GROUP_NAMES[group]}
          isChecked={choices[group]}
          onChange={(isWanted) => saving.mutate({ ...choices, [group]: isWanted })}
        />
      ))}
      <p>
        We always email you about payments, plan changes, custom prompt orders, replies to your questions,
        sign-ins from a new device, and account deletion. We never send ads.
      </p>
    </AccountSection>
  );
}
