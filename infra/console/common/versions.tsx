import { Fragment } from 'react';
import fields from '../styles/fields.module.css';
import type { Translate } from '../texts/texts.ts';
import type { Formats } from './console-tools.ts';
import type { Version } from './schemas.ts';

/** `visit 1.9.0, chat 1.3.0`, in the remotes' own names. */
export function versionList(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .sort()
    .join(', ');
}

/** A version that may break after its hyphens: a local build's is longer than a column. */
export function VersionText({ version }: { version: string }) {
  const parts = version.split('-');
  return (
    <span translate="no">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one version never move
        <Fragment key={at}>
          {part}
          {at < parts.length - 1 && (
            <>
              -<wbr />
            </>
          )}
        </Fragment>
      ))}
    </span>
  );
}

interface VersionSelectProps {
  label: string;
  versions: readonly Version[];
  value: string;
  formats: Formats;
  t: Translate;
  /** The first choice, of nothing. */
  none?: string;
  onChange(version: string): void;
}

/** The published versions of a screen, newest first, each with when it came, and when it failed. */
export function VersionSelect({ label, versions, value, formats, t, none, onChange }: VersionSelectProps) {
  return (
    <label className={fields['field']}>
      <span className={fields['label']}>{label}</span>
      <select className={fields['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {versions.map(({ version, publishedAt, failedAt }) => (
          <option key={version} value={version}>
            {[
              `${version} (${formats.time(publishedAt)})`,
              ...(failedAt ? [t('version.failed', { time: formats.time(failedAt) })] : []),
            ].join(', ')}
          </option>
        ))}
      </select>
    </label>
  );
}
