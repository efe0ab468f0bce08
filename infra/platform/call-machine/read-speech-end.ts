/** Whether an app message says that the guide has said what it had to say: running dry afterwards is no fault. */
export function isSpeechEnd(data: string): boolean {
  if (!data.includes('speech-update')) return false;
  try {
    const message: unknown = JSON.parse(data);
    return isRecord(message) && message['type'] === 'speech-update' && message['role'] === 'assistant' && message['status'] === 'stopped';
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
