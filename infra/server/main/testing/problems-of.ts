import { parseSettings, SettingsError } from '../settings.ts';

export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseSettings(environment);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)];
  }
}
