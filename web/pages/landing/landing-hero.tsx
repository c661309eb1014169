import { Link } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Drawer } from '#web/ui/drawer.tsx';
import { DemoCard } from './demo-card.tsx';
import styles from './landing-hero.module.css';
import { promptsInWords } from './prompts-in-words.ts';

export function LandingHero({ promptCount }: { promptCount: number }) {
  return (
    <div className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.title}>
          {promptsInWords(promptCount)}, shelved where you can{' '}
          <span className={styles.stroke}>find them</span>.
        </h1>
        <p className={styles.lead}>
          {BRAND.name} is a tiered library of AI prompts for work, family, health and money. Each written for
          its purpose, filed by topic, ready to copy.
        </p>
        <div className={styles.actions}>
          <Link to="/login" className={buttonClass({ size: 'large' })}>
            Get Started Free
          </Link>
          <a href="#categories" className={buttonClass({ variant: 'line', size: 'large' })}>
            View Categories
          </a>
        </div>
        <p className={styles.hint}>Start free with your Google account.</p>
      </div>
      <Drawer className={styles.drawer}>
        <DemoCard />
      </Drawer>
    </div>
  );
}
