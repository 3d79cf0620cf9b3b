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
  /** Turns the text into the stored value, if the two differ. */
  readonly read?: (text: string) => number | null
  /** True if a new tenant may be made without this field. */
  readonly isOptional?: true
}

const isOneOf =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text)

const longestName = 200

/** The limits of the column `message_days`. At least 30, because a repetition, or the run of a refused message, may come late. */
const [fewestDays, mostDays] = [30, 36_500]

const isDays = (text: string): boolean =>
  text === 'forever' || (/^\d{1,5}$/.test(text) && Number(text) >= fewestDays && Number(text) <= mostDays)

/** Letters, digits and punctuation in one line. */
const isName = (text: string): boolean =>
  text.trim() === text && text.length <= longestName && /^[^\p{C}]+$/u.test(text)

// biome-ignore format: one row a line
const fields = [
  { setting: 'name', option: 'name', value: 'TEXT', help: 'name of the practice or organisation, for operators', isValid: isName, rule: `is 1 to ${longestName} characters on one line` },
  { setting: 'requiredProfiles', option: 'profiles', value: 'au-core|base', help: 'profiles that stored resources have to meet', isValid: isOneOf('au-core', 'base'), rule: 'is au-core or base' },
  { setting: 'references', option: 'references', value: 'enforce|allow', help: 'whether what a resource refers to has to be there', isValid: isOneOf('enforce', 'allow'), rule: 'is enforce or allow' },
  { setting: 'timeZone', option: 'time-zone', value: 'IANA', help: 'time zone of documents and HL7 messages, like Australia/Sydney', isValid: isTimeZone, rule: 'is an IANA time zone like Australia/Sydney' },
  { setting: 'messageDays', option: 'message-days', value: 'DAYS|forever', help: 'how many days after its end the content of a sent or received message is kept; forever without it', isValid: isDays, rule: `is ${fewestDays} to ${mostDays}, or forever`, read: (text) => (text === 'forever' ? null : Number(text)), isOptional: true },
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
  const given = fields.flatMap(({ setting, option, isValid, rule, read }: FieldRow) => {
    const text = values.text(option)
    if (text !== undefined && !isValid(text)) throw new UsageError(`--${option} ${rule}`)
    return text === undefined ? [] : [[setting, read === undefined ? text : read(text)] as const]
  })
  // Each is checked by its row.
  return Object.fromEntries(given) as ChangedSettings
}

/** All fields that a tenant needs. */
export function parseNew(values: Values): TenantSettings {
  const id = parseId(values)
  const missing = fields.find(({ option, isOptional }: FieldRow) => !isOptional && values.text(option) === undefined)
  if (missing !== undefined) throw new UsageError(`--${missing.option} is needed`)
  return { id, ...(parseSettings(values) as Required<ChangedSettings>) }
}
