import type { Appearance } from '../messages.ts';

/** Stripe's themes; a page without one is light. */
const DARK_THEMES = ['night'];

/** Our fields carry the class names Stripe's rules speak of. */
const SELECTOR = /^\.(Input|Label|Error|Block)(--invalid)?(::?[a-z-]+)?$/;

const rules = new CSSStyleSheet();

/**
 * Puts on what `appearance` says. Only through the style objects: the frame's policy forbids style in markup.
 */
export function putOn(appearance: Appearance): void {
  const root = document.documentElement;
  root.dataset['theme'] = DARK_THEMES.includes(appearance.theme ?? '') ? 'dark' : 'light';
  root.removeAttribute('style');
  for (const [name, value] of Object.entries(appearance.variables ?? {})) {
    if (/^[a-zA-Z][a-zA-Z0-9]*$/.test(name)) root.style.setProperty(`--${name}`, value);
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
