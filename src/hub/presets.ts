/** Refuses a preset that its format does not have. docs/channels.md. */
import { invalidField } from '../core/problems.ts'
import { isPreset, presetsOf } from '../exports/presets.ts'

type Form = { readonly format: string; readonly preset: string }

/** Throws `validation`, which names those that there are. */
export function checkPreset({ format, preset }: Form): void {
  if (isPreset(format, preset)) return
  throw invalidField('preset', `is none of the format ${format}: it has ${presetsOf(format).join(', ')}`)
}
