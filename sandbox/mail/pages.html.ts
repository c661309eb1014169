import { escapeHtml, pageHtml } from '../html.ts';

/** A mail as it arrived. */
export interface SandboxMail {
  id: number;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  arrivedAt: string;
}

const page = (title: string, content: string) => pageHtml(title, 'Sandbox', content);

/** What was sent, newest first. */
export function mailboxPage(mails: readonly SandboxMail[], appUrl: string): string {
  const rows = mails.map(
    ({ id, to, subject, arrivedAt }) =>
      `<li><a class="entry" href="/mails/${id}"><span class="who"><strong>${escapeHtml(subject)}</strong> <span class="address">${escapeHtml(to)} · ${escapeHtml(arrivedAt.slice(11, 19))} UTC</span></span></a></li>`,
  );
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nothing was sent yet.</p>';
  return page(
    'Sandbox mailbox',
    `<p class="lead">This stands in for a mail server on this machine. Nothing leaves it: what <a href="${escapeHtml(appUrl)}">the library</a> sends is shown here.</p><section aria-labelledby="sent"><h2 id="sent">Sent</h2>${list}</section>`,
  );
}

/** One mail, as HTML, which most people see, and as text. */
export function mailPage({ id, to, from, subject, text, arrivedAt }: SandboxMail, appUrl: string): string {
  return page(
    subject,
    `<p class="lead">From ${escapeHtml(from)}<br>To ${escapeHtml(to)}<br>${escapeHtml(arrivedAt.slice(0, 16).replace('T', ' '))} UTC</p>
<h2>HTML</h2><iframe title="HTML of the email" sandbox src="/mails/${id}/html"></iframe>
<h2>Text</h2><pre>${withLinks(text, appUrl)}</pre>
<p><a href="/">All emails</a></p>`,
  );
}

export function unknownMailPage(): string {
  return page(
    'Unknown email',
    '<p class="lead">There is no such email here.</p><p><a href="/">All emails</a></p>',
  );
}

/** The app's own addresses lead there; all others stay text. */
function withLinks(text: string, appUrl: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      part.startsWith(`${appUrl}/`)
        ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');
}
