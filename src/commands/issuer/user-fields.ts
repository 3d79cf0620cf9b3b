/** The fields of `banksia user`, checked before anything is stored. D168. */
import { type Role, roles } from '../../core/caller.ts'
import { isUuid } from '../../core/ids.ts'
import { spokes } from '../../core/spokes.ts'
import { isId } from '../../fhir/id.ts'
import { type Subcommand, UsageError, type Values } from '../subcommand.ts'

type Person = { readonly option: string; readonly type: 'PractitionerRole' | 'Patient' | 'RelatedPerson' }

// biome-ignore format: one row a line
const persons = [
  { option: 'practitioner-role', type: 'PractitionerRole' },
  { option: 'patient',           type: 'Patient' },
  { option: 'related-person',    type: 'RelatedPerson' },
] as const satisfies readonly Person[]

export type Binding = {
  readonly option: (typeof persons)[number]['option']
  readonly type: Person['type']
  readonly id: string
}

/** Whom a role is; the others may be a PractitionerRole. */
const personOf: Readonly<Partial<Record<Role, Binding['option']>>> = {
  clinician: 'practitioner-role',
  senior_clinician: 'practitioner-role',
  patient: 'patient',
  carer: 'related-person',
}

/** A service is no person. */
const personRoles = roles.filter((role) => role !== 'system')

export const userId = { name: 'id', type: 'string', value: 'UUID', help: 'the user, as user list shows it' } as const

// biome-ignore format: one row a line
export const userFields: Subcommand['options'] = [
  { name: 'name', type: 'string', value: 'TEXT', help: 'name of the person, as they know it' },
  { name: 'tenant', type: 'string', multiple: true, value: 'UUID', help: 'tenant for which the person works' },
  { name: 'roles', type: 'string', value: 'A,B', help: `${personRoles.join(', ')}` },
  { name: 'spokes', type: 'string', value: 'A,B', help: 'spokes that the person may use (default: all)' },
  { name: 'practitioner-role', type: 'string', value: 'ID', help: 'PractitionerRole of a clinician' },
  { name: 'patient', type: 'string', value: 'ID', help: 'Patient who the person is' },
  { name: 'related-person', type: 'string', value: 'ID', help: 'RelatedPerson of a carer, which names the patient' },
]

export type UserFields = {
  readonly name: string
  readonly tenants: readonly string[]
  readonly roles: readonly Role[]
  readonly spokes: readonly string[] | undefined
  readonly binding: Binding | undefined
}

const longestName = 200

const listOf = (text: string): readonly string[] => [...new Set(text.split(',').map((part) => part.trim()))]

/** What is given. Throws UsageError with the field. */
export function parseGiven(values: Values, iosSpoke: string): Partial<UserFields> {
  const name = values.text('name')
  if (name !== undefined && (name.trim() !== name || name.length > longestName || !/^[^\p{C}]+$/u.test(name)))
    throw new UsageError(`--name is 1 to ${longestName} characters on one line`)
  const tenants = values.list('tenant').map((one) => one.toLowerCase())
  if (!tenants.every(isUuid)) throw new UsageError('--tenant is a UUID')
  const given = values.text('roles')
  const asked = given === undefined ? undefined : listOf(given).map(toRole)
  const binding = parseBinding(values)
  return {
    ...(name === undefined ? {} : { name }),
    ...(tenants.length === 0 ? {} : { tenants: [...new Set(tenants)] }),
    ...(asked === undefined ? {} : { roles: asked }),
    ...parseSpokes(values.text('spokes'), iosSpoke),
    ...(binding === undefined ? {} : { binding }),
  }
}

function toRole(text: string): Role {
  const role = personRoles.find((one) => one === text)
  if (role === undefined) throw new UsageError(`--roles has ${personRoles.join(', ')}, divided by commas`)
  return role
}

function parseSpokes(text: string | undefined, iosSpoke: string): Pick<UserFields, 'spokes'> | undefined {
  if (text === undefined) return undefined
  if (text === 'all') return { spokes: undefined }
  const known = new Set(spokes(iosSpoke).map(({ id }) => id))
  const asked = listOf(text)
  if (!asked.every((one) => known.has(one))) throw new UsageError(`--spokes has ${[...known].join(', ')}, or all`)
  return { spokes: asked }
}

function parseBinding(values: Values): Binding | undefined {
  const given = persons.flatMap(({ option, type }) => {
    const id = values.text(option)
    return id === undefined ? [] : [{ option, type, id }]
  })
  const [first, second] = given
  if (second !== undefined) throw new UsageError(`--${second.option} and --${first?.option} are two people`)
  if (first !== undefined && !isId(first.id)) throw new UsageError(`--${first.option} is the id of a record`)
  return first
}

/** Holds the roles against the record: throws UsageError with the field. */
export function checkPerson({ roles: asked, binding }: Pick<UserFields, 'roles' | 'binding'>): void {
  const wanted = [...new Set(asked.map((role) => personOf[role] ?? 'practitioner-role'))]
  const [needed, another] = wanted
  if (another !== undefined) throw new UsageError('--roles are those of two people: invite each of them')
  const isNeeded = asked.some((role) => personOf[role] !== undefined)
  if (isNeeded && binding === undefined) throw new UsageError(`--${needed} is needed for ${asked.join(', ')}`)
  if (binding !== undefined && binding.option !== needed)
    throw new UsageError(`--${binding.option} does not go with the role ${asked.join(', ')}`)
}

/** Lower-case. */
export function readUserId(values: Values): string {
  const id = values.text('id')?.toLowerCase()
  if (id === undefined) throw new UsageError('--id is needed')
  if (!isUuid(id)) throw new UsageError('--id is a UUID')
  return id
}
