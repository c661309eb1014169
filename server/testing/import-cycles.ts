import type { Source } from './read-sources.ts';

/**
 * Groups of files that import each other, directly or through others; type-only imports count.
 * Strongly connected components by Tarjan's algorithm (doi:10.1137/0201010).
 * @returns each group as one line
 */
export function findImportCycles(sources: readonly Source[]): string[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const numbers = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  /** @returns the lowest number of a file on the stack that `path` leads to */
  function visit(path: string): number {
    const number = numbers.size;
    numbers.set(path, number);
    stack.push(path);
    let lowest = number;
    for (const target of importsOf.get(path) ?? []) {
      if (!importsOf.has(target)) continue;
      const known = numbers.get(target);
      if (known === undefined) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, known);
    }
    if (lowest < number) return lowest;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1 || importsOf.get(path)?.includes(path)) cycles.push(group);
    return number;
  }

  for (const path of importsOf.keys()) if (!numbers.has(path)) visit(path);
  return cycles.map(
    (group) => `${[...group, group[0]].join(' → ')}: no import cycles, type-only ones included`,
  );
}
