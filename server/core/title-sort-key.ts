/** What titles are sorted by: lower case, accents dropped, bounded so that it fits a cursor. */
export function titleSortKey(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
    .slice(0, 120)
    .toWellFormed();
}
