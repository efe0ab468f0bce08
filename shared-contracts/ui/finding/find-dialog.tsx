import { type FormEvent, useId, useState } from 'react';
import { searchLimit } from '../../api/limits.ts';
import type { FoundPassages } from '../../api/schemas.ts';
import type { Language } from '../../i18n/language.ts';
import { localize } from '../../i18n/localize.ts';
import { useRequest } from '../../kit/use-request.ts';
import { findObject, type TourProgress, toldTopics } from '../../museum/findings.ts';
import type { NumberedObject } from '../../museum/profile.ts';
import { Button, QuietButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import type { Elements } from '../elements.ts';
import { useScreen } from '../screen-context.tsx';
import common from '../styles/common.module.css';
import styles from './find-dialog.module.css';
import { useFindTexts } from './find-texts.ts';
import { asHeading, Failed, PassageDialog } from './passage-dialog.tsx';

type FoundPassage = FoundPassages['passages'][number];

export interface FindDialogProps {
  tour?: TourProgress | undefined;
  search?: string;
  /** Absent if no guide can be asked. */
  onAsk?: ((question: string) => void) | undefined;
  onClose(): void;
}

export function FindDialog({ tour, search = '', onAsk, onClose }: FindDialogProps) {
  const { profile, t } = useScreen();
  const [chosen, setChosen] = useState<{ passage: FoundPassage; language: Language }>();
  const ask = (question: string) => {
    onClose();
    onAsk?.(question);
  };
  const askNumber = (number: number) => ask(t('shared:find.question', { number }));
  return (
    <>
      <Dialog title={t('shared:find.open')} closeLabel={t('shared:close')} onClose={onClose}>
        <div className={styles['fields']}>
          {onAsk && profile.objects && profile.objects.length > 0 && <LabelNumber objects={profile.objects} onAsk={askNumber} />}
          {profile.showsTexts && (
            <Search begin={search} onAsk={onAsk && ask} onChoose={(passage, of) => setChosen({ passage, language: of })} />
          )}
        </div>
        <Practical />
        {onAsk && tour && <Rooms tour={tour} hasHeading onAsk={ask} />}
      </Dialog>
      {chosen && (
        <PassageDialog
          source={{ ...chosen.passage, paragraphs: [chosen.passage.paragraph] }}
          language={chosen.language}
          isFound
          onAsk={onAsk && ask}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

interface LabelNumberProps {
  objects: readonly NumberedObject[];
  onAsk(number: number): void;
}

function LabelNumber({ objects, onAsk }: LabelNumberProps) {
  const { language } = useScreen();
  const t = useFindTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<number>();
  const nearest = missing === undefined ? [] : findObject(objects, missing).nearest;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(typed);
    if (typed === '') return;
    if (findObject(objects, number).found) onAsk(number);
    else setMissing(number);
  };
  return (
    <form className={styles['form']} onSubmit={onSubmit}>
      <label htmlFor={id}>{t('number.label')}</label>
      <div className={styles['row']}>
        <input
          id={id}
          className={styles['field']}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          aria-describedby={`${id}-missing`}
          onChange={({ target }) => {
            setTyped(target.value.replace(/\D/g, '').slice(0, 4));
            setMissing(undefined);
          }}
        />
        <Button type="submit">{t('number.ask')}</Button>
      </div>
      <div id={`${id}-missing`} role="status">
        {missing !== undefined && <p>{t('number.missing', { number: missing })}</p>}
        {nearest.map(({ number, name }) => (
          <QuietButton key={number} className={styles['nearest']} onClick={() => onAsk(number)}>
            {`${t('number.nearest', { number })} ${localize(name, language)}`}
          </QuietButton>
        ))}
      </div>
    </form>
  );
}

interface SearchProps {
  begin: string;
  onAsk: ((question: string) => void) | undefined;
  onChoose(passage: FoundPassage, language: Language): void;
}

function Search({ begin, onAsk, onChoose }: SearchProps) {
  const { museum, api, language } = useScreen();
  const t = useFindTexts();
  const id = useId();
  const [typed, setTyped] = useState(begin);
  const [asked, setAsked] = useState(begin);
  const key = asked === '' ? undefined : `${asked} ${language}`;
  const { value, isLoading, hasFailed, retry } = useRequest(key, (signal) => api.findPassages(museum._id, asked, language, signal));
  const passages = value?.passages ?? [];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(typed.trim());
    if (hasFailed) retry();
  };
  return (
    <div className={styles['form']}>
      {/* biome-ignore lint/a11y/useSemanticElements: screen readers do not support <search> yet */}
      <form className={styles['form']} role="search" onSubmit={onSubmit}>
        <label htmlFor={id}>{t('search.label')}</label>
        <div className={styles['row']}>
          <input
            id={id}
            className={styles['field']}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={searchLimit}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">{t('search.go')}</Button>
        </div>
      </form>
      <div role="status">
        {isLoading && <p>{t('shared:loading')}</p>}
        {value && passages.length === 0 && <p>{t('search.none', { text: asked })}</p>}
        {passages.length > 0 && <p>{t('search.found', { count: passages.length })}</p>}
      </div>
      {value && passages.length === 0 && onAsk && <Button onClick={() => onAsk(asked)}>{t('search.ask')}</Button>}
      {hasFailed && <Failed onRetry={retry} />}
      {value && passages.length > 0 && (
        <ol className={styles['results']}>
          {passages.map((passage) => (
            <li key={`${passage.document} ${passage.paragraph}`}>
              <button type="button" className={styles['result']} aria-haspopup="dialog" onClick={() => onChoose(passage, value.language)}>
                <span className={common['label']} lang={value.language}>
                  {asHeading(passage.title)}
                </span>
                <span lang={value.language}>
                  <Excerpt pieces={passage.excerpt} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Every second piece is the searched text. */
const Excerpt = ({ pieces }: { pieces: readonly string[] }) =>
  pieces.map((piece, at) => {
    const Piece = at % 2 === 1 ? 'mark' : 'span';
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other key
    return <Piece key={at}>{piece}</Piece>;
  });

interface RoomsProps {
  tour: TourProgress;
  hasHeading?: boolean;
  onAsk(question: string): void;
}

interface RoomsDialogProps extends Pick<RoomsProps, 'onAsk'> {
  /** Undefined if the tour has one room. */
  tour: TourProgress | undefined;
  title: string;
  children: Elements;
  onClose(): void;
}

export function RoomsDialog({ tour, title, children, onAsk, onClose }: RoomsDialogProps) {
  const { t } = useScreen();
  const ask = (question: string) => {
    onClose();
    onAsk(question);
  };
  return (
    <Dialog title={title} closeLabel={t('shared:close')} onClose={onClose}>
      {tour && <Rooms tour={tour} onAsk={ask} />}
      {children}
    </Dialog>
  );
}

function Rooms({ tour: { here, farthest }, hasHeading = false, onAsk }: RoomsProps) {
  const { profile, language } = useScreen();
  const t = useFindTexts();
  const next = (here ?? -1) + 1;
  return (
    <section className={styles['form']}>
      {hasHeading && <h3 className={styles['heading']}>{t('rooms.title')}</h3>}
      <ol className={styles['rooms']} aria-label={t('rooms.title')}>
        {profile.rooms.map(({ id, name }, at) => {
          const words = [
            at === here && t('rooms.here'),
            at !== here && at <= farthest && t('rooms.seen'),
            at === next && t('rooms.next'),
          ].filter((word) => word !== false);
          return (
            <li key={id}>
              <button
                type="button"
                className={styles['room']}
                aria-current={at === here ? 'location' : undefined}
                onClick={() => onAsk(t('rooms.take', { room: localize(name, language) }))}
              >
                <span className={styles['numeral']} aria-hidden="true">
                  {at + 1}
                </span>
                <span className={styles['name']}>{localize(name, language)}</span>
                {words.length > 0 && <span className={common['note']}>{words.join(', ')}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Practical() {
  const { profile, language } = useScreen();
  const { practical = {} } = profile;
  const t = useFindTexts();
  const told = toldTopics(practical);
  if (told.length === 0) return null;
  return (
    <dl className={styles['practical']}>
      {told.map((topic) => (
        <div key={topic}>
          <dt>{t(`practical.${topic}`)}</dt>
          <dd>{localize(practical[topic] ?? '', language)}</dd>
        </div>
      ))}
    </dl>
  );
}
