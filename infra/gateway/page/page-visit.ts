import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { type Answers, answersSchema } from '@enfilade/shared-contracts/visit/answers';
import { type QuestionId, questionIds } from '@enfilade/shared-contracts/visit/question-ids';
import { parseJson } from '../upstream/parse-json.ts';

/** What address and cookies say of a visitor. Anything that is not what it should be is as if it were absent. */
export interface PageVisit {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: Answers;
  askedQuestion?: QuestionId | undefined;
  wantsPremium: boolean;
}

/** The address beats the cookies: another museum in it drops what was stored for the old one. */
export function readPageVisit(query: URLSearchParams, cookies: ReadonlyMap<string, string>): PageVisit {
  const stored = parseEntityId(cookies.get('museumID'));
  const museumId = parseEntityId(query.get('museum')) ?? stored;
  const isStored = museumId === stored;
  const asked = query.get('question');
  return {
    museumId,
    exhibitionId: parseEntityId(query.get('collection')) ?? (isStored ? parseEntityId(cookies.get('collectionID')) : undefined),
    answers: isStored ? parseAnswers(cookies.get('tailoringAnswers')) : {},
    askedQuestion: questionIds.find((id) => id === asked),
    wantsPremium: query.get('premium') === 'true',
  };
}

function parseAnswers(text: string | undefined): Answers {
  return answersSchema.safeParse(parseJson(text ?? '')).data ?? {};
}
