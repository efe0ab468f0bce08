import type { DailyCall } from '@daily-co/daily-js';
import { sendTones, startDialOut, transferCall } from '../daily-call.ts';
import { type ArgumentCase, casesOf } from './argument-case.ts';

const sip = { sipUri: 'sip:desk@example.org' };
const phone = { phoneNumber: '+431234567' };

const dialling = {
  viaWrapper: startDialOut,
  directly: (call: DailyCall, options: never) => call.startDialOut(options),
};

const target = casesOf({
  rule: 'dialling out: exactly one of sipUri and phoneNumber',
  says: /either a sip uri or phone number|only one of/,
  ...dialling,
  good: [sip, phone],
  bad: { 'daily-js': [{}, { ...sip, ...phone }] },
});

const addresses = casesOf({
  rule: 'dialling out: sip: and E.164',
  says: /must start with 'sip:'|E\.164/,
  ...dialling,
  good: [{ phoneNumber: '+12' }, { phoneNumber: '+123456789012345' }],
  bad: {
    'daily-js': [{ sipUri: 'desk@example.org' }, { sipUri: 'SIP:desk@example.org' }],
    both: [{ phoneNumber: '0431234567' }, { phoneNumber: '+43 1 234567' }],
    ours: [{ phoneNumber: '+0431234567' }, { phoneNumber: '+1234567890123456' }, { phoneNumber: '+1' }],
  },
});

const codecs = casesOf({
  rule: 'dialling out: audio OPUS, PCMU, PCMA, G722; video H264, VP8',
  says: /OPUS, PCMU, PCMA, G722|H264 or VP8|array specified but empty/,
  ...dialling,
  good: [
    { ...sip, codecs: { audio: ['OPUS', 'PCMU', 'PCMA', 'G722'], video: ['H264', 'VP8'] } },
    { ...phone, codecs: { audio: ['G722'] } },
  ],
  bad: {
    'daily-js': [
      { ...sip, codecs: { audio: ['MP3'] } },
      { ...phone, codecs: { audio: ['opus'] } },
      { ...sip, codecs: { audio: [] } },
    ],
    both: [{ ...sip, codecs: { video: ['AV1'] } }],
    ours: [{ ...phone, codecs: { video: ['AV1'] } }],
  },
});

const names = casesOf({
  rule: 'dialling out: displayName under 200, userId at most 36, callerId not with sipUri',
  says: /displayName|userId|callerId/,
  ...dialling,
  good: [
    { ...sip, displayName: 'a'.repeat(199), userId: 'a'.repeat(36) },
    { ...phone, callerId: 'desk' },
  ],
  bad: {
    'daily-js': [
      { ...sip, displayName: 'a'.repeat(200) },
      { ...phone, userId: 'a'.repeat(37) },
      { ...sip, callerId: 'desk' },
    ],
    ours: [
      { ...sip, displayName: 0 },
      { ...sip, userId: null },
    ],
  },
});

const tones = casesOf({
  rule: 'tones: at most 20 of 0-9, A-D, * and #',
  says: /upto 20|not valid DTMF tone|mandatory/,
  viaWrapper: (call, text) => sendTones(call, 'session', text),
  directly: (call, text) => call.sendDTMF({ sessionId: 'session', tones: text }),
  good: ['0123456789ABCD*#', '1'.repeat(20)],
  bad: { 'daily-js': ['1'.repeat(21), 'a', '1 2', ''] },
});

const transfer = casesOf({
  rule: 'transfer target: sip: or +',
  says: /"sip:" or "\+"|requires a sessionId/,
  viaWrapper: (call, toEndPoint) => transferCall(call, { sessionId: 'session', toEndPoint }),
  directly: (call, toEndPoint) => call.sipCallTransfer({ sessionId: 'session', toEndPoint }),
  good: ['sip:desk@example.org', '+431234567'],
  bad: { 'daily-js': ['tel:431234567', '431234567', ''] },
});

/** Telephones: possible only after joining. */
export const phoneRules: readonly ArgumentCase[] = [target, addresses, codecs, names, tones, transfer].flat();
