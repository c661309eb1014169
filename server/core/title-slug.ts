/** A title as it stands in an address or a file name: "Cafés, 2 of 3" is "cafes-2-of-3"; empty without a letter or digit. */
export function titleSlug(title: string, max: number): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '');
}
