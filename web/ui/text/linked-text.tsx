/** The period or bracket that ends a sentence is not part of the address before it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?()[\]])/i;

/** Text somebody wrote, its web addresses as links; nothing else in it is read. */
export function LinkedText({ text }: { text: string }) {
  // Every second part is what the pattern found.
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      <a key={String(index)} href={part} rel="nofollow ugc noopener" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
