import { useBusy } from '@enfilade/shared-contracts/remote/use-busy';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { Glyph } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { useState } from 'react';
import type { Visit } from '../modes/use-visit.ts';
import type { TextKey } from '../texts/texts.ts';
import { useT } from '../texts/texts.ts';
import { StopDialog } from './stop-dialog.tsx';
import type { PickedStopMedia } from './stop-media.ts';

type Kind = keyof PickedStopMedia;

const keys: Record<Kind, { label: TextKey; glyph: Glyph }> = {
  // The letters of the international symbol, and sound waves.
  audioDescription: {
    label: 'stop.audioDescription',
    glyph: {
      lines: 'M2.5 17 6 7.5 9.5 17M3.7 14h4.6M12 7.5V17h1.5a4.75 4.75 0 0 0 0-9.5ZM20 8.5a6 6 0 0 1 0 7.5M22 6.5a9 9 0 0 1 0 11.5',
    },
  },
  signLanguage: {
    label: 'stop.signLanguage',
    glyph: {
      lines:
        'M7 12.5V6.2a1.2 1.2 0 0 1 2.4 0V11M9.4 10.5V4.7a1.2 1.2 0 0 1 2.4 0v5.8M11.8 10.5V5.7a1.2 1.2 0 0 1 2.4 0v6M14.2 11.5V8.2a1.2 1.2 0 0 1 2.4 0v6.3a5 5 0 0 1-5 5h-.6a5 5 0 0 1-4.2-2.3l-2.6-4a1.2 1.2 0 0 1 2-1.3L7 13.2M19.5 6.5l2-1.5M19.8 10h2.2',
    },
  },
};
const kinds = Object.keys(keys) as Kind[];

interface StopKeysProps {
  visit: Pick<Visit, 'speech' | 'onStopPlaying'>;
  media: PickedStopMedia;
}

export function StopKeys({ visit: { speech, onStopPlaying }, media }: StopKeysProps) {
  const t = useT();
  // An open dialog keeps its media when the stop changes.
  const [opened, setOpened] = useState<{ kind: Kind; media: PickedStopMedia }>();
  // A new version of the screen would close the dialog.
  useBusy(useScreen().setBusy, opened !== undefined);
  const onPlaying = (isPlaying: boolean) => {
    // No answer is read aloud while a stop's recording plays.
    if (isPlaying) speech.reader.stop();
    onStopPlaying(isPlaying);
  };
  return (
    <>
      {kinds
        .filter((kind) => media[kind])
        .map((kind) => (
          <QuietButton
            key={kind}
            aria-label={t(keys[kind].label)}
            aria-haspopup="dialog"
            aria-expanded={opened?.kind === kind}
            onClick={() => setOpened({ kind, media })}
          >
            <Icon name={keys[kind].glyph} />
            <span>{t(keys[kind].label)}</span>
          </QuietButton>
        ))}
      {opened && <StopDialog onPlaying={onPlaying} {...opened} title={t(keys[opened.kind].label)} onClose={() => setOpened(undefined)} />}
    </>
  );
}
