import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import styles from './question-frame.module.css';

interface ProgressProps {
  current: number;
  total: number;
  /** 0 to 100. */
  percent: number;
  labels: { progress: string; value: string; back: string };
  /** Absent on the first question. */
  onBack?: (() => void) | undefined;
}

const numbersUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

export function Progress({ current, total, percent, labels, onBack }: ProgressProps) {
  return (
    <div className={styles['progress']}>
      {onBack && (
        <QuietButton aria-label={labels.back} onClick={onBack}>
          <Icon name="arrow-left" />
        </QuietButton>
      )}
      <div
        className={styles['bars']}
        role="progressbar"
        aria-label={labels.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={labels.value}
      >
        {numbersUpTo(total).map((number) => (
          <span key={number} className={number <= current ? styles['done'] : undefined} />
        ))}
      </div>
      <p className={styles['count']} aria-hidden="true">
        {`${current}/${total}`}
      </p>
    </div>
  );
}

interface QuestionHeadingProps {
  /** Id of the heading; `<id>-description` is the description's. */
  id: string;
  question: string;
  description?: string | undefined;
  terms?: readonly string[];
}

function beginQuestion(heading: HTMLHeadingElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  globalThis.scrollTo(0, 0);
}

/** Focusing the heading when the question changes announces the question once. */
export function QuestionHeading({ id, question, description, terms = [] }: QuestionHeadingProps) {
  return (
    <div key={id} className={styles['heading']}>
      <h1 ref={beginQuestion} id={id} tabIndex={-1} aria-describedby={description && `${id}-description`}>
        {question}
      </h1>
      <div id={`${id}-description`} className={styles['description']}>
        {description && <p>{description}</p>}
        {terms.length > 0 && (
          <ul className={styles['terms']}>
            {terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

export function QuestionNumber({ number }: { number: number | string }) {
  return (
    <div className={styles['number']} aria-hidden="true">
      <b>{number}</b>
    </div>
  );
}

interface NextBarProps {
  label: string;
  /** One line, so that the button stays in place. Absent if the label says the missing answer. */
  status?: string;
  isDisabled: boolean;
  onNext(): void;
}

export function NextBar({ label, status, isDisabled, onNext }: NextBarProps) {
  return (
    <div className={styles['nextBar']}>
      {status && (
        <p id="next-status" className={styles['nextStatus']}>
          {status}
        </p>
      )}
      <Button kind="main" wide icon="arrow-right" aria-disabled={isDisabled} aria-describedby={status && 'next-status'} onClick={onNext}>
        {label}
      </Button>
    </div>
  );
}

interface ExhibitionPictureProps {
  url: string;
  name: string | undefined;
}

export function ExhibitionPicture({ url, name }: ExhibitionPictureProps) {
  return (
    <figure className={styles['picture']}>
      {/* Loaded lazily, because a narrow screen hides the picture. */}
      <img className={common['cover']} src={url} alt="" loading="lazy" />
      {name && <figcaption className={styles['caption']}>{name}</figcaption>}
    </figure>
  );
}
