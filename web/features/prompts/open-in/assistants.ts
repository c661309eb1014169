import { PROMPT_PLACEHOLDER } from '#contract/open-in.ts';

/** An AI assistant that a filled prompt can be opened in. */
export interface Assistant {
  id: string;
  name: string;
  /** Without any text. */
  home: string;
  /** With `{prompt}` for it; null where no address takes a text, so that it is copied instead. */
  template: string | null;
}

/** Which addresses take a text, and how we know: docs/decisions/0043-open-in.md. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    home: 'https://chatgpt.com/',
    template: 'https://chatgpt.com/?q={prompt}',
  },
  {
    id: 'claude',
    name: 'Claude',
    home: 'https://claude.ai/new',
    template: 'https://claude.ai/new?q={prompt}',
  },
  { id: 'gemini', name: 'Gemini', home: 'https://gemini.google.com/app', template: null },
  {
    id: 'perplexity',
    name: 'Perplexity',
    home: 'https://www.perplexity.ai/',
    template: 'https://www.perplexity.ai/search?q={prompt}',
  },
];

/** The member's own, which the server has checked. */
export function ownAssistant(template: string): Assistant {
  const { host, origin } = new URL(template);
  return { id: 'own', name: host, home: `${origin}/`, template };
}

/** Longer addresses are refused by some: RFC 9110 asks servers for 8,000 bytes, and cookies share them. */
export const MAX_URL_LENGTH = 6000;

/** @returns null where the text does not go into an address, and has to be pasted */
export function promptUrl({ template }: Assistant, text: string): string | null {
  if (template === null) return null;
  // Half of a surrogate pair, as from a cut emoji, cannot be encoded.
  const encoded = encodeURIComponent(text.toWellFormed());
  const address = template.replaceAll(PROMPT_PLACEHOLDER, () => encoded);
  return address.length <= MAX_URL_LENGTH ? address : null;
}

const KEY = 'open-in';

/** The one last chosen in this browser. */
export function lastAssistant(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberAssistant({ id }: Assistant): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is refused: the menu keeps its order.
  }
}
