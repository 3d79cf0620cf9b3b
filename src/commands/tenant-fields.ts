/** The fields of `banksia tenant`, one row each, checked before anything is done. */
import { isTimeZone } from '../core/clock.ts'
import { isUuid } from '../core/ids.ts'
import type { TenantSettings } from '../store/tenants/tenant.ts'
import type { ChangedSettings } from '../store/tenants/tenant-moves.ts'
import { UsageError, type Values } from './subcommand.ts'

type Setting = keyof ChangedSettings

type FieldRow = {
  readonly setting: Setting
  readonly option: string
  readonly value: string
  readonly help: string
  readonly isValid: (text: string) => boolean
  readonly rule: string
}

const isOneOf =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text)

const longestName = 200

/** Letters, digits and punctuation in one line. */
const isName = (text: string): boolean =>
  text.trim() === text && text.length <= longestName && /^[^\p{C}]+$/u.test(text)

// biome-ignore format: one row a line
const fields = [
  { setting: 'name', option: 'name', value: 'TEXT', help: 'name of the practice or organisation, for operators', isValid: isName, rule: `is 1 to ${longestName} characters on one line` },
  { setting: 'requiredProfiles', option: 'profiles', value: 'au-core|base', help: 'profiles that stored resources have to meet', isValid: isOneOf('au-core', 'base'), rule: 'is au-core or base' },
  { setting: 'references', option: 'references', value: 'enforce|allow', help: 'whether what a resource refers to has to be there', isValid: isOneOf('enforce', 'allow'), rule: 'is enforce or allow' },
  { setting: 'timeZone', option: 'time-zone', value: 'IANA', help: 'time zone of documents and HL7 messages, like Australia/Sydney', isValid: isTimeZone, rule: 'is an IANA time zone like Australia/Sydney' },
] as const satisfies readonly FieldRow[]

export const tenantId = {
  name: 'id',
  type: 'string',
  value: 'UUID',
  help: 'identifier of the tenant, as tokens name it',
} as const
export const tenantFields = fields.map(
  ({ option, value, help }) => ({ name: option, type: 'string', value, help }) as const,
)

export const flagOf = (setting: Setting): string => `--${fields.find((row) => row.setting === setting)?.option}`

/** Lower-case. */
export function parseId(values: Values): string {
  const id = values.text('id')?.toLowerCase()
  if (id === undefined) throw new UsageError('--id is needed')
  if (!isUuid(id)) throw new UsageError('--id is a UUID')
  return id
}

/** The given fields. Throws UsageError with the field. */
export function parseSettings(values: Values): ChangedSettings {
  const given = fields.flatMap(({ setting, option, isValid, rule }) => {
    const text = values.text(option)
    if (text !== undefined && !isValid(text)) throw new UsageError(`--${option} ${rule}`)
    return text === undefined ? [] : [[setting, text] as const]
  })
  // Each is checked by its row.
  return Object.fromEntries(given) as ChangedSettings
}

/** All fields. */
export function parseNew(values: Values): Required<TenantSettings> {
  const id = parseId(values)
  const missing = fields.find(({ option }) => values.text(option) === undefined)
  if (missing !== undefined) throw new UsageError(`--${missing.option} is needed`)
  return { id, ...(parseSettings(values) as Required<ChangedSettings>) }
}
