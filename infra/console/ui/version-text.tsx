import { Fragment } from 'react';

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
