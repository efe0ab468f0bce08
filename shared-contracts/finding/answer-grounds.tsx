import type { Source } from '../api/schemas.ts';
import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import { pictureOf } from '../museum/pictures.ts';
import type { WorkPicture } from '../museum/profile.ts';
import type { Glyph } from '../ui/glyphs.ts';
import { Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './answer-grounds.module.css';
import type { Finding } from './finding.ts';
import { passageDialog, pictureDialog, useLate } from './late-dialogs.ts';

/** A source, with its number where the screen counts them. */
type ShownSource = Source & { number?: number };

interface AnswerGroundsProps {
  finding: Finding;
  sources: readonly ShownSource[];
  /** Of the answer. */
  language: Language | undefined;
  /** The answer is not whole: its place is kept, so that nothing moves. */
  isWaiting?: boolean;
  /** In one line, beside what is said. */
  isSmall?: boolean;
  /** On a phone on its side it stands in a row with other things. */
  isInRow?: boolean;
}

/** What an answer rests on: the picture of what it tells of, and its sources, each of which opens with its passage. */
export function AnswerGrounds(props: AnswerGroundsProps) {
  const { finding, sources, language, isWaiting = false, isSmall = false, isInRow } = props;
  const picture = pictureOf(finding.profile, sources);
  if (sources.length === 0) return null;
  const names = [styles['grounds'], isWaiting && styles['waiting'], isSmall && styles['small'], isInRow && styles['inRow']];
  return (
    <div className={names.filter(Boolean).join(' ')} aria-hidden={isWaiting || undefined}>
      {picture && <PictureButton picture={picture} finding={finding} isWaiting={isWaiting} />}
      <div className={styles['sources']}>
        {sources.map((source) =>
          finding.profile.showsTexts && !isWaiting ? (
            <SourceButton key={source.document} source={source} finding={finding} language={language} isSmall={isSmall} />
          ) : (
            <p key={source.document} className={styles['source']}>
              <SourceName source={source} finding={finding} language={language} />
            </p>
          ),
        )}
      </div>
    </div>
  );
}

interface SourceProps {
  source: ShownSource;
  finding: Finding;
  language: Language | undefined;
}

function SourceName({ source: { title, number }, finding: { t }, language }: SourceProps) {
  return (
    <>
      {number !== undefined && (
        <span className={styles['number']} aria-hidden="true">
          {number}
        </span>
      )}
      <span className={styles['name']}>
        <span>{t('shared:find.source')}</span> <span lang={language}>{title}</span>
      </span>
    </>
  );
}

function SourceButton({ isSmall, ...props }: SourceProps & { isSmall: boolean }) {
  const { source, finding, language } = props;
  const { code, isLoading, hasFailed, open, close } = useLate(passageDialog);
  return (
    <>
      <button type="button" className={styles['source']} aria-haspopup="dialog" aria-busy={isLoading} onClick={open}>
        {isSmall && (
          <span className={styles['short']} aria-hidden="true">
            <Icon name="text-lines" />
            <span>{finding.t('shared:find.source').replace(/\s?:$/, '')}</span>
          </span>
        )}
        <SourceName {...props} />
      </button>
      {code && <code.PassageDialog finding={finding} source={source} language={language ?? finding.language} onClose={close} />}
      {hasFailed && <VisuallyHidden role="alert">{finding.t('shared:error.network')}</VisuallyHidden>}
    </>
  );
}

const enlarge: Glyph = { lines: 'M13.5 4H20v6.5M20 4l-7 7M10.5 20H4v-6.5M4 20l7-7' };

interface PictureButtonProps extends Pick<AnswerGroundsProps, 'finding' | 'isWaiting'> {
  picture: WorkPicture;
}

function PictureButton({ picture, finding, isWaiting }: PictureButtonProps) {
  const { t, language } = finding;
  const { code, isLoading, hasFailed, open, close } = useLate(pictureDialog);
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        disabled={isWaiting}
        aria-label={t('shared:find.picture', { name: localize(picture.name, language) })}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={open}
      >
        <img src={picture.url} alt="" decoding="async" />
        <Icon name={enlarge} />
      </button>
      {code && <code.PictureDialog picture={picture} finding={finding} onClose={close} />}
      {hasFailed && <VisuallyHidden role="alert">{t('shared:error.network')}</VisuallyHidden>}
    </>
  );
}
