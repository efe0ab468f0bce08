import { customTrackMark, type InputSettings, type JoinProperties, type PreloadCache } from './daily/messages.ts';
import type { MicrophoneChoice } from './microphone.ts';

/** The visitor starts heard unless the page said otherwise. */
export function startsOn(properties: JoinProperties, cache: PreloadCache): boolean {
  return properties.startAudioOff !== true && cache.allowLocalAudio !== false;
}

/** @param customTrack what the page brought along, where the settings say that it did */
export function microphoneChoice(settings: InputSettings | null | undefined, customTrack: MediaStreamTrack | undefined): MicrophoneChoice {
  const wanted = settings?.audio?.settings;
  if (wanted?.customTrack && customTrack) return { track: customTrack };
  return deviceChoice(wanted?.deviceId, customTrack);
}

/** What `setInputDevicesAsync` names. */
export function deviceChoice(deviceId: unknown, customTrack: MediaStreamTrack | undefined): MicrophoneChoice {
  if (deviceId === customTrackMark && customTrack) return { track: customTrack };
  return { deviceId: typeof deviceId === 'string' && deviceId !== customTrackMark ? deviceId : undefined };
}
