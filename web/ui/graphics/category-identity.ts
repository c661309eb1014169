import type { LucideIcon } from 'lucide-react';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import ChartLine from 'lucide-react/icons/chart-line';
import Dumbbell from 'lucide-react/icons/dumbbell';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import HouseHeart from 'lucide-react/icons/house-heart';
import ListChecks from 'lucide-react/icons/list-checks';
import PenLine from 'lucide-react/icons/pen-line';

/** Icon and call number range of one of the seven fixed categories. Its color is in styles/categories.css. */
export interface CategoryIdentity {
  slug: string;
  name: string;
  /** First number of its range: 100 means 100–199. */
  number: number;
  icon: LucideIcon;
}

const PRODUCTIVITY: CategoryIdentity = {
  slug: 'productivity',
  name: 'Productivity',
  number: 100,
  icon: ListChecks,
};

/** In the order of their numbers. For decoration and for pages without data: lists come from the API. */
export const CATEGORY_IDENTITIES: readonly CategoryIdentity[] = [
  PRODUCTIVITY,
  { slug: 'content-creation', name: 'Content Creation', number: 200, icon: PenLine },
  { slug: 'family', name: 'Family', number: 300, icon: HouseHeart },
  { slug: 'fitness', name: 'Fitness', number: 400, icon: Dumbbell },
  { slug: 'health', name: 'Health', number: 500, icon: HeartPulse },
  { slug: 'career', name: 'Career', number: 600, icon: BriefcaseBusiness },
  { slug: 'finance-investing', name: 'Finance & Investing', number: 700, icon: ChartLine },
];

/** The identity of a category; an unknown slug gets productivity's, as its pattern does. */
export function categoryIdentity(slug: string): CategoryIdentity {
  return CATEGORY_IDENTITIES.find((identity) => identity.slug === slug) ?? PRODUCTIVITY;
}

/** 400 → "400–499", a category's range of call numbers. */
export function numberRange({ number }: CategoryIdentity): string {
  return `${number}–${number + 99}`;
}
