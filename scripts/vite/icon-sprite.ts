import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

const IMPORT = 'lucide-react/icons/';
const VIRTUAL = `\0${IMPORT}`;

/**
 * lucide's icons as one picture that pages refer to, instead of a drawing of each in the scripts and again wherever it
 * stands in a page. Sources import them from lucide-react, as its documentation says.
 */
export async function iconSprite(root: string): Promise<Plugin> {
  const sprite = await drawSprite(iconsUsed(root));
  const fileName = `assets/icons-${createHash('sha256').update(sprite).digest('hex').slice(0, 8)}.svg`;
  return {
    name: 'icon-sprite',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(IMPORT) ? `\0${source}` : undefined),
    load(id) {
      if (!id.startsWith(VIRTUAL)) return undefined;
      const href = JSON.stringify(`/${fileName}#${id.slice(VIRTUAL.length)}`);
      return `import { spriteIcon } from '#web/ui/graphics/sprite-icon.tsx'; export default spriteIcon(${href});`;
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(sprite);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: sprite });
    },
  };
}

function iconsUsed(root: string): string[] {
  const names = globSync('web/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/'lucide-react\/icons\/([\w-]+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)].sort();
}

async function drawSprite(names: readonly string[]): Promise<string> {
  const icons = await Promise.all(
    names.map(async (name) => {
      const { default: Icon }: { default: ComponentType } = await import(`${IMPORT}${name}`);
      const shapes = renderToStaticMarkup(createElement(Icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
      return `<g id="${name}">${shapes}</g>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${icons.join('')}</svg>`;
}
