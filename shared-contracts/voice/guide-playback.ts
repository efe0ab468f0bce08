import type Vapi from '@vapi-ai/web';
import type { SettingsSource } from '../visit/session.ts';
import type { VoicePage } from './voice-page.ts';

export type VapiInstance = InstanceType<typeof Vapi>;

export type GuidePlayback = ReturnType<typeof createPlayback>;

interface PlaybackOptions {
  page: VoicePage;
  session: SettingsSource;
  vapi: VapiInstance;
  isMuted(): boolean;
  /** Only the visitor's tap can resume the paused sound. */
  onBlocked(): void;
}

/** Plays the SDK's <audio> elements, and our own element if the browser refused theirs. */
export function createPlayback({ vapi, page: { document, window }, session: { store }, isMuted, onBlocked }: PlaybackOptions) {
  const players = new Set<HTMLAudioElement>();

  // An iPhone ignores `volume`.
  const volume = () => (isMuted() ? 0 : store.getState().settings.volume / 100);
  const applyTo = (player: HTMLAudioElement) => {
    player.volume = volume();
    player.muted = isMuted();
  };
  const follow = () => {
    // The SDK makes elements later and sets their volume.
    vapi.setVolume(volume());
    for (const player of players) applyTo(player);
  };
  let mayPlayOn = true;
  /** The system pauses for a phone call or unplugged headphones. Android pauses again if an element resumes during a phone call. */
  const onPause = (player: HTMLAudioElement) => {
    if (!mayPlayOn) return onBlocked();
    mayPlayOn = false;
    player.play().catch(onBlocked);
  };
  const addPlayer = (player: HTMLAudioElement) => {
    players.add(player);
    applyTo(player);
    player.addEventListener('pause', () => players.has(player) && player.isConnected && onPause(player));
  };
  vapi.on('audio', addPlayer);
  const unsubscribe = store.subscribe((now, before) => now.settings.volume !== before.settings.volume && follow());

  return {
    follow,
    /** Plays the refused sound after a visitor's tap. Resolves to whether it plays. */
    async resume(): Promise<boolean> {
      mayPlayOn = true;
      const paused = [...players].find((player) => player.paused && player.isConnected);
      if (paused)
        return await paused.play().then(
          () => true,
          () => false,
        );
      const track = findGuideTrack(vapi);
      if (!track || !window.MediaStream) return false;
      const player = document.createElement('audio');
      player.autoplay = true;
      player.srcObject = new window.MediaStream([track]);
      addPlayer(player);
      document.body.append(player);
      try {
        await player.play();
      } catch {
        players.delete(player);
        silence(player);
        return false;
      }
      // The SDK sends this message only for its own element: the guide starts now.
      vapi.getDailyCallObject()?.sendAppMessage('playable');
      return true;
    },
    /** The SDK leaves its element in the page when a call ends. */
    end() {
      unsubscribe();
      for (const player of players) silence(player);
      players.clear();
    },
  };
}

function silence(player: HTMLAudioElement): void {
  player.pause();
  player.srcObject = null;
  player.remove();
}

function findGuideTrack(vapi: VapiInstance): MediaStreamTrack | undefined {
  const participants = Object.values(vapi.getDailyCallObject()?.participants() ?? {});
  const guide = participants.find(({ local, user_name }) => !local && user_name === 'Vapi Speaker');
  return guide?.tracks.audio.persistentTrack;
}
