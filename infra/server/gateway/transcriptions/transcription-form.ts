import { randomUUID } from 'node:crypto';
import type { Language } from '@enfilade/shared-contracts/i18n/language';

export interface TranscriptionForm {
  type: string;
  /** Known before the last byte came: a recording says how long it is, and every language has two letters. */
  bytes: number;
  head(language: Language | undefined): Buffer;
  tail(language: Language | undefined): Buffer;
}

/** The form a transcription service wants, around a file of so many bytes; the language stands before or after it. */
export function createTranscriptionForm(model: string, fileBytes: number): TranscriptionForm {
  const boundary = `enfilade-${randomUUID()}`;
  const part = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const languagePart = (language: Language | undefined) => (language === undefined ? '' : part('language', language));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="audio.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
  const head: TranscriptionForm['head'] = (language) => Buffer.from(`${part('model', model)}${languagePart(language)}${file}`);
  const tail: TranscriptionForm['tail'] = (language) => Buffer.from(`\r\n${languagePart(language)}--${boundary}--\r\n`);
  const bytes = head('en').length + fileBytes + tail(undefined).length;
  return { type: `multipart/form-data; boundary=${boundary}`, bytes, head, tail };
}
