import type { ErrorGroup, Overview, ScreenErrors } from '@enfilade/shared-contracts/api/registry-schemas';
import { useCallback } from 'react';
import { useConsole } from '../common/console.tsx';
import { Loading, PageHead, Section } from '../common/parts.tsx';
import { useListedScreens } from '../common/screens.ts';
import { useQuery } from '../common/use-query.ts';
import { findReleases } from '../overview/overview-page.tsx';
import styles from '../styles/page.module.css';
import questionStyles from '../styles/questions.module.css';

const refreshMs = 60_000;

type OfRemote = readonly [remote: string, found: ScreenErrors];

/** Other remotes are named in one line. */
const hasNews = ([, { errors, budget }]: OfRemote) => errors.length > 0 || budget.week.loads > 0;

interface ErrorsPageProps {
  /** `*` for all museums. */
  museumId: string;
  name: string;
  overview: Overview;
}

export function ErrorsPage({ museumId, name, overview }: ErrorsPageProps) {
  const { t, client, screenName } = useConsole();
  const screens = useListedScreens(overview, museumId);
  const load = useCallback(async () => {
    const remotes = [...screens, 'host'];
    const found = await Promise.all(remotes.map((remote) => client.loadErrors(remote, museumId)));
    return remotes.flatMap((remote, at): OfRemote[] => (found[at] ? [[remote, found[at]]] : []));
  }, [client, museumId, screens]);
  const { value: remotes, failure, reload } = useQuery(load, refreshMs);
  const nameOf = (id: string) => {
    const museum = findReleases(overview, id);
    return museum && 'name' in museum ? museum.name : id;
  };
  const titleOfRemote = (remote: string) => (remote === 'host' ? t('screen.host') : screenName(remote));
  const quiet = remotes?.filter((each) => !hasNews(each)).map(([remote]) => titleOfRemote(remote)) ?? [];
  return (
    <>
      <PageHead title={t('errors.title')} words={t('errors.words')} museum={{ museumId, name }} />
      {(!remotes || failure !== undefined) && <Loading failure={failure} reload={reload} />}
      {remotes?.filter(hasNews).map(([remote, found]) => (
        <Section key={remote} title={titleOfRemote(remote)}>
          {remote !== 'host' && found.budget.week.loads > 0 && <Budget budget={found.budget} />}
          {found.errors.length === 0 ? (
            <p>{t('errors.none')}</p>
          ) : (
            <ol className={questionStyles['list']}>
              {found.errors.map((group) => (
                <Group key={`${group.version} ${titleOf(group)}`} remote={remote} group={group} nameOf={nameOf} />
              ))}
            </ol>
          )}
        </Section>
      ))}
      {quiet.length > 0 && (
        <Section title={t('errors.quiet')}>
          <p>{quiet.join(', ')}</p>
        </Section>
      )}
    </>
  );
}

function Budget({ budget: { target, week, day } }: { budget: ScreenErrors['budget'] }) {
  const { t, formats } = useConsole();
  const times = ({ loads, failures }: typeof week) => formats.number(loads === 0 ? 0 : failures / loads / (1 - target));
  // Rounded down, so that the share never appears to reach the target.
  const share = Math.floor((1 - week.failures / week.loads) * 10_000) / 100;
  return (
    <>
      <p>{t('errors.budget', { count: week.loads, share: formats.percent(share), target: formats.percent(target * 100) })}</p>
      <p className={styles['hint']}>{t('errors.used', { week: times(week), day: times(day) })}</p>
    </>
  );
}

const namedKinds = [
  'load',
  'render',
  'handler',
  'rejection',
  'broken',
  'incompatible',
  'unreachable',
  'integrity',
  'late',
  'hung',
] as const;

/** The place or the kind by which the errors are grouped. */
const titleOf = ({ place, kinds }: ErrorGroup) => place ?? kinds[0] ?? '';

interface GroupProps {
  remote: string;
  group: ErrorGroup;
  nameOf(museumId: string): string;
}

function Group({ remote, group, nameOf }: GroupProps) {
  const { t, formats } = useConsole();
  const { version, visits, kinds, firstSeen, lastSeen, museums, browsers, frames } = group;
  const [first, last] = [formats.time(firstSeen), formats.time(lastSeen)];
  // A kind that has no text is shown as it is.
  const kindOf = (kind: string) => {
    // The kind may end with a slot, as in `render (end.card)`.
    const [how = '', ...place] = kind.split(' ');
    const known = namedKinds.find((each) => each === how);
    return [known ? t(`errors.${known}`) : how, ...place].join(' ');
  };
  const where = museums.map((one) => `${one.museumId === '*' ? t('errors.noMuseum') : nameOf(one.museumId)} (${one.visits})`).join(', ');
  return (
    <li>
      <h3 translate="no">{`${remote} ${version} ${titleOf(group)}`}</h3>
      <p>{`${t('errors.visits', { count: visits })}, ${kinds.map(kindOf).join(', ')}`}</p>
      <p className={styles['hint']}>{first === last ? first : t('errors.seen', { first, last })}</p>
      <p className={styles['hint']}>{`${where}. ${browsers.map((one) => `${one.browser} (${one.visits})`).join(', ')}`}</p>
      {frames.length > 0 && (
        <details>
          <summary>{t('errors.frames')}</summary>
          <ol translate="no">
            {frames.map((frame, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stack may go through one place twice, and never moves
              <li key={at}>
                <code>{`${frame.remote} ${frame.version} ${frame.file}:${frame.line}:${frame.column}`}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
