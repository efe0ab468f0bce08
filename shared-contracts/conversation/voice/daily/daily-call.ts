import type {
  DailyCall,
  DailyCallFactory,
  DailyFactoryOptions,
  DailyInputVideoProcessorSettings,
  DailyRemoteMediaPlayerSettings,
  DailySendSettings,
  DailySipCallTransferOptions,
  DailyStartDialoutOptions,
} from '@daily-co/daily-js';
import {
  callOptionsSchema,
  check,
  dialOutSchema,
  playerSettingsSchema,
  recordingSchema,
  sendSettingsSchema,
  userDataSchema,
  videoProcessorSchema,
} from './daily-arguments.ts';
import { request } from './daily-refusal.ts';

/*
 * What may be asked of a call beside joining, talking and leaving. Every function rejects with a `DailyRefusal` that
 * says what is wrong, whoever found it. A page brings what it imports; the voice conversation needs none of this.
 */

/** daily-js refuses these at creation without saying why; the functions below say it. */
export type CallOptions = Omit<DailyFactoryOptions, 'userData' | 'sendSettings' | 'inputSettings'>;

/** @param daily the page's one copy, so that no second one is brought by importing this file */
export function createDailyCall(daily: Pick<DailyCallFactory, 'createCallObject'>, options: CallOptions = {}): Promise<DailyCall> {
  return request('A call', () => {
    check('A call', callOptionsSchema, options);
    return daily.createCallObject(options);
  });
}

/** What other participants see of this one; at most 4,096 characters as JSON. */
export async function setUserData(call: DailyCall, data: unknown): Promise<void> {
  await request('User data', () => {
    check('User data', userDataSchema, data);
    return call.setUserData(data);
  });
}

/** Only after joining. */
export function startDialOut(call: DailyCall, options: DailyStartDialoutOptions): ReturnType<DailyCall['startDialOut']> {
  return request('Dialling out', () => {
    check('Dialling out', dialOutSchema, options);
    return call.startDialOut(options);
  });
}

/** @param tones at most 20 of 0-9, A-D, * and #; only after joining */
export function sendTones(call: DailyCall, sessionId: string, tones: string): Promise<void> {
  return request('Tones', () => call.sendDTMF({ sessionId, tones }));
}

/** To a SIP address (sip:…) or a phone number (+…); only after joining. */
export function transferCall(call: DailyCall, options: DailySipCallTransferOptions): Promise<void> {
  // daily-js writes into what it is given.
  return request('Transferring', () => call.sipCallTransfer({ ...options }));
}

/** @param settings volume 0 to 2 */
export function startMediaPlayer(
  call: DailyCall,
  url: string,
  settings: DailyRemoteMediaPlayerSettings = { state: 'play' },
): ReturnType<DailyCall['startRemoteMediaPlayer']> {
  return request('Media player', () => {
    check('Media player', playerSettingsSchema, settings);
    return call.startRemoteMediaPlayer({ url, settings });
  });
}

/** @param settings volume 0 to 2 */
export function updateMediaPlayer(
  call: DailyCall,
  sessionId: string,
  settings: DailyRemoteMediaPlayerSettings,
): ReturnType<DailyCall['updateRemoteMediaPlayer']> {
  return request('Media player', () => {
    check('Media player', playerSettingsSchema, settings);
    return call.updateRemoteMediaPlayer({ session_id: sessionId, settings });
  });
}

export type RecordingOptions = NonNullable<Parameters<DailyCall['startRecording']>[0]>;

export function startRecording(call: DailyCall, options: RecordingOptions = {}): Promise<void> {
  return request('Recording', () => {
    check('Recording', recordingSchema, options);
    call.startRecording(options);
  });
}

/** Blurs what stands behind the visitor (strength above 0, up to 1), or puts a picture there (1 to 10, or its address). */
export async function setVideoProcessor(call: DailyCall, processor: DailyInputVideoProcessorSettings): Promise<void> {
  await request('Video background', () => {
    check('Video background', videoProcessorSchema, processor);
    return call.updateInputSettings({ video: { processor } });
  });
}

/** Presets or qualities by track, as `{ video: { maxQuality: 'low' } }`. */
export async function setSendSettings(call: DailyCall, settings: DailySendSettings): Promise<void> {
  await request('Send settings', () => {
    check('Send settings', sendSettingsSchema, settings);
    return call.updateSendSettings(settings);
  });
}
