import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Overview, TrailRecord } from '../model/shapes.ts';
import { museumOfRecord, trailWords } from '../model/trail-words.ts';
import type { Tools } from '../tools.ts';
import styles from '../ui/styles/trail.module.css';
import type { Trail } from './use-trail.ts';

interface TrailListProps {
  trail: Trail;
  overview: Overview;
  tools: Tools;
  /** Of one museum, which need not be named in each line. */
  isOfOne?: boolean;
}

export function TrailList({ trail, overview, tools, isOfOne }: TrailListProps) {
  const { t } = tools;
  const { records, loadMore, isLoading, trouble, reload } = trail;
  return (
    <div className={styles['trail']}>
      {records && records.length === 0 && !loadMore && <p>{t('trail.none')}</p>}
      {records && records.length > 0 && (
        <ol className={styles['list']}>
          {records.map((record) => (
            <TrailLine key={record.seq} record={record} place={isOfOne ? undefined : placeName(record, overview, tools)} tools={tools} />
          ))}
        </ol>
      )}
      {trouble && <p role="alert">{trouble}</p>}
      {trouble && <Button onClick={() => void reload()}>{t('shared:retry')}</Button>}
      {!trouble && loadMore && (
        <Button onClick={loadMore} aria-disabled={isLoading}>
          {isLoading ? t('shared:loading') : t('trail.more')}
        </Button>
      )}
      {!records && !trouble && <p role="status">{t('shared:loading')}</p>}
    </div>
  );
}

function placeName(record: TrailRecord, { museums }: Overview, { t }: Tools): string | undefined {
  const museumId = museumOfRecord(record);
  if (museumId === '*') return t('default.name');
  return museums.find((museum) => museum.museumId === museumId)?.name ?? museumId;
}

function TrailLine({ record, place, tools: { t, formats } }: { record: TrailRecord; place: string | undefined; tools: Tools }) {
  const { seq, at, actor } = record;
  const { key, values } = trailWords(record);
  return (
    <li>
      <span className={styles['number']} aria-hidden="true">
        {seq}
      </span>
      <div>
        <p>{place ? `${place}: ${t(key, values)}` : t(key, values)}</p>
        <p className={styles['who']}>
          <time dateTime={at}>{formats.time(at)}</time>, {actor}
        </p>
      </div>
    </li>
  );
}
