import type { Formats } from '../model/formats.ts';
import type { PublishedVersion } from '../model/shapes.ts';
import styles from './styles/fields.module.css';

interface VersionSelectProps {
  label: string;
  versions: readonly PublishedVersion[];
  value: string;
  formats: Formats;
  /** The first choice, of nothing. */
  none?: string;
  onChange(version: string): void;
}

/** The published versions of a screen, newest first, each with when it came. */
export function VersionSelect({ label, versions, value, formats, none, onChange }: VersionSelectProps) {
  return (
    <label className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      <select className={styles['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {versions.map(({ version, publishedAt }) => (
          <option key={version} value={version}>
            {`${version} (${formats.time(publishedAt)})`}
          </option>
        ))}
      </select>
    </label>
  );
}
