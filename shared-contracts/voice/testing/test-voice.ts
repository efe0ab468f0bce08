import { setTimeout as nextTask } from 'node:timers/promises';
import { rstest } from '@rstest/core';
import { createHandClock } from '../../kit/testing/hand-clock.ts';
import { createSettingsSource } from '../../visit/testing/settings-source.ts';
import type { Visit } from '../../visit/visit.ts';
import { VoiceCall } from '../voice-call.ts';
import type { CallEvent, CallOptions } from '../voice-client.ts';
import type { VoiceNavigator, VoicePage } from '../voice-page.ts';
import { FakeRecognition } from './fake-recognition.ts';
import { asTrack, FakeTrack } from './fake-track.ts';
import { runTinyMachine, type TinyMachine } from './tiny-machine.ts';

const visit: Visit = {
  museumId: '6610a1b2c3d4e5f601000001',
  exhibitionId: '6610a1b2c3d4e5f602000001',
  language: 'de',
  visitMode: 'guided',
  answers: {},
};
export const callOptions: CallOptions = {
  visit: () => visit,
  session: createSettingsSource(),
  summary: () => 'so far',
  limitMs: 10_000,
  takesOver: false,
  withoutMicrophone: false,
  turn: 0,
  isMicrophoneOpen: () => false,
  isGuideMuted: () => false,
  toWritten: (text) => text,
  phrases: [],
};

export const machineUrl = '/voice/call-machine.abc.js';
const integrity = `sha384-${'a'.repeat(64)}`;
const callId = '0e7d6a4e-7d0b-4f8e-9c55-0d6a4e7d0b4f';
export const facts = 'GET /api/voice';
export const made = 'POST /api/voice/call/web';
export const renewed = `POST /api/voice/calls/${callId}/renewal`;
export const given = `DELETE /api/voice/calls/${callId}`;
const webCall = {
  id: callId,
  webCallUrl: 'http://localhost/voice/room/1',
  transport: { provider: 'daily', callUrl: 'http://localhost/voice/room/1' },
};

export type GatewayResponse = { status: number; body?: unknown } | Promise<{ status: number; body?: unknown }>;

/** The SDKs are real. Call `end`, so that the next test starts with a page without a client. */
export function createTestVoice(navigator: Partial<VoiceNavigator> = {}) {
  // daily-js and the SDK log much that is not a fault.
  const consoles = (['warn', 'error', 'log'] as const).map((method) => rstest.spyOn(console, method).mockImplementation(() => undefined));
  const clock = createHandClock();
  const microphones: FakeTrack[] = [];
  const machines: TinyMachine[] = [];
  const actions: string[] = [];
  const requests: string[] = [];
  const stage = {
    ...{ clock, microphones, machines, actions },
    /** For example `POST /api/voice/call/web`. */
    requests,
    bodies: [] as unknown[],
    scripts: [] as HTMLScriptElement[],
    joins: true,
    leaves: true,
    webCall,
    isMicrophoneOpen: false,
    isGuideMuted: false,
    loads: true,
    hearing: 'site',
    permission: 'prompt' as PermissionState,
    /** Name of the exception for a refused microphone. */
    refusal: undefined as string | undefined,
    recognitions: [] as FakeRecognition[],
    answers: {} as Record<string, () => GatewayResponse>,
    events: [] as CallEvent[],
    get types(): string[] {
      return stage.events.map(({ type }) => type).filter((type) => !type.endsWith('level'));
    },
    get machine(): TinyMachine {
      return machines.at(-1) as TinyMachine;
    },
    page: undefined as unknown as VoicePage,
    call(options: Partial<CallOptions> = {}) {
      const switches = { isMicrophoneOpen: () => stage.isMicrophoneOpen, isGuideMuted: () => stage.isGuideMuted };
      const call = new VoiceCall({ page: stage.page, clock, call: { ...callOptions, ...switches, ...options } });
      call.connect((event) => event.type !== 'guide-behind' && stage.events.push(event));
      return call;
    },
    /** Waits for an event of this type and resolves to the last event. */
    async emits(type: CallEvent['type']) {
      await until(() => stage.types.includes(type));
      return stage.events.at(-1);
    },
    instances: () => Object.keys((window as { _daily?: { instances: object } })._daily?.instances ?? {}),
    count: (request: string) => requests.filter((one) => one === request).length,
    /** Resolves when the guide listens. */
    async callUntilStarted(options: Partial<CallOptions> = {}) {
      const call = stage.call(options);
      await until(() => actions.includes('app-msg "playable"'));
      stage.machine.say('listening');
      await stage.emits('connected');
      return Object.assign(call, {
        switch(to: { isMicrophoneOpen?: boolean; isGuideMuted?: boolean }) {
          Object.assign(stage, to);
          call.voice.followSwitches();
        },
      });
    },
    async end() {
      // A new call closes a call that the test left running.
      stage.call().close('test');
      await flushPromises();
      for (const machine of machines) machine.end();
      unhook();
      for (const silenced of consoles) silenced.mockRestore();
    },
  };

  const fetch = createGateway(stage);
  Object.assign(globalThis, pageClasses, { fetch });
  class SpeechRecognition extends FakeRecognition {
    static available() {}
    override start() {
      stage.recognitions.push(this);
    }
  }
  const permissions = { query: async () => ({ state: stage.permission }) };

  stage.page = {
    window: Object.assign(window, pageClasses, { SpeechRecognition }) as unknown as VoicePage['window'],
    document,
    navigator: { mediaDevices: createDevices(stage), permissions, ...navigator },
    fetch,
  };

  const load = (script: HTMLScriptElement) => {
    stage.scripts.push(script);
    if (!stage.loads) return;
    const machine = runTinyMachine({
      get joins() {
        return stage.joins;
      },
      get leaves() {
        return stage.leaves;
      },
      onAction: (action) => actions.push(action.action === 'app-msg' ? `app-msg ${JSON.stringify(action['data'])}` : describe(action)),
    });
    if (machine) machines.push(machine);
    script.onload?.(new Event('load'));
  };
  const unhook = hookScripts(load);
  return stage;
}

