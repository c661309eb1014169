import type { ReactNode } from 'react';
import { BRIEF_MINIMUMS } from '#contract/brief-minimums.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { BRIEF_FIELDS, type BriefProblems, type BriefTexts, MAX_CHARACTERS } from './brief-check.ts';
import { BriefField } from './brief-field.tsx';
import styles from './brief-form.module.css';

export const FIELDS: Record<
  keyof BriefTexts,
  { label: string; help: string; example: string; rows: number; isOptional?: boolean }
> = {
  goal: {
    label: 'What should the prompt do?',
    help: `One sentence, as a title, of at least ${BRIEF_MINIMUMS.goal} characters: “Turn my field notes into a weekly report”.`,
    example: 'Turn my site visit notes into a weekly report for the client.',
    rows: 1,
  },
  context: {
    label: 'The situation',
    help: `Who uses it, what you enter each time, and what must not go wrong. At least ${BRIEF_MINIMUMS.context} characters; more helps.`,
    example:
      'I supervise three building sites. Every Friday I have about 40 short notes, some dictated, with dates, trades, delays and photos by number. The report goes to a client who isn’t a builder. It must never promise a date I didn’t write down, and it must include what I’d rather leave out: defects and delays.',
    rows: 6,
  },
  result: {
    label: 'A good result',
    help: `Length, format, and tone, with an example of a result you’d be happy with. At least ${BRIEF_MINIMUMS.result} characters.`,
    example:
      'At most two pages: what was done, what is late and why, what needs deciding next, open questions with a name and a day. Plain sentences, calm tone. A good line: “The windows on the second floor came four days late; the plasterers start on Tuesday instead of Thursday.”',
    rows: 5,
  },
  model: {
    label: 'Which AI tool will you use?',
    help: 'The model or product you use. Leave empty if it should work with any.',
    example: 'ChatGPT, on a tablet',
    rows: 1,
    isOptional: true,
  },
};

interface BriefFieldsProps {
  texts: BriefTexts;
  /** What is wrong with each, once it was to be sent. */
  problems: BriefProblems;
  onChange: (field: keyof BriefTexts, text: string) => void;
}

/** What a prompt engineer needs to know. */
export function BriefFields({ texts, problems, onChange }: BriefFieldsProps) {
  return BRIEF_FIELDS.map((field) => (
    <BriefField
      key={field}
      {...FIELDS[field]}
      value={texts[field]}
      maxCharacters={MAX_CHARACTERS[field]}
      problem={problems[field]}
      onChange={(text) => onChange(field, text)}
    />
  ));
}

/** Above the button: how many fields are marked, or why it could not be sent. */
export function BriefAlert({ problems, children }: { problems: BriefProblems; children: ReactNode }) {
  const wrong = Object.keys(problems).length;
  return (
    <div role="alert" className={styles.alert}>
      {wrong > 0 ? (
        <Callout variant="danger">
          {wrong === 1 ? 'Complete the highlighted field.' : `Complete the ${wrong} highlighted fields.`}
        </Callout>
      ) : (
        children
      )}
    </div>
  );
}
