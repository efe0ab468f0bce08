import { useEffect } from 'react';
import type { Source } from '../../api/schemas.ts';
import type { Language } from '../../i18n/language.ts';
import { localize } from '../../i18n/localize.ts';
import { createStore } from '../../kit/store.ts';
import { useLazy, useStore } from '../../kit/use-store.ts';
import { pictureOf } from '../../museum/pictures.ts';
import type { WorkPicture } from '../../museum/profile.ts';
import type { Glyph } from '../glyphs.ts';
import { Icon } from '../icon.tsx';
import { useScreen } from '../screen-context.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './answer-grounds.module.css';
import { passageDialog, pictureDialog } from './late-dialogs.ts';

interface AnswerGroundsProps {
  sources: readonly Source[];
  numbers?: readonly number[] | undefined;
  language: Language | undefined;
  /** The sources of an arriving answer keep their room, so that nothing moves. */
  isWaiting?: boolean;
  isSmall?: boolean;
  /** For a phone in landscape. */
  isInRow?: boolean;
}

interface Opened extends Partial<Pick<SourceProps, 'source' | 'language'>> {
  picture?: WorkPicture;
  hasFailed?: boolean;
}

const { set, ...opened } = createStore<Opened | undefined>(undefined);

/** The screen renders the opened source, because the answer may be rendered again or replaced by questions. */
export function OpenedGrounds() {
  const { t, language } = useScreen();
  const ground = useStore(opened, (state) => state);
  const fail = () => set({ hasFailed: true });
  const passage = useLazy(passageDialog, ground?.source !== undefined, fail);
  const picture = useLazy(pictureDialog, ground?.picture !== undefined, fail);
  useEffect(() => () => set(undefined), []);
  const close = () => set(undefined);
  if (ground?.hasFailed) return <VisuallyHidden role="alert">{t('shared:error.network')}</VisuallyHidden>;
  if (ground?.picture && picture) return <picture.PictureDialog picture={ground.picture} onClose={close} />;
  if (!ground?.source || !passage) return null;
  return <passage.PassageDialog source={ground.source} language={ground.language ?? language} onClose={close} />;
}

export function AnswerGrounds(props: AnswerGroundsProps) {
  const { sources, numbers, language, isWaiting = false, isSmall = false, isInRow } = props;
  const { profile } = useScreen();
  const picture = pictureOf(profile, sources);
  if (sources.length === 0) return null;
  const names = [styles['grounds'], isWaiting && styles['waiting'], isSmall && styles['small'], isInRow && styles['inRow']];
  return (
    <div className={names.filter(Boolean).join(' ')} aria-hidden={isWaiting || undefined}>
      {picture && <PictureButton picture={picture} isWaiting={isWaiting} />}
      <div className={styles['sources']}>
        {sources.map((source, at) =>
          profile.showsTexts && !isWaiting ? (
            <SourceButton key={source.document} source={source} number={numbers?.[at]} language={language} isSmall={isSmall} />
          ) : (
            <p key={source.document} className={styles['source']}>
              <SourceName source={source} number={numbers?.[at]} language={language} />
            </p>
          ),
        )}
      </div>
    </div>
  );
}

interface SourceProps {
  source: Source;
  number: number | undefined;
  language: Language | undefined;
}

function SourceName({ source: { title }, number, language }: SourceProps) {
  const { t } = useScreen();
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
  const { source, language } = props;
  const { t } = useScreen();
  const isLoading = useStore(opened, (ground) => ground?.source === source);
  return (
    <button
      type="button"
      className={styles['source']}
      aria-haspopup="dialog"
      aria-busy={isLoading}
      onClick={() => set({ source, language })}
    >
      {isSmall && (
        <span className={styles['short']} aria-hidden="true">
          <Icon name="text-lines" />
          <span>{t('shared:find.source').replace(/\s?:$/, '')}</span>
        </span>
      )}
      <SourceName {...props} />
    </button>
  );
}

const enlarge: Glyph = { lines: 'M13.5 4H20v6.5M20 4l-7 7M10.5 20H4v-6.5M4 20l7-7' };

interface PictureButtonProps extends Pick<AnswerGroundsProps, 'isWaiting'> {
  picture: WorkPicture;
}

function PictureButton({ picture, isWaiting }: PictureButtonProps) {
  const { t, language } = useScreen();
  const isLoading = useStore(opened, (ground) => ground?.picture === picture);
  return (
    <button
      type="button"
      className={styles['picture']}
      disabled={isWaiting}
      aria-label={t('shared:find.picture', { name: localize(picture.name, language) })}
      aria-haspopup="dialog"
      aria-busy={isLoading}
      onClick={() => set({ picture })}
    >
      <img src={picture.url} alt="" decoding="async" />
      <Icon name={enlarge} />
    </button>
  );
}
