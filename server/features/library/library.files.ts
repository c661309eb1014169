import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type CategoryFields, type PromptFile, parseCategories, parsePrompt } from './library.format.ts';
import { type ContentProblem, LibraryError } from './library.problems.ts';

/** What content/ holds: the categories in page order, the prompts in file order. */
export interface Library {
  categories: CategoryFields[];
  prompts: PromptFile[];
}

const LIBRARY_FILE = 'library.yaml';

/** A file of content/: its path relative to that folder, with forward slashes. */
export interface ContentFile {
  file: string;
  bytes: Buffer;
}

/**
 * Every file of the library's folder, in order of paths. Hidden files (editors leave some) do not belong to it.
 * Read synchronously: nothing is served yet, and a thousand small files take 15 ms instead of 80.
 * @throws LibraryError for what is no folder
 */
export function readFolder(folder: string): ContentFile[] {
  return listFiles(folder)
    .sort()
    .map((file) => ({ file, bytes: readFileSync(join(folder, file)) }));
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => !file.split('/').some((part) => part.startsWith('.')));
  } catch {
    throw new LibraryError([{ file: folder, line: 1, message: 'is not a folder that can be read' }]);
  }
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** What decides what is made of a file. `package.json` pins the parsers. */
const CODE_FOLDERS = [import.meta.dirname, join(ROOT, 'contract')];

/**
 * SHA-256 of all bytes, and of the code that reads them, in hexadecimal digits. Not of sizes and times: a checkout or a
 * copy may keep both and change the text, and hashing costs 5 ms.
 */
export function fingerprintOf(files: readonly ContentFile[]): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package.json')));
  const code = CODE_FOLDERS.flatMap((folder) => readFolder(folder).filter(({ file }) => isCode(file)));
  for (const { file, bytes } of [...code, ...files])
    hash.update(`\0${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

const isCode = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts');

/**
 * Reads and checks the library's folder.
 * @throws LibraryError with every problem found in any file
 */
export function readLibrary(folder: string): Library {
  return parseLibrary(readFolder(folder));
}

/** @throws LibraryError with every problem found in any file */
export function parseLibrary(files: readonly ContentFile[]): Library {
  const problems: ContentProblem[] = [];
  const categories = parseLibraryFile(files, problems);
  const known = new Set(
    categories.flatMap(({ slug, topics }) => topics.map((topic) => `${slug}/${topic.slug}`)),
  );
  const prompts: PromptFile[] = [];
  for (const { file, bytes } of files) {
    if (file === LIBRARY_FILE) continue;
    const misplaced = pathProblem(file, known);
    const parsed = misplaced ? { problems: [misplaced] } : parsePrompt(file, bytes.toString());
    if ('problems' in parsed) problems.push(...parsed.problems);
    else prompts.push(parsed);
  }
  problems.push(...slugsUsedTwice(prompts), ...redirectProblems(prompts));
  if (problems.length > 0) throw new LibraryError(problems);
  return { categories, prompts };
}

function parseLibraryFile(files: readonly ContentFile[], problems: ContentProblem[]): CategoryFields[] {
  const found = files.find(({ file }) => file === LIBRARY_FILE);
  if (found === undefined) {
    const message = 'cannot be read; it names the categories and topics';
    problems.push({ file: LIBRARY_FILE, line: 1, message });
    return [];
  }
  const categories = parseCategories(LIBRARY_FILE, found.bytes.toString());
  if (!('problems' in categories)) return categories;
  problems.push(...categories.problems);
  return [];
}

function pathProblem(file: string, known: ReadonlySet<string>): ContentProblem | undefined {
  const [category, topic, name, ...deeper] = file.split('/');
  const isPrompt = name?.endsWith('.md') && deeper.length === 0;
  if (!isPrompt) return { file, line: 1, message: 'is not at category/topic/slug.md' };
  // Without categories every file would be misplaced, which would bury the one real problem.
  if (known.size === 0 || known.has(`${category}/${topic}`)) return undefined;
  return { file, line: 1, message: `${category}/${topic} is not a topic of ${LIBRARY_FILE}` };
}

/** The slug decides the id, whatever the folder: two of one name would be one prompt. */
function slugsUsedTwice(prompts: readonly PromptFile[]): ContentProblem[] {
  const first = new Map<string, string>();
  return prompts.flatMap(({ slug, file }) => {
    const other = first.get(slug);
    first.set(slug, other ?? file);
    return other === undefined ? [] : [{ file, line: 1, message: `has the file name of ${other}` }];
  });
}

/** A slug that leads elsewhere has no file, and leads to one prompt. */
function redirectProblems(prompts: readonly PromptFile[]): ContentProblem[] {
  const files = new Map(prompts.map(({ slug, file }) => [slug, file]));
  const targets = new Map<string, string>();
  return prompts.flatMap(({ redirects, file, lines }) =>
    redirects.flatMap((slug) => {
      const other = files.get(slug) ?? targets.get(slug);
      targets.set(slug, file);
      const message = `redirects: "${slug}" ${files.has(slug) ? 'is the prompt of' : 'leads already to'} ${other}`;
      return other === undefined ? [] : [{ file, line: lines['redirects'] ?? 1, message }];
    }),
  );
}
