import type { VersionSummary } from '@enfilade/shared-contracts/api/version-schemas';
import styles from '../styles/page.module.css';
import { useConsole } from './console.tsx';
import { Select } from './parts.tsx';

/** `visit 1.9.0, chat 1.3.0`, in the remotes' own names. */
export function versionList(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .sort()
    .join(', ');
}

/** The suffix of a local build breaks to the next line together with its hyphen. */
export function VersionText({ version }: { version: string }) {
  const [, number = version, kind = '', build = ''] = /^([^-]*)(-[^.-]*)(.*)$/.exec(version) ?? [];
  return (
    <span translate="no">
      <span>{number}</span>
      {kind !== '' && (
        <>
          <wbr />
          <span className={styles['build']}>
            <span>{kind}</span>
            <span>{build}</span>
          </span>
        </>
      )}
    </span>
  );
}

export function VersionFacts({ version }: { version: VersionSummary | undefined }) {
  const { t } = useConsole();
  const { note, author } = version ?? {};
  const facts = [note, author && t('version.by', { author })].filter((each) => each !== undefined);
  return facts.length === 0 ? null : <p className={styles['hint']}>{facts.join(', ')}</p>;
}

interface VersionSelectProps {
  label: string;
  versions: readonly VersionSummary[];
  value: string;
  /** The label of an empty first option. */
  none?: string;
  onChange(version: string): void;
}

const isOffered = ({ retiredAt }: VersionSummary) => retiredAt === undefined;

/** The first wanted version that is not retired, otherwise the newest. */
export function pickVersion(versions: readonly VersionSummary[], ...wanted: readonly (string | undefined)[]): string {
  const offered = versions.filter(isOffered).map(({ version }) => version);
  return wanted.find((version) => version !== undefined && offered.includes(version)) ?? offered[0] ?? '';
}

/** Newest first, with the dates of publication and failure. */
export function VersionSelect({ versions, none, ...select }: VersionSelectProps) {
  const { t, formats } = useConsole();
  const wordsOf = ({ version, publishedAt, failedAt, author }: VersionSummary) => {
    const published = `${version} (${[formats.time(publishedAt), ...(author === undefined ? [] : [author])].join(', ')})`;
    return failedAt ? `${published}, ${t('version.failed', { time: formats.time(failedAt) })}` : published;
  };
  const options = versions.filter(isOffered).map((version) => [version.version, wordsOf(version)] as const);
  return <Select {...select} options={none === undefined ? options : [['', none], ...options]} />;
}
