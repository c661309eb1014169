import type { Appearance } from '../messages.ts';

/** Which of our design tokens (pages.css) each of Stripe's variables is. */
const TOKENS: Record<string, string> = {
  colorPrimary: '--primary',
  colorBackground: '--surface',
  colorText: '--ink',
  colorTextSecondary: '--ink-2',
  colorTextPlaceholder: '--ink-3',
  colorDanger: '--danger',
  borderRadius: '--r-3',
  fontFamily: '--font-ui',
};

/** Our fields carry the class names Stripe's rules speak of. */
const SELECTOR = /^\.(Input|Label|Error|Block)(--invalid)?(::?[a-z-]+)?$/;

const rules = new CSSStyleSheet();

/**
 * Applies `appearance`, only through the style objects: the frame’s policy forbids style in markup.
 */
export function applyAppearance(appearance: Appearance): void {
  const root = document.documentElement;
  root.dataset['theme'] = appearance.theme === 'night' ? 'dark' : 'light';
  root.removeAttribute('style');
  for (const [name, value] of Object.entries(appearance.variables ?? {})) {
    const token = TOKENS[name];
    if (token) root.style.setProperty(token, value);
  }
  rules.replaceSync('');
  for (const [selector, declarations] of Object.entries(appearance.rules ?? {})) {
    if (SELECTOR.test(selector)) addRule(selector, declarations);
  }
  if (!document.adoptedStyleSheets.includes(rules)) document.adoptedStyleSheets.push(rules);
}

function addRule(selector: string, declarations: Record<string, string>): void {
  const rule = rules.cssRules.item(rules.insertRule(`${selector} {}`, rules.cssRules.length));
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(declarations)) {
    const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    rule.style.setProperty(property, value);
  }
}

/** The page makes the frame as high as its content: frames cannot do that themselves. */
export function watchHeight(onHeight: (pixels: number) => void): void {
  const content = document.getElementById('content');
  if (!content) return;
  new ResizeObserver(() => onHeight(Math.ceil(content.getBoundingClientRect().height))).observe(content);
}
