import type * as vapiModule from '@vapi-ai/web';
import type { VoicePage } from './voice-page.ts';

export type VapiInstance = InstanceType<typeof vapiModule.default>;

/** The guide's voice: the <audio> elements of the SDK, and one of ours where the browser refused theirs. */
export interface Playback {
  setMuted(isMuted: boolean): void;
  /** Plays what the browser refused; from a visitor's tap. Resolves with whether it plays. */
  resume(): Promise<boolean>;
  /** The SDK leaves its element in the page when a call ends. */
  end(): void;
}

export function createPlayback(vapi: VapiInstance, { document, window }: VoicePage): Playback {
  const players = new Set<HTMLAudioElement>();
  let isMuted = false;

  // Volume and muted: an iPhone ignores the volume.
  const applyTo = (player: HTMLAudioElement) => {
    player.volume = isMuted ? 0 : 1;
    player.muted = isMuted;
  };
  const addPlayer = (player: HTMLAudioElement) => {
    players.add(player);
    applyTo(player);
  };
  vapi.on('audio', addPlayer);

  return {
    setMuted(wanted) {
      isMuted = wanted;
      vapi.setVolume(wanted ? 0 : 1);
      for (const player of players) applyTo(player);
    },
    async resume() {
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
      // What the SDK would have said had its own element played: the guide begins now.
      vapi.getDailyCallObject()?.sendAppMessage('playable');
      return true;
    },
    end() {
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
