/** The beginning of a text, cut after a word, with an ellipsis; the text itself where it fits. @param max characters in all */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = max - 1;
  const space = text.lastIndexOf(' ', room);
  // Text without spaces is cut where it is full, but not through a surrogate pair.
  const start = space > 0 ? text.slice(0, space) : text.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  return `${start.replace(/[\s,;:·–—-]+$/, '')}…`;
}
