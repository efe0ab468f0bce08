import { useEffect, useRef } from 'react';
import type { MuseumDocument, Source } from '../../api/schemas.ts';
import { withFrenchSpaces } from '../../i18n/french-spaces.ts';
import type { Language } from '../../i18n/language.ts';
import { localize } from '../../i18n/localize.ts';
import { splitSentences } from '../../kit/sentences.ts';
import { useRequest } from '../../kit/use-request.ts';
import { profileDocumentId, toldTopics } from '../../museum/findings.ts';
import type { MuseumProfile } from '../../museum/profile.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { useScreen } from '../screen-context.tsx';
import { type FindTranslate, useFindTexts } from './find-texts.ts';
import styles from './passage-dialog.module.css';

interface PassageDialogProps {
  source: Source;
  language: Language;
  isFound?: boolean;
  /** Absent if no guide can be asked, or for the source of an answer. */
  onAsk?: ((question: string) => void) | undefined;
  onClose(): void;
}

export function PassageDialog({ source, language, isFound = false, onAsk, onClose }: PassageDialogProps) {
  const { museum, profile, api } = useScreen();
  const t = useFindTexts();
  const { document: id, title, paragraphs: marked = [] } = source;
  const own = id === profileDocumentId ? practicalDocument(profile, language, title) : undefined;
  const request = useRequest(own ? undefined : `${id} ${language}`, (signal) => api.loadDocument(museum._id, source, language, signal));
  const document = own ?? request.value;
  const passage = document?.paragraphs[(marked[0] ?? 0) - 1];
  return (
    <Dialog title={asHeading(document?.title ?? title)} closeLabel={t('shared:close')} onClose={onClose}>
      {request.isLoading && <p role="status">{t('shared:loading')}</p>}
      {request.hasFailed && <Failed onRetry={request.retry} />}
      {document && <Paragraphs document={document} marked={marked} label={t(isFound ? 'passage.found' : 'passage.quoted')} />}
      {onAsk && passage !== undefined && (
        <div className={styles['ask']}>
          <Button kind="main" wide onClick={() => onAsk(questionAbout(passage, t))}>
            {t('passage.ask')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Titles are written as inside a sentence. */
export const asHeading = (title: string) => title.charAt(0).toUpperCase() + title.slice(1);

export function Failed({ onRetry }: { onRetry(): void }) {
  const { t } = useScreen();
  return (
    <div className={styles['failed']} role="alert">
      <p>{t('shared:error.network')}</p>
      <Button icon="retry" iconSide="start" onClick={onRetry}>
        {t('shared:tryAgain')}
      </Button>
    </div>
  );
}

function Paragraphs({ document, marked, label }: { document: MuseumDocument; marked: readonly number[]; label: string }) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const { paragraphs, language } = document;
  return (
    <div className={styles['text']}>
      {paragraphs.map((text, at) => {
        const words = <p lang={language}>{withFrenchSpaces(text)}</p>;
        const number = at + 1;
        if (!marked.includes(number)) return <div key={number}>{words}</div>;
        return (
          <div key={number} className={styles['marked']} ref={number === Math.min(...marked) ? first : undefined}>
            <p className={styles['label']}>{label}</p>
            {words}
          </div>
        );
      })}
    </div>
  );
}

/** Practical information is not one of the museum's text files. */
function practicalDocument({ practical = {} }: Pick<MuseumProfile, 'practical'>, language: Language, title: string): MuseumDocument {
  return { language, title, paragraphs: toldTopics(practical).map((topic) => localize(practical[topic] ?? '', language)) };
}

const longestQuoted = 300;

/** The first sentence if it is a question, or else a question that quotes the first sentence. */
function questionAbout(passage: string, t: FindTranslate): string {
  const lead = splitSentences(passage)[0] ?? passage;
  return /\?$/.test(lead) ? lead : t('passage.question', { text: lead.slice(0, longestQuoted) });
}
