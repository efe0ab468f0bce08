import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Reader } from './create-reader.ts';
import { type Message, plainTextOf } from '../thread/messages.ts';
import { stateOf } from './reading.ts';
import { ListenButton } from './listen-button.tsx';
import { ReadingNote } from './reading-note.tsx';

interface ListenItemProps {
  reader: Reader;
  message: Message;
  t: Translate;
}

/** Reads one answer aloud. It follows the reader itself, so that a sound that begins draws no other answer anew. */
export function ListenItem({ reader, message, t }: ListenItemProps) {
  const { id } = message;
  const state = useStore(reader, (reading) => stateOf(reading, id));
  const problem = useStore(reader, (reading) => (reading.id === id ? reading.problem : undefined));
  return (
    <>
      <ListenButton state={state} t={t} onPress={() => reader.toggle(id, plainTextOf(message))} />
      {problem && <ReadingNote problem={problem} t={t} />}
    </>
  );
}
