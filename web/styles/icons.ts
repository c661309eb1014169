import touchIcon from './icons/apple-touch-icon.png?url';
import favicon from './icons/favicon.ico?url';
import small from './icons/icon-192.png?url';
import large from './icons/icon-512.png?url';

/** `favicon` also stands at /favicon.ico, where browsers look that read no page first. The large one bears a mask. */
export const ICONS = { favicon, touchIcon, small, large };

/** As `--bg` in tokens.css: around a page, browsers draw in it. */
export const THEME_COLORS = { light: '#eef4f3', dark: '#0b1215' } as const;
