/** Rules about several settings together, as tables. */
import { ConfigError } from './config-error.ts'

export type SettingRule<Settings> = {
  /** The setting that the operator has to change. */
  readonly variable: string
  readonly isWrong: (settings: Settings) => boolean
  readonly sentence: string
}

export const isGiven = (setting: string | number | undefined): boolean => setting !== undefined

/** Throws ConfigError for the first broken rule. */
export function refuseBroken<Settings>(rules: readonly SettingRule<Settings>[], settings: Settings): void {
  const broken = rules.find(({ isWrong }) => isWrong(settings))
  if (broken !== undefined) throw new ConfigError(broken.variable, broken.sentence)
}
