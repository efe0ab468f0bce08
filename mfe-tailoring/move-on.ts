import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';

/** To the next question or, past the last, to the visit. */
export function moveOn(props: Pick<ScreenProps, 'api' | 'bus' | 'go' | 'museum'>, next: QuestionId | undefined): void {
  if (next) props.go({ screen: 'tailoring', question: next });
  else finishTailoring(props);
}

function finishTailoring({ api, bus, go, museum }: Pick<ScreenProps, 'api' | 'bus' | 'go' | 'museum'>): void {
  bus.emit('tailoring-finished', {});
  // Only wakes the knowledge base. The gateway logs a failure; there is nothing a visitor could do about it.
  api.pingKnowledgeBase(museum._id).catch(() => undefined);
  go({ screen: 'visit' });
}
