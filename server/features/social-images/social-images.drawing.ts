import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ReactNode } from 'react';
import type { Font } from 'satori';
import { BRAND } from '#contract/brand.ts';
import { SOCIAL_IMAGE } from '#contract/social-images.ts';
import { PATTERNS, type Pattern } from './social-images.patterns.ts';

/** What a picture says. */
export interface SocialImage {
  categorySlug: string;
  /** "Fitness Prompts". */
  title: string;
  /** "167 prompts", "16 prompts in Fitness". */
  line: string;
}

const { width, height } = SOCIAL_IMAGE;
const PATTERN_LEFT = 840;
const PAPER = '#eef4f3';
const INK = '#101b20';
const INK_2 = '#3e4a4f';
const MARK = '#e6ee4f';
/** The patterns are made for screens; a preview is shown at half its size and less. */
const PATTERN_SCALE = 3;

const require = createRequire(import.meta.url);

let fonts: Promise<Font[]> | undefined;

/** Satori turns letters into outlines, so that the picture does not depend on the machine's fonts. It reads no WOFF2. */
function readFonts(): Promise<Font[]> {
  const read = async (name: string, weight: 400 | 500): Promise<Font> => ({
    name,
    weight,
    data: await readFile(require.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`)),
  });
  fonts ??= Promise.all([read('epunda-slab', 500), read('hanken-grotesk', 400)]);
  return fonts;
}

/** Draws a picture as PNG. The libraries are loaded with the first one: most processes draw few or none. */
export async function drawSocialImage(image: SocialImage): Promise<Buffer> {
  const [{ default: satori }, { default: sharp }, loaded] = await Promise.all([
    import('satori'),
    import('sharp'),
    readFonts(),
  ]);
  const words = await satori(layout(image), { width, height, fonts: loaded });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${background(image.categorySlug)}${words}</svg>`;
  // What it keeps would never be asked for again: every picture is drawn once.
  sharp.cache(false);
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

function background(categorySlug: string): string {
  const look: Pattern | undefined = PATTERNS[categorySlug] ?? PATTERNS['productivity'];
  if (look === undefined) throw new Error('There is no pattern to fall back on.');
  const { tile } = look;
  const pattern = `<pattern id="pattern" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse" patternTransform="scale(${PATTERN_SCALE})"><g fill="none" stroke="${look.lines}" stroke-width="1.5">${tile.shapes}</g></pattern>`;
  const cover = `x="${PATTERN_LEFT}" width="${width - PATTERN_LEFT}" height="${height}"`;
  return `<defs>${pattern}</defs><rect width="${width}" height="${height}" fill="${PAPER}"/><rect ${cover} fill="${look.ground}"/><rect ${cover} fill="url(#pattern)"/>${LOGO}`;
}

const LOGO = `<g transform="translate(80 76) scale(2)"><rect width="28" height="28" rx="5" fill="${INK}"/><path fill="#f2f6f6" d="M6 5.5h12v3H6zM6 15.5h12v3H6zM6 20.5h12v3H6z"/><path fill="${MARK}" d="M10.5 10.5h12v3h-12z"/></g>`;

/** In the shape React elements have, which is what satori reads. */
function layout({ title, line }: SocialImage): ReactNode {
  const box = (style: Record<string, unknown>, children: unknown) => ({
    type: 'div',
    props: { style: { display: 'flex', ...style }, children },
  });
  const column = {
    boxSizing: 'border-box',
    flexDirection: 'column',
    width: PATTERN_LEFT,
    height,
    padding: '76px 64px 80px 80px',
  };
  const size = title.length > 30 ? 68 : 84;
  return box({ ...column, fontFamily: 'epunda-slab', color: INK }, [
    box({ height: 56, marginLeft: 74, alignItems: 'center', fontSize: 38 }, BRAND.name),
    box({ marginTop: 'auto', fontSize: size, lineHeight: 1.1, letterSpacing: -size / 50 }, title),
    box({ marginTop: 28, fontSize: 34, lineHeight: 1.3, fontFamily: 'hanken-grotesk', color: INK_2 }, line),
    // Satori's input is React's type; its elements need no more than these two fields.
  ]) as unknown as ReactNode;
}
