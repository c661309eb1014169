import styles from './example-brief.module.css';

const TEXTS = [
  ['What should the prompt do?', 'Turn my site visit notes into a weekly report for the client.'],
  [
    'The situation',
    'I supervise three building sites. Every Friday I have about 40 short notes, some dictated, with dates, trades, delays and photos by number. The report goes to a client who is no builder. It must never promise a date I did not write down, and it must keep what I would rather not mention: defects and delays.',
  ],
  [
    'A good result',
    'At most two pages: what was done, what is late and why, what is decided next, open questions with a name and a day. Plain sentences, calm tone. A good line: “The windows on the second floor came four days late; the plasterers start on Tuesday instead of Thursday.”',
  ],
  ['Which AI tool will you use?', 'ChatGPT, on a tablet'],
] as const;

/** Four empty fields are hard to begin: how another buyer could have filled them in. */
export function ExampleBrief() {
  return (
    <details className={styles.example}>
      <summary className={styles.summary}>See an example brief</summary>
      <dl className={styles.texts}>
        {TEXTS.map(([name, text]) => (
          <div key={name}>
            <dt className={styles.name}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
