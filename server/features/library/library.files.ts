import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  type CategoryShelf,
  LibraryError,
  type Problem,
  type PromptFile,
  parsePrompt,
  parseShelves,
} from './library.format.ts';

/** What content/ holds: the shelves in page order, the prompts in file order. */
export interface Library {
  categories: CategoryShelf[];
  prompts: PromptFile[];
}

const SHELVES_FILE = 'library.yaml';

/** Files open at once; more would only press against the limit of the process. */
const OPEN_FILES = 64;

/**
 * Reads and checks the library's folder.
 * @throws LibraryError with every problem found in any file
 */
export async function readLibrary(folder: string): Promise<Library> {
  const files = await listFiles(folder);
  const problems: Problem[] = [];
  const categories = await readShelves(folder, problems);
  const known = new Set(
    categories.flatMap(({ slug, topics }) => topics.map((topic) => `${slug}/${topic.slug}`)),
  );

  const prompts: PromptFile[] = [];
  for (let start = 0; start < files.length; start += OPEN_FILES) {
    const batch = files.slice(start, start + OPEN_FILES);
    const texts = await Promise.all(batch.map((file) => readFile(join(folder, file), 'utf8')));
    for (const [index, file] of batch.entries()) {
      const place = placeProblem(file, known);
      const parsed = place ? { problems: [place] } : parsePrompt(file, texts[index] ?? '');
      if ('problems' in parsed) problems.push(...parsed.problems);
      else prompts.push(parsed);
    }
  }
  problems.push(...slugsUsedTwice(prompts));
  if (problems.length > 0) throw new LibraryError(problems);
  return { categories, prompts };
}

/** Relative paths with forward slashes, sorted; hidden files (editors leave some) are not the library's. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => {
    throw new LibraryError([{ file: folder, line: 1, message: 'is not a folder that can be read' }]);
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== SHELVES_FILE && !file.split('/').some((part) => part.startsWith('.')))
    .sort();
}

async function readShelves(folder: string, problems: Problem[]): Promise<CategoryShelf[]> {
  const text = await readFile(join(folder, SHELVES_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) {
    problems.push({
      file: SHELVES_FILE,
      line: 1,
      message: 'cannot be read; it names the categories and topics',
    });
    return [];
  }
  const shelves = parseShelves(SHELVES_FILE, text);
  if (!('problems' in shelves)) return shelves;
  problems.push(...shelves.problems);
  return [];
}

function placeProblem(file: string, known: ReadonlySet<string>): Problem | undefined {
  const [category, topic, name, ...deeper] = file.split('/');
  const isPrompt = name?.endsWith('.md') && deeper.length === 0;
  if (!isPrompt) return { file, line: 1, message: 'is not at category/topic/slug.md' };
  // Without shelves every file would be called misplaced, and the one real problem drowned.
  if (known.size === 0 || known.has(`${category}/${topic}`)) return undefined;
  return { file, line: 1, message: `${category}/${topic} is not a topic of ${SHELVES_FILE}` };
}

/** The slug decides the id, whatever the folder: two of one name would be one prompt. */
function slugsUsedTwice(prompts: readonly PromptFile[]): Problem[] {
  const first = new Map<string, string>();
  return prompts.flatMap(({ slug, file }) => {
    const other = first.get(slug);
    first.set(slug, other ?? file);
    return other === undefined ? [] : [{ file, line: 1, message: `has the file name of ${other}` }];
  });
}