const describe = (action: Record<string, unknown>) =>
  'state' in action ? `${action['action']} ${action['state']}` : String(action['action']);

/** The test's own limit applies. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTask(1);
}

export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTask(1);
}

class SilentContext {
  createConstantSource() {
    return { offset: { value: 1 }, connect() {}, start() {} };
  }
  createMediaStreamDestination() {
    return { stream: { getAudioTracks: () => [asTrack(new FakeTrack())] } };
  }
  addEventListener() {}
  async resume() {}
  async close() {}
}

/** daily-js and the SDK require these classes. */
const pageClasses = { isSecureContext: true, AudioContext: SilentContext, RTCPeerConnection: class {}, MediaStreamTrack: FakeTrack };

interface Gateway {
  requests: string[];
  bodies: unknown[];
  answers: Record<string, () => GatewayResponse>;
  hearing: string;
}

function createGateway(gateway: Gateway): VoicePage['fetch'] {
  const usual = (request: string): GatewayResponse => {
    if (request === facts)
      return { status: 200, body: { hearing: gateway.hearing, dictation: 'browser', callMachine: { url: machineUrl, integrity } } };
    if (request === made) return { status: 201, body: webCall };
    return { status: 204 };
  };
  return async (url, options = {}) => {
    const request = `${options.method ?? 'GET'} ${url}`;
    gateway.requests.push(request);
    if (options.body) gateway.bodies.push(JSON.parse(String(options.body)));
    const { status, body } = await (gateway.answers[request]?.() ?? usual(request));
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
}

/** Test browsers load no scripts. */
function hookScripts(load: (script: HTMLScriptElement) => void): () => void {
  const { appendChild } = Node.prototype;
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!(child instanceof HTMLScriptElement)) return appendChild.call(this, child) as Child;
    setImmediate(() => load(child));
    return child;
  };
  return () => {
    Node.prototype.appendChild = appendChild;
  };
}

/** daily-js reads the browser's devices and name. */
function createDevices(stage: { microphones: FakeTrack[]; refusal: string | undefined }) {
  const devices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => [],
    async getUserMedia() {
      if (stage.refusal) throw new DOMException('', stage.refusal);
      const track = new FakeTrack();
      stage.microphones.push(track);
      return { getAudioTracks: () => [asTrack(track)] } as unknown as MediaStream;
    },
  });
  Object.defineProperties(globalThis.navigator, {
    mediaDevices: { value: devices, configurable: true },
    userAgent: { value: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', configurable: true },
  });
  return devices;
}
