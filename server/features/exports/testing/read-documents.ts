/** The documents of a Markdown export, with the file and the state that their comments name. */
export function readDocuments(markdown: string): { file: string; isLocked: boolean; text: string }[] {
  const whole = markdown.replace(/^<!-- promptarium: end -->\n$/m, '');
  const parts = whole.split(/^<!-- promptarium(, locked)?: (\S+\.md).* -->\n/m).slice(1);
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [locked, file = '', text = ''] = parts.slice(index * 3);
    return { file, isLocked: locked !== undefined, text: text.replace(/^\\(?=\\*<!-- promptarium)/gm, '') };
  });
}
