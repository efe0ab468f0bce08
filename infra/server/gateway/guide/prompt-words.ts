import type { Language } from '@enfilade/shared-contracts/i18n/language';

interface PromptWords {
  /** Where the assistant has no first message. */
  welcome: string;
  /** First words of a call that goes on with a conversation. */
  welcomeBack: string;
  unanswered: string;
  minutes: string;
  /** An answer's uiStringID → how it is said. */
  answers: Record<string, string>;
}

/** Answers as they are said inside a prompt. */
export const promptWords: Record<Language, PromptWords> = {
  en: {
    welcome: 'Welcome! Ask me anything about the exhibition.',
    welcomeBack: 'I am back with you. What would you like to know?',
    unanswered: 'not stated',
    minutes: 'minutes',
    answers: {
      'visitorType.alone': 'alone',
      'visitorType.group': 'in a group',
      'visitorType.kids': 'with children',
      'goal.learn': 'learn',
      'goal.relax': 'relax',
      'goal.explore': 'explore',
      'goal.challenge': 'get challenged and reflect',
    },
  },
  de: {
    welcome: 'Willkommen! Fragen Sie mich alles, was Sie zur Ausstellung wissen möchten.',
    welcomeBack: 'Ich bin wieder bei Ihnen. Was möchten Sie wissen?',
    unanswered: 'nicht angegeben',
    minutes: 'Minuten',
    answers: {
      'visitorType.alone': 'allein',
      'visitorType.group': 'in einer Gruppe',
      'visitorType.kids': 'mit Kindern',
      'goal.learn': 'lernen',
      'goal.relax': 'entspannen',
      'goal.explore': 'entdecken',
      'goal.challenge': 'herausgefordert werden und nachdenken',
    },
  },
  fr: {
    welcome: 'Bienvenue ! Posez-moi toutes vos questions sur l’exposition.',
    welcomeBack: 'Me voici de nouveau avec vous. Que souhaitez-vous savoir ?',
    unanswered: 'non précisé',
    minutes: 'minutes',
    answers: {
      'visitorType.alone': 'en solo',
      'visitorType.group': 'en groupe',
      'visitorType.kids': 'avec des enfants',
      'goal.learn': 'apprendre',
      'goal.relax': 'se détendre',
      'goal.explore': 'explorer',
      'goal.challenge': 'être stimulé et réfléchir',
    },
  },
};
