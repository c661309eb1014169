import { categoryIdentity } from './category-identity.ts';

interface CategoryIconProps {
  slug: string;
  /** Pixels; 16 by default. */
  size?: number;
  className?: string | undefined;
}

/** Always next to the category's name, so it has none of its own. */
export function CategoryIcon({ slug, size = 16, className }: CategoryIconProps) {
  const { icon: Icon } = categoryIdentity(slug);
  return <Icon size={size} strokeWidth={1.75} aria-hidden {...(className ? { className } : {})} />;
}
