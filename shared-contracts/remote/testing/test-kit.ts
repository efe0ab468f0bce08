// biome-ignore-all lint/performance/noBarrelFile: an entry of a package
export { createI18n } from '../../i18n/create-i18n.ts';
export { languages } from '../../i18n/language.ts';
export { findTextProblems } from '../../i18n/testing/text-parity.ts';
export { visitStates } from '../../visit/visit-states.ts';
export type { States } from '../states-page.tsx';
export { createScreenProps } from './create-screen-props.ts';
export { LiteralTopBar } from './literal-top-bar.tsx';
export { tellStates } from './tell-states.ts';
