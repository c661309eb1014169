import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /^import (\w+) from ('[^']+\.module\.css';)$/gm;

/**
 * `styles.card` becomes the class's name itself: read from the default export of a style sheet, each script would carry
 * an object of all its names. A sheet of which a name is chosen at run time keeps it.
 */
export function namedStyles(): Plugin {
  return {
    name: 'named-styles',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?$/, code: /\.module\.css'/ },
      handler: (code) =>
        code.replace(IMPORT, (whole, name: string, file: string) =>
          code.includes(`${name}[`) ? whole : `import * as ${name} from ${file}`,
        ),
    },
  };
}

/**
 * Names of four letters for the sheet and one for the class: nothing in a script packs as badly as names.
 * @throws Error when two sheets have the same four letters
 */
export function shortClassNames(root: string): (name: string, file: string, css: string) => string {
  const sheets = new Map<string, string>();
  return (name, file, css) => {
    const path = relative(root, file.replace(/\?.*/, ''));
    const digest = createHash('sha256').update(path).digest('hex');
    const sheet = `s${Number.parseInt(digest.slice(0, 8), 16).toString(36).slice(-3)}`;
    if ((sheets.get(sheet) ?? path) !== path)
      throw new Error(`${path} and ${sheets.get(sheet)} need other file names.`);
    sheets.set(sheet, path);
    const classes = [...new Set(css.match(/\.[a-z][\w-]*/gi))];
    const classIndex = classes.indexOf(`.${name}`);
    return `${sheet}${classIndex < 0 ? name : classIndex}`;
  };
}
