import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The product's design tokens and the rules of the sandbox's pages, as one sheet. */
export async function readStyles(): Promise<string> {
  const tokens = join(import.meta.dirname, '..', 'web', 'styles', 'tokens.css');
  const sheets = [tokens, join(import.meta.dirname, 'pages.css')].map((file) => readFile(file, 'utf8'));
  return (await Promise.all(sheets)).join('\n');
}

/** A page of the sandbox. @param title without markup; @param content markup */
export function pageHtml(title: string, banner: string, content: string): string {
  const name = escapeHtml(title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${name}</title><link rel="stylesheet" href="/sandbox.css"></head><body class="page"><main><p class="banner">${banner}</p><h1>${name}</h1>${content}</main></body></html>`;
}

/** @param attributes markup, besides name and value */
export function fieldHtml(name: string, label: string, attributes: string, value = ''): string {
  return `<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(value)}" ${attributes}></p>`;
}

export function hiddenHtml(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

export function problemHtml(problem: string | undefined): string {
  return problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : '';
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
