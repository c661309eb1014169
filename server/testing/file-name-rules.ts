const NAMELESS =
  /(?:^|\/)(?:utils?|misc|helpers?|common-utils)(?:\.[a-z]+)?\.tsx?$|(?:^|\/)(?:utils?|misc|helpers?)\//;
const BARREL = /(?:^|\/)index\.tsx?$/;
const CODE = /\.(?:ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$/;

/** Names that break the file-name grammar: one line each, with the reason. */
export function findMisnamed(paths: readonly string[]): string[] {
  const existing = new Set(paths);
  return paths.flatMap((path) => {
    const reason = violationOf(path, existing);
    return reason === undefined ? [] : [`${path}: ${reason}`];
  });
}

function violationOf(path: string, existing: ReadonlySet<string>): string | undefined {
  if (NAMELESS.test(path)) return 'a name must say what is inside';
  // The router names its files by their URLs.
  if (BARREL.test(path) && !path.startsWith('web/routes/')) return 'no barrels';
  if (/^web\/pages\/[^/]+$/.test(path)) return 'a page is a folder of its own';
  const isFeature = /^server\/features\/(?!.*\/testing\/)/.test(path);
  if (isFeature && !isFeatureName(path)) {
    return 'a file of a feature is named feature.role.ts or feature.part.role.ts; in a subfolder folder.role.ts';
  }
  if (TEST.test(path) && !isTestName(path, existing)) {
    return 'a test carries the name of the file or the folder it tests: x.test.ts or x.aspect.test.ts next to x.ts';
  }
  return undefined;
}

function isFeatureName(path: string): boolean {
  const [, feature, folder, name = ''] = /^server\/features\/([^/]+)\/(?:(.*)\/)?([^/]+)$/.exec(path) ?? [];
  const [first = '', ...roles] = name.replace(CODE, '').split('.');
  const isOurs = first === feature || first === folder?.split('/').at(-1);
  return isOurs && roles.length > 0 && roles.every((role) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(role));
}

function isTestName(path: string, existing: ReadonlySet<string>): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts = path.slice(folder.length).replace(TEST, '').split('.');
  if (parts[0] === folder.split('/').at(-2)) return true;
  return parts.some((_, index) => {
    const stem = folder + parts.slice(0, index + 1).join('.');
    return ['.ts', '.tsx', '.mjs'].some((end) => existing.has(stem + end));
  });
}
