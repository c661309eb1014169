import { BRAND } from '#contract/brand.ts';
import type { MailContent } from './mail-template.ts';

/** Below what the mail says: why it came, and how to get no more of them. */
export interface MailFooter {
  reason: string;
  link: { label: string; url: string } | undefined;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** @param publicUrl before the paths of links */
export function renderMail(content: MailContent, footer: MailFooter, publicUrl: string): RenderedMail {
  const subject = oneLine(content.subject);
  const link = content.link && { label: content.link.label, url: `${publicUrl}${content.link.path}` };
  const items = (content.items ?? []).map(({ label, path }) => ({ label, url: `${publicUrl}${path}` }));
  const parts = { ...content, subject, items, link, footer, publicUrl };
  return { subject, text: textOf(parts), html: htmlOf(parts) };
}

interface MailLink {
  label: string;
  url: string;
}

interface MailInput {
  subject: string;
  paragraphs: readonly string[];
  items: readonly MailLink[];
  link: MailLink | undefined;
  footer: MailFooter;
  publicUrl: string;
}

function textOf({ paragraphs, items, link, footer, publicUrl }: MailInput): string {
  const blocks = [
    ...paragraphs,
    ...items.map(({ label, url }) => `• ${label}\n  ${url}`),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `-- \n${BRAND.name} · ${publicUrl}\n${footer.reason}`,
    ...(footer.link ? [`${footer.link.label}:\n${footer.link.url}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Mail programs know few styles: they stand on the elements; what depends on the theme stands in the head. */
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0b1215!important}.card{background:#131b1e!important;border-color:#384246!important}
.ink{color:#ecf1f2!important}.quiet{color:#b5c0c2!important}.button{background:#ecf1f2!important;color:#101b20!important}}`;

const FONT = "font-family:'Hanken Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const PARAGRAPH = `${FONT};font-size:16px;line-height:25px;color:#101b20;margin:0 0 16px`;
const SMALL = `${FONT};font-size:13px;line-height:19px;color:#3e4a4f;margin:0 0 8px`;
const BUTTON = `${FONT};display:inline-block;background:#101b20;color:#ffffff;font-size:15px;font-weight:600;line-height:20px;padding:12px 20px;border-radius:5px;text-decoration:none`;

function htmlOf({ subject, paragraphs, items, link, footer, publicUrl }: MailInput): string {
  const body = paragraphs.map((text) => `<p class="ink" style="${PARAGRAPH}">${withBreaks(text)}</p>`);
  const list = items.map(
    ({ label, url }) =>
      `<p style="${PARAGRAPH}"><a class="ink" href="${escapeHtml(url)}" style="color:#101b20;font-weight:600">${escapeHtml(label)}</a></p>`,
  );
  const button = link
    ? `<p style="margin:8px 0 24px"><a class="button" href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`
    : '';
  const end = footer.link
    ? `<p class="quiet" style="${SMALL}"><a class="quiet" href="${escapeHtml(footer.link.url)}" style="color:#3e4a4f">${escapeHtml(footer.link.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLES}</style></head>
<body class="page" style="margin:0;padding:0;background:#eef4f3">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef4f3"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px"><a class="ink" href="${escapeHtml(publicUrl)}" style="${FONT};font-size:18px;font-weight:700;color:#101b20;text-decoration:none">${escapeHtml(BRAND.name)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #d6ddde;border-radius:6px;padding:32px 28px 16px">${body.join('')}${list.join('')}${button}</td></tr>
<tr><td style="padding:16px 4px 0"><p class="quiet" style="${SMALL}">${escapeHtml(footer.reason)}</p>${end}</td></tr>
</table></td></tr></table></body></html>
`;
}

/** A header is one line, whatever somebody wrote into a title. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
