/** Up to a space, a quotation mark or the emphasis around it; the period that ends a sentence is not part of an address. */
const ADDRESS = /(https?:\/\/[^\s<>"“”‘’«»*]*[^\s<>"“”‘’«»*'.,;:!?…_[\]])/i;

/** Text somebody wrote, its web addresses as links; nothing else in it is read. */
export function LinkedText({ text }: { text: string }) {
  return splitAtAddresses(text).map((part, index) =>
    index % 2 === 1 ? (
      <a key={String(index)} href={part} rel="nofollow ugc noopener" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** Every second part is an address. */
function splitAtAddresses(text: string): string[] {
  const parts = text.split(ADDRESS);
  for (let index = 1; index < parts.length; index += 2) {
    const address = parts[index] ?? '';
    // A bracket that was opened before the address closes behind it: "(see https://example.com/a)".
    if (!address.endsWith(')') || address.includes('(')) continue;
    const end = address.replace(/[).,;:!?]+$/, '');
    parts[index + 1] = address.slice(end.length) + parts[index + 1];
    parts[index] = end;
  }
  return parts;
}
