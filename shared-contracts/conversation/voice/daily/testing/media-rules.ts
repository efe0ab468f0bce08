import Daily, { type DailyCall, type DailyFactoryOptions } from '@daily-co/daily-js';
import {
  createDailyCall,
  setSendSettings,
  setUserData,
  setVideoProcessor,
  startMediaPlayer,
  startRecording,
  updateMediaPlayer,
} from '../daily-call.ts';
import { type ArgumentCase, casesOf } from './argument-case.ts';

const circular: Record<string, unknown> = {};
circular['self'] = circular;
const layers = (count: number) => Array.from({ length: count }, () => ({ maxBitrate: 200_000 }));
const film = 'https://example.org/film.mp4';

/** A call made for its options alone, and ended. */
async function make(create: () => DailyCall | Promise<DailyCall>) {
  const made = await create();
  await made.destroy();
}

const creation = (pick: (value: never) => DailyFactoryOptions) => ({
  viaWrapper: (_: DailyCall, value: never) => make(() => createDailyCall(Daily, { ...pick(value), allowMultipleCallInstances: true })),
  directly: (_: DailyCall, value: never) => make(() => Daily.createCallObject({ ...pick(value), allowMultipleCallInstances: true })),
});

const userData = casesOf({
  rule: 'user data: at most 4096 characters, serializable to JSON',
  says: /too large|serializable to JSON/,
  viaWrapper: setUserData,
  directly: (call, data) => call.setUserData(data),
  good: ['a'.repeat(4096), { name: 'Ada', seats: [1, 2], group: null }, undefined, ''],
  bad: {
    'daily-js': ['a'.repeat(4097), { text: 'a'.repeat(4096) }, circular, 1n],
    ours: [{ act: () => 1 }, { seat: Number.NaN }, new Map([[1, 2]])],
  },
});

const encodings = [
  ...casesOf({
    rule: "the camera's encodings: 1 to 3 layers",
    says: /camSimulcastEncodings must be 1 to 3 layers/,
    ...creation((camSimulcastEncodings) => ({ dailyConfig: { camSimulcastEncodings } })),
    good: [layers(1), layers(3)],
    bad: { both: [[], layers(4)] },
  }),
  ...casesOf({
    rule: "the screen's encodings: 1 to 3 layers",
    says: /screenSimulcastEncodings must be 1 to 3 layers/,
    ...creation((screenSimulcastEncodings) => ({ dailyConfig: { screenSimulcastEncodings } })),
    good: [layers(1), layers(3)],
    bad: { ours: [[], layers(4)] },
  }),
  ...casesOf({
    rule: 'encodings in send settings: 1 to 3 layers',
    says: /low, low and medium, or low, medium and high/,
    viaWrapper: setSendSettings,
    directly: (call, settings) => call.updateSendSettings(settings),
    good: [{ video: { encodings: { low: { maxBitrate: 200_000 } } } }],
    bad: { 'daily-js': [{ video: { encodings: {} } }, { video: { encodings: { low: {}, medium: {}, high: {}, best: {} } } }] },
  }),
];

const sendSettings = casesOf({
  rule: 'sent video: a preset, or maxQuality low, medium or high',
  says: /supported presets|maxQuality|must be settings or the name of a preset/,
  viaWrapper: setSendSettings,
  directly: (call, settings) => call.updateSendSettings(settings),
  good: [{ video: 'bandwidth-optimized' }, { screenVideo: 'detail-optimized' }, { video: { maxQuality: 'low' } }],
  bad: {
    'daily-js': [{ video: 'best' }, { screenVideo: 'default-video' }, { video: { maxQuality: 'best' } }, { video: {} }],
    both: [{ video: null }],
    ours: [{ video: { maxQuality: '', allowAdaptiveLayers: true } }],
  },
});

const playerWays = {
  starting: {
    viaWrapper: (call: DailyCall, settings: never) => startMediaPlayer(call, film, settings),
    directly: (call: DailyCall, settings: never) => call.startRemoteMediaPlayer({ url: film, settings }),
  },
  changing: {
    viaWrapper: (call: DailyCall, settings: never) => updateMediaPlayer(call, 'player', settings),
    directly: (call: DailyCall, settings: never) => call.updateRemoteMediaPlayer({ session_id: 'player', settings }),
  },
};

const mediaPlayer = Object.entries(playerWays).flatMap(([step, ways]) =>
  casesOf({
    rule: `${step} a media player: volume 0 to 2, state play or pause`,
    says: /volume|state/,
    ...ways,
    good: [{ state: 'play', volume: 0 }, { state: 'pause', volume: 2 }, {}],
    bad: {
      'daily-js': [{ volume: 2.1 }, { volume: -1 }, { state: 'stop' }],
      both: [{ volume: '1' }],
      ours: [{ volume: Number.NaN }, { volume: null }, { state: '' }],
    },
  }),
);

/** Good layers, which this daily-js cannot take: the day it can, this row fails and the rule goes. */
const playerLayers = casesOf({
  rule: 'starting a media player: no layers',
  says: /simulcastEncodings are not possible/,
  ...playerWays.starting,
  good: [],
  bad: { both: [{ simulcastEncodings: layers(1) }] },
});

const recording = casesOf({
  rule: 'recording: cloud, raw-tracks or local',
  says: /'cloud'.*'raw-tracks'.*'local'/,
  viaWrapper: startRecording,
  directly: (call, options) => call.startRecording(options),
  good: [{}, { type: 'cloud' }, { type: 'raw-tracks' }, { type: 'local' }],
  bad: { both: [{ type: 'tape' }], ours: [{ type: 'cloud-audio-only' }, { type: '' }] },
});

const blur = casesOf({
  rule: 'blurred background: strength above 0 up to 1',
  says: /strength must be (?:above 0|1 at most|a number)/,
  viaWrapper: (call, strength) => setVideoProcessor(call, { type: 'background-blur', config: { strength } }),
  directly: (call, strength) => call.updateInputSettings({ video: { processor: { type: 'background-blur', config: { strength } } } }),
  good: [0.01, 1],
  bad: { both: [0, 1.01, -1, Number.NaN, '0.5'] },
});

const image = casesOf({
  rule: 'background image: an integer from 1 to 10, or the address of an image',
  says: /an integer from 1 to 10 or the address/,
  viaWrapper: (call, source) => setVideoProcessor(call, { type: 'background-image', config: { source } }),
  directly: (call, source) => call.updateInputSettings({ video: { processor: { type: 'background-image', config: { source } } } }),
  good: [1, 10, 'https://example.org/hall.JPG?size=2', 'data:image/png;base64,AAAA'],
  bad: {
    both: [0, 11, 1.5, 'https://example.org/hall.gif', 'hall', 'data:text/html,a'],
    ours: [true, [3], '5', 'ftp://example.org/hall.png'],
  },
});

const integration = casesOf({
  rule: "custom integration: location 'main' or 'sidebar'",
  says: /location.*'main' \| 'sidebar'/,
  ...creation((location) => ({ customIntegrations: { map: { label: 'Map', src: 'https://example.org/', location } } })),
  good: ['main', 'sidebar'],
  bad: { 'daily-js': ['left', '', null] },
});

/** What is sent, seen and recorded. */
export const mediaRules: readonly ArgumentCase[] = [
  userData,
  encodings,
  sendSettings,
  mediaPlayer,
  playerLayers,
  recording,
  blur,
  image,
  integration,
].flat();
