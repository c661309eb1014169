import type { LucideProps } from 'lucide-react';

/** Takes the place of lucide's own components, with the drawing in a file of its own. */
export function spriteIcon(href: string) {
  return ({ size = 24, absoluteStrokeWidth: _, ...props }: LucideProps) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      <use href={href} />
    </svg>
  );
}
