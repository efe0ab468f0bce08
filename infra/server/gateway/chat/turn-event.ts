import type { chatEventSchemas } from '@enfilade/shared-contracts/api/schemas';
import type { z } from 'zod';

type EventData = { [Name in keyof typeof chatEventSchemas]: z.infer<(typeof chatEventSchemas)[Name]> };

/** What a browser hears while an answer comes, by the event names of the API. */
export type TurnEvent = { [Name in keyof EventData]: { event: Name; data: EventData[Name] } }[keyof EventData];

/** The part of it an answer is made of; `done` and `error` are the turn's own. */
export type AnswerEvent = Extract<TurnEvent, { event: 'text' | 'source' | 'room' }>;
export type Emit = (event: AnswerEvent) => void;
