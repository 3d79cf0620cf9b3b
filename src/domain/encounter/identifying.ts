/** Texts that would identify the people of an encounter: names, identifiers, addresses, the date of birth. D55. */
import type { Organization, Patient, Practitioner, PractitionerRole } from '@medplum/fhirtypes'
import { findLocal } from '../../fhir/reference.ts'
import { type EncounterContent, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'

type Identifying = { readonly kind: 'NAME' | 'IDENTIFIER' | 'ADDRESS' | 'BIRTHDATE'; readonly value: string }

/** The texts that a receiver must not get: a member for its input, empty if the operator sends it everything. */
export async function redactedFor(
  { redacts }: { readonly redacts: boolean },
  tx: Tx,
  encounter: EncounterContent,
): Promise<{ readonly identifying?: readonly Identifying[] }> {
  return redacts ? { identifying: await readIdentifying(tx, encounter) } : {}
}

export async function readIdentifying(tx: Tx, encounter: EncounterContent): Promise<readonly Identifying[]> {
  const patient = await find<Patient>(tx, `Patient/${encounter.patientId}`)
  const role = await find<PractitionerRole>(tx, `PractitionerRole/${encounter.practitionerRoleId}`)
  const practitioner = await find<Practitioner>(tx, role?.practitioner?.reference)
  const organization = await find<Organization>(tx, role?.organization?.reference)
  return [
    ...listPerson(patient),
    ...(patient?.contact ?? []).flatMap(({ name, telecom }) =>
      listPerson({ ...(name === undefined ? {} : { name: [name] }), ...(telecom === undefined ? {} : { telecom }) }),
    ),
    ...listPerson(practitioner),
    ...(organization?.name === undefined ? [] : [{ kind: 'NAME' as const, value: organization.name }]),
  ].filter(({ value }) => value.trim().length > 1)
}

async function find<T>(tx: Tx, reference: string | undefined): Promise<T | undefined> {
  const target = findLocal(tx.tenant.addresses, reference)
  const stored = target && (await tx.find(wholeAddress(target.type, target.id)))
  return stored === undefined ? undefined : readResourceAs<T>(stored)
}

type Person = Pick<Patient, 'name' | 'identifier' | 'address' | 'telecom' | 'birthDate'>

function listPerson(person: Person | undefined): readonly Identifying[] {
  if (person === undefined) return []
  const { name = [], identifier = [], address = [], telecom = [], birthDate } = person
  const of = (kind: Identifying['kind'], values: readonly (string | undefined)[]): readonly Identifying[] =>
    values.flatMap((value) => (value === undefined ? [] : [{ kind, value }]))
  return [
    ...name.flatMap(({ family, given = [], text }) =>
      of('NAME', [
        text,
        family,
        ...given,
        ...given.map((one) => (family === undefined ? undefined : `${one} ${family}`)),
      ]),
    ),
    ...of(
      'IDENTIFIER',
      [...identifier, ...telecom].map(({ value }) => value),
    ),
    ...address.flatMap(({ line = [], city, text, postalCode }) => of('ADDRESS', [text, ...line, city, postalCode])),
    ...of('BIRTHDATE', birthDate === undefined ? [] : spellings(birthDate)),
  ]
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** The written forms of a birth date; one that is spoken in words stays. */
function spellings(birthDate: string): readonly string[] {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const name = months[Number(month) - 1]
  if (name === undefined || day === '') return [birthDate]
  const [shortMonth, shortDay] = [String(Number(month)), String(Number(day))]
  const days = [shortDay, day, `${shortDay}${ordinal(Number(day))}`]
  return [
    birthDate,
    ...['/', '.', '-'].flatMap((sign) => [
      [day, month, year].join(sign),
      [shortDay, shortMonth, year].join(sign),
      [day, month, year.slice(2)].join(sign),
      [shortDay, shortMonth, year.slice(2)].join(sign),
    ]),
    ...days.flatMap((one) => [
      `${one} ${name} ${year}`,
      `${one} of ${name} ${year}`,
      `${one} of ${name}, ${year}`,
      `${name} ${one}, ${year}`,
      `${name} ${one} ${year}`,
    ]),
  ]
}

const ordinal = (day: number): string =>
  day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
