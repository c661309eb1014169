import { area, line } from 'd3-shape';
import { useId } from 'react';
import styles from './line-chart.module.css';

const WIDTH = 300;
const HEIGHT = 64;

export interface ChartDay {
  day: string;
  /** Null where there is no data. */
  value: number | null;
}

interface LineChartProps {
  title: string;
  /** Of all the days, or the last one. */
  total: string;
  /** The oldest first; two or more, with a value above none. */
  days: readonly ChartDay[];
  format?: (value: number) => string;
}

/** A line over days. The drawing is for the eye: its total, days and highest value are text, and a table has every day. */
export function LineChart({ title, total, days, format = String }: LineChartProps) {
  const id = useId();
  const top = Math.max(...days.map(({ value }) => value ?? 0));
  const x = (_day: ChartDay, index: number) => (index / (days.length - 1)) * WIDTH;
  const y = ({ value }: ChartDay) => HEIGHT - ((value ?? 0) / top) * HEIGHT;
  const isKnown = ({ value }: ChartDay) => value !== null;
  const filled = area<ChartDay>(x, HEIGHT, y).defined(isKnown)(days);
  const drawn = line<ChartDay>(x, y).defined(isKnown)(days);
  return (
    <section className={styles.plot} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        <p className={styles.figure}>{total}</p>
      </div>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.area} d={filled ?? ''} />
        <path className={styles.ground} d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path className={styles.line} d={drawn ?? ''} />
      </svg>
      <p className={styles.scale}>
        <span>{days.at(0)?.day}</span>
        <span className={styles.top}>highest {format(top)}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </section>
  );
}
