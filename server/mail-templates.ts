import type { MailTemplate } from './core/mail/mail-template.ts';
import { accountDeletedMail } from './features/account/account.deleted.mail.ts';
import { newDeviceMail } from './features/account/account.new-device.mail.ts';
import { welcomeMail } from './features/account/account.welcome.mail.ts';
import { suspendedMail } from './features/admin/members/members.suspended.mail.ts';
import { actionRequiredMail } from './features/billing/subscription/subscription.action-required.mail.ts';
import { confirmPaymentMail } from './features/billing/subscription/subscription.confirm-payment.mail.ts';
import { paymentFailedMail } from './features/billing/subscription/subscription.payment-failed.mail.ts';
import { planChangedMail } from './features/billing/subscription/subscription.plan-changed.mail.ts';
import { trialEndsMail } from './features/billing/subscription/subscription.trial-ends.mail.ts';
import { repliesMail } from './features/notices/notices.replies.mail.ts';
import { orderDeliveredMail } from './features/orders/orders.delivered.mail.ts';
import { orderReceivedMail } from './features/orders/orders.received.mail.ts';
import { orderRefundedMail } from './features/orders/orders.refunded.mail.ts';
import { orderRevisionMail } from './features/orders/orders.revision.mail.ts';
import { ticketAnswerMail } from './features/support/support.answer.mail.ts';
import { ticketConfirmationMail } from './features/support/support.confirmation.mail.ts';
import { invitationMail } from './features/teams/teams.invitation.mail.ts';

/** Every mail there is; one that is not here stays in the outbox. */
export const MAIL_TEMPLATES = [
  welcomeMail,
  newDeviceMail,
  accountDeletedMail,
  suspendedMail,
  planChangedMail,
  paymentFailedMail,
  confirmPaymentMail,
  actionRequiredMail,
  trialEndsMail,
  orderReceivedMail,
  orderDeliveredMail,
  orderRevisionMail,
  orderRefundedMail,
  repliesMail,
  ticketConfirmationMail,
  ticketAnswerMail,
  invitationMail,
] satisfies readonly MailTemplate[];
