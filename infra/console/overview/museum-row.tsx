import { loadedWell } from '../model/health.ts';
import type { OverviewRow, ScreenCell } from '../model/overview-rows.ts';
import type { Tools } from '../tools.ts';
import { PlaceLink } from '../ui/place-link.tsx';
import { ShareBar } from '../ui/share-bar.tsx';
import styles from '../ui/styles/overview.module.css';
import { VersionText } from '../ui/version-text.tsx';
import { Spark } from './spark.tsx';

interface MuseumRowProps {
  row: OverviewRow;
  /** From 1. */
  position: number;
  tools: Tools;
}

/** One museum: its screens' versions, what is being tried, and how its pages fared. */
export function MuseumRow({ row: { museum, cells, condition }, position, tools }: MuseumRowProps) {
  const { t, formats, go } = tools;
  const isBad = condition === 'rising' || condition === 'failing';
  const set = t('overview.set', { sequence: museum.sequence });
  return (
    <tr className={isBad ? styles['watch'] : undefined}>
      <th scope="row">
        <span className={styles['number']} aria-hidden="true">
          {String(position).padStart(2, '0')}
        </span>
        <PlaceLink to={{ page: 'museum', museumId: museum.museumId }} go={go} className={styles['name']}>
          {museum.name}
        </PlaceLink>
        <small>{museum.code ? `${museum.code}, ${set}` : set}</small>
      </th>
      {cells.map((cell) => (
        <td key={cell.name} data-name={t(`screen.${cell.name}`)}>
          <Cell cell={cell} tools={tools} />
        </td>
      ))}
      <td data-kind="health">
        <Spark hours={museum.health.hours} />
        <span className={styles['score']}>
          {condition !== 'none' && formats.percent(loadedWell(museum.health))}
          <small>{t(`health.${condition}`)}</small>
        </span>
      </td>
    </tr>
  );
}

function Cell({ cell: { version, isPinned, isUsed, trial }, tools: { t, formats } }: { cell: ScreenCell; tools: Tools }) {
  if (!isUsed) return <span className={styles['none']}>{t('overview.notUsed')}</span>;
  if (version === undefined) return <span className={styles['none']}>{t('overview.nothing')}</span>;
  return (
    <>
      <span className={isPinned || trial ? styles['own'] : undefined}>
        <VersionText version={version} />
      </span>
      {isPinned && (
        <>
          {' '}
          <span className={styles['pin']}>{t('pinned')}</span>
        </>
      )}
      {trial && (
        <ShareBar percent={trial.percent} words={t('rollout.at', { version: trial.version, percent: formats.percent(trial.percent) })} />
      )}
    </>
  );
}
