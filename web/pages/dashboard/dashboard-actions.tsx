import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Heart from 'lucide-react/icons/heart';
import Layers from 'lucide-react/icons/layers';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { TIER_NAMES, type Tier } from '#contract/tiers.ts';
import { countFavorites, useInteractions } from '#web/api/interactions.ts';
import { planAction } from '#web/layout/shell/member-plan.tsx';
import { paths } from '#web/paths.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './dashboard-actions.module.css';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function DashboardActions({ tier }: { tier: Tier }) {
  const favoriteCount = countFavorites(useInteractions());
  return (
    <ul className={styles.actions}>
      <Action icon={<Heart {...ICON} />} note={`${countWithNoun(favoriteCount, 'prompt')} saved`}>
        <Link to="/favorites" className={styles.link}>
          My Favorites
        </Link>
      </Action>
      <Action icon={<Search {...ICON} />} note="Filter by topic, tier and rating">
        <Link to="/search" className={styles.link}>
          Search & Discovery
        </Link>
      </Action>
      <Action icon={<Layers {...ICON} />} note={`You’re on ${TIER_NAMES[tier]}`}>
        <a href={paths.subscribe()} className={styles.link}>
          {planAction(tier)}
        </a>
      </Action>
    </ul>
  );
}

function Action({ icon, note, children }: { icon: ReactNode; note: string; children: ReactNode }) {
  return (
    <li className={styles.action}>
      {icon}
      <div className={styles.text}>
        <h3 className={styles.title}>{children}</h3>
        <p className={styles.note}>{note}</p>
      </div>
      <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
    </li>
  );
}
