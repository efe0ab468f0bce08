import { FakeRecognition } from '../../../../voice/testing/fake-recognition.ts';
import { FakeTrack } from '../../../../voice/testing/fake-track.ts';
import type { DictationPage } from '../open-capture.ts';

class FakeRecorder extends EventTarget {
  readonly mimeType = 'audio/webm';
  state: 'inactive' | 'recording' = 'inactive';

  start(): void {
    this.state = 'recording';
  }

  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }));
    this.dispatchEvent(new Event('stop'));
  }
}

export function createFakePage(changes: Partial<DictationPage['window']> = {}) {
  const fake = {
    tracks: [] as FakeTrack[],
    recorders: [] as FakeRecorder[],
    recognitions: [] as FakeRecognition[],
    contexts: [] as string[],
    answer: (track: FakeTrack): Promise<FakeTrack> => Promise.resolve(track),
    permission: 'prompt' as PermissionState,
    decode: async (): Promise<Float32Array[]> => [new Float32Array(16_000).fill(0.5)],
    loudness: 1,
    audioSession: { type: 'auto' },
    /** Above 0 on phones and tablets. */
    maxTouchPoints: 0,
    page: undefined as unknown as DictationPage,
  };
  const window = Object.assign(new EventTarget(), createClasses(fake), { isSecureContext: true, ...changes });
  const mediaDevices = {
    async getUserMedia() {
      const track = new FakeTrack();
      fake.tracks.push(track);
      const answered = await fake.answer(track);
      return { getAudioTracks: () => [answered] };
    },
  };
  const permissions = { query: async () => ({ state: fake.permission }) };
  const { audioSession } = fake;
  const navigator = {
    mediaDevices,
    permissions,
    audioSession,
    get maxTouchPoints() {
      return fake.maxTouchPoints;
    },
  };
  fake.page = { window, navigator } as unknown as DictationPage;
  return fake;
}

export type FakePage = ReturnType<typeof createFakePage>;

interface FakeState extends Pick<FakePage, 'contexts'> {
  recorders: FakeRecorder[];
  recognitions: FakeRecognition[];
  decode(): Promise<Float32Array[]>;
  loudness: number;
}

function createClasses(fake: FakeState) {
  return {
    MediaStream: class {},
    MediaRecorder: class extends FakeRecorder {
      constructor() {
        super();
        fake.recorders.push(this);
      }
    },
    SpeechRecognition: class extends FakeRecognition {
      constructor() {
        super();
        fake.recognitions.push(this);
      }
    },
    AudioContext: createContextClass(fake),
    OfflineAudioContext: class {
      async decodeAudioData() {
        const channels = await fake.decode();
        return { numberOfChannels: channels.length, getChannelData: (channel: number) => channels[channel] };
      }
    },
  };
}

function createContextClass(fake: FakeState) {
  return class {
    readonly sampleRate = 48_000;
    private readonly index = fake.contexts.push('open') - 1;
    createAnalyser() {
      return { fftSize: 0, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(fake.loudness) };
    }
    createMediaStreamSource() {
      return { connect() {}, disconnect() {} };
    }
    async resume() {}
    async close() {
      fake.contexts[this.index] = 'closed';
    }
  };
}
