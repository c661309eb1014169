import type { LucideIcon } from 'lucide-react';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import Search from 'lucide-react/icons/search';
import styles from './landing-blurbs.module.css';

const BLURBS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: 'Easy Discovery',
    text: 'Search by word, filter by topic and tier, and sort by what others copy most.',
  },
  {
    icon: Copy,
    title: 'One-Click Copy',
    text: 'Take a prompt as readable text or as JSON and paste it straight into your assistant.',
  },
  {
    icon: Heart,
    title: 'Save Favorites',
    text: 'Keep the prompts that worked, one tap away on any page.',
  },
];

export function LandingBlurbs() {
  return (
    <section aria-label="What you can do">
      <ul className={styles.blurbs}>
        {BLURBS.map(({ icon: Icon, title, text }) => (
          <li key={title} className={styles.blurb}>
            <Icon size={22} strokeWidth={1.75} aria-hidden />
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
