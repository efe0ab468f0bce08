const recordingTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
};
const ownRecording = /^\/media\/museums\/[a-z0-9-]{1,64}\/[A-Za-z0-9][\w.-]{0,99}\.(mp3|m4a|ogg|mp4|webm|vtt)$/;

export const ownRecordingType = (address: string): string | undefined => recordingTypes[ownRecording.exec(address)?.[1] ?? ''];

export function isRecordingOf(type: string, bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  if (type === recordingTypes['mp3']) return /^(?:ID3|\xff[\xe0-\xff])/.test(head);
  if (type === recordingTypes['ogg']) return head.startsWith('OggS');
  if (type === recordingTypes['webm']) return head.startsWith('\x1a\x45\xdf\xa3');
  if (type === recordingTypes['vtt']) return /^(?:\xef\xbb\xbf)?WEBVTT(?:\s|$)/.test(head);
  return /^.{4}ftyp/s.test(head);
}
