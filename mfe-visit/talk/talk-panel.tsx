import type { Levels } from '@enfilade/shared-contracts/conversation/conversation';
import { formatSeconds } from '@enfilade/shared-contracts/kit/format-seconds';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { type TextKey, useT } from '../texts/texts.ts';
import signStyles from './guide-sign.module.css';
import howStyles from './how-to-talk.module.css';
import sceneStyles from './scene.module.css';
import keyStyles from './talk-key.module.css';
import type { AvatarState, MainKey } from './talk-view.ts';
import type { TalkButton } from './use-talk-button.ts';

interface GuideSignProps {
  avatar: AvatarState;
  levels: ReadableStore<Levels>;
  status: string;
}

export function GuideSign({ avatar, levels, status }: GuideSignProps) {
  return (
    <div className={signStyles['guide']}>
      <div className={`${signStyles['disc']} ${avatar === 'listening' ? signStyles['listening'] : ''}`}>
        <GuideAvatar state={avatar} size="86cqmin" levels={levels} />
      </div>
      <p className={signStyles['status']} role="status">
        {/* A new element for each status: a changed text that moves would count as a layout shift. */}
        <span key={status}>{status}</span>
      </p>
    </div>
  );
}

export function PlaybackNotice({ onResume }: { onResume(): void }) {
  const t = useT();
  return (
    <div className={howStyles['note']} role="alert">
      <p>{t('talk.playback.why')}</p>
      <Button kind="main" wide icon="sound-on" iconSide="start" onClick={onResume}>
        {t('talk.playback.resume')}
      </Button>
    </div>
  );
}

interface HowToTalkProps {
  text: TextKey;
  button: TalkButton;
  /** Undefined if the microphone mode cannot be switched. */
  isHandsFree: boolean | undefined;
  onSwitch(): void;
  children: Elements;
}

export function HowToTalk({ text, button: { by, since }, isHandsFree, onSwitch, children }: HowToTalkProps) {
  const t = useT();
  return (
    <div className={howStyles['how']}>
      {isHandsFree !== undefined && since === undefined && (
        <QuietButton className={howStyles['switch']} aria-label={t('talk.handsFree')} aria-pressed={isHandsFree} onClick={onSwitch}>
          <span>{t('talk.handsFree')}</span>
        </QuietButton>
      )}
      <p className={howStyles['hint']}>
        {since === undefined ? (
          <span key={text}>{t(text)}</span>
        ) : (
          <span className={howStyles['live']}>
            <i className={howStyles['dot']} />
            <span>{t(by ? 'talk.how.speak' : 'talk.how.tapToStop')}</span>
            <Elapsed key={since} since={since} className={howStyles['time']} />
          </span>
        )}
      </p>
      {children}
    </div>
  );
}

export function Reason({ children }: { children: string }) {
  return (
    <p className={howStyles['reason']} role="status">
      {children}
    </p>
  );
}

interface ElapsedProps {
  /** Milliseconds of the clock. */
  since: number;
  className: string | undefined;
}

const secondMs = 1000;

/** Not announced, because a speaking visitor would hear the counter. */
function Elapsed({ since, className }: ElapsedProps) {
  const { clock } = useScreen();
  const [now, setNow] = useState(() => clock.now());
  const passed = Math.max(0, now - since);
  useEffect(() => clock.after(secondMs - (passed % secondMs), () => setNow(clock.now())), [clock, passed]);
  return (
    <span className={className} aria-hidden="true">
      {formatSeconds(passed / secondMs)}
    </span>
  );
}

type Handlers = Pick<ComponentProps<'button'>, 'onClick' | 'onPointerDown' | 'onPointerUp' | 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

interface TalkKeyProps {
  kind: Exclude<MainKey, 'none'>;
  isOpen: boolean;
  isOff: boolean;
  handlers: Handlers;
}

/** The button keeps its position in every state. */
export function TalkKey({ kind, isOpen, isOff: isUnreachable, handlers }: TalkKeyProps) {
  const t = useT();
  const isOff = isUnreachable || (kind === 'microphone' && !isOpen);
  return (
    <button
      type="button"
      className={`${keyStyles['key']} ${isOpen ? keyStyles['open'] : ''} ${isOff ? keyStyles['off'] : ''}`}
      aria-label={t(`talk.key.${kind}`)}
      aria-pressed={kind === 'resume' ? undefined : isOpen}
      {...handlers}
    >
      <Icon name={isOff ? 'microphone-off' : 'microphone'} />
    </button>
  );
}

interface TypeKeyProps {
  isOpen: boolean;
  onPress(): void;
}

/** Typing is possible in every call. */
export function TypeKey({ isOpen, onPress }: TypeKeyProps) {
  const t = useT();
  return (
    <QuietButton className={howStyles['type']} aria-label={t('talk.key.type')} aria-expanded={isOpen} onClick={onPress}>
      <Icon name="keyboard" />
    </QuietButton>
  );
}

/** A draft opens the field at the start. */
export function useTypingBox(draft: string) {
  const [isOpen, setOpen] = useState(draft !== '');
  const field = useRef<HTMLTextAreaElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, field, toggle: () => setOpen(!isOpen) };
}

interface SideKeyProps {
  icon: IconName;
  name: string;
  isOn: boolean;
  onPress(): void;
}

export function SideKey({ icon, name, isOn, onPress }: SideKeyProps) {
  const t = useT();
  return (
    <button type="button" className={keyStyles['side']} aria-label={name} aria-pressed={isOn} onClick={onPress}>
      <span className={keyStyles['knob']}>
        <Icon name={icon} />
      </span>
      <span className={keyStyles['word']}>
        <span>{name}</span>
        <span className={keyStyles['state']}>{t(isOn ? 'talk.switch.on' : 'talk.switch.off')}</span>
      </span>
    </button>
  );
}

interface SceneProps {
  sceneUrl: string;
  video: MediaStream | undefined;
  /** The picture is darker in exploration. */
  isDark: boolean;
  corner: Elements;
}

export function Scene({ sceneUrl, video, isDark, corner }: SceneProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className={`${sceneStyles['frame']} ${isDark ? sceneStyles['dark'] : ''}`}>
      {sceneUrl !== brokenUrl && (
        <img className={sceneStyles['scene']} src={sceneUrl} alt="" decoding="async" onError={() => setBrokenUrl(sceneUrl)} />
      )}
      {video && <GuideVideo stream={video} />}
      {corner && <div className={sceneStyles['corner']}>{corner}</div>}
    </div>
  );
}

/** The call itself plays the guide's voice. */
function GuideVideo({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video className={sceneStyles['scene']} ref={video} autoPlay muted playsInline aria-hidden="true" tabIndex={-1} />;
}
