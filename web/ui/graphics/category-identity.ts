import type { LucideIcon } from 'lucide-react';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import ChartLine from 'lucide-react/icons/chart-line';
import Dumbbell from 'lucide-react/icons/dumbbell';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import HouseHeart from 'lucide-react/icons/house-heart';
import ListChecks from 'lucide-react/icons/list-checks';
import PenLine from 'lucide-react/icons/pen-line';

/** How one of the seven fixed categories is recognized. Its color is in styles/categories.css. */
export interface CategoryMark {
  slug: string;
  name: string;
  /** First number of its range: 100 means 100–199. */
  number: number;
  icon: LucideIcon;
}

const PRODUCTIVITY: CategoryMark = {
  slug: 'productivity',
  name: 'Productivity',
  number: 100,
  icon: ListChecks,
};

/** In the order of their numbers. For decoration and for pages without data: lists come from the API. */
export const CATEGORY_MARKS: readonly CategoryMark[] = [
  PRODUCTIVITY,
  { slug: 'content-creation', name: 'Content Creation', number: 200, icon: PenLine },
  { slug: 'family', name: 'Family', number: 300, icon: HouseHeart },
  { slug: 'fitness', name: 'Fitness', number: 400, icon: Dumbbell },
  { slug: 'health', name: 'Health', number: 500, icon: HeartPulse },
  { slug: 'career', name: 'Career', number: 600, icon: BriefcaseBusiness },
  { slug: 'finance-investing', name: 'Finance & Investing', number: 700, icon: ChartLine },
];

/** The mark of a category; an unknown slug gets productivity's, as its pattern does. */
export function categoryMark(slug: string): CategoryMark {
  return CATEGORY_MARKS.find((mark) => mark.slug === slug) ?? PRODUCTIVITY;
}

/** 400 → "400–499", the range on a category's sign. */
export function numberRange({ number }: CategoryMark): string {
  return `${number}–${number + 99}`;
}
