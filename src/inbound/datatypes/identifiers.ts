/** CX, EI and the numbers of people as identifiers of AU Base. D202; published maps CX[Identifier], EI[Identifier]; ADRM 00044.1; AU Base 6.0.0. */
import type { Identifier } from '@medplum/fhirtypes'
import { codeSystems, type IdentifierKind, identifierSystems } from '../../profiles/code-systems.ts'
import { isIdentifier } from '../../profiles/identifiers.ts'
import type { Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { type Authority, authoritySystem, hpioOf } from './systems.ts'
import { readDate } from './times.ts'

/** National numbers by authority (table 0363) and type (table 0203). NPI is a number of a person, NOI of an organisation. */
// biome-ignore format: one row a line
const national: Readonly<Record<string, IdentifierKind>> = {
  'AUSHIC NI': 'ihi', 'AUSHIC MC': 'medicare', 'AUSHIC NPI': 'hpii', 'AUSHIC NOI': 'hpio',
  'AUSHICPR UPIN': 'medicareProvider', 'AUSHIC UPIN': 'medicareProvider', 'AUSHICPR PRES': 'prescriber',
}

/** Codes of AU Base beside table 0203. */
const australianTypes: ReadonlySet<string> = new Set(
  'UPIN NOI NPIO NDI PRES AHPRA CSPRN DVG DVW DVO DVL LSPN PAOI'.split(' '),
)
const dvaTypes: ReadonlySet<string> = new Set(['DVG', 'DVW', 'DVO', 'DVL'])

/** AU Base tells national numbers by these types: a number of another country with one of them has it as text. */
const nationalTypes: ReadonlySet<string> = new Set('NI MC NPI NOI UPIN PRES'.split(' '))

const typeOf = (code: string): Identifier['type'] =>
  !nationalTypes.has(code) && /^[A-Z][A-Z0-9]{0,9}$/.test(code)
    ? {
        coding: [
          { system: australianTypes.has(code) ? codeSystems.identifierTypeAu : codeSystems.identifierType, code },
        ],
      }
    : { text: code }

/** A number that its kind does not allow stands without system: nobody must be found by it. */
function buildNational(kind: IdentifierKind, value: string, note: () => void): Identifier {
  const { system, type } = identifierSystems[kind] as { system: string; type?: { system: string; code: string } }
  const digits = value.replaceAll(' ', '')
  if (isIdentifier(kind, digits))
    return { ...(type === undefined ? {} : { type: { coding: [{ ...type }] } }), system, value: digits }
  note()
  return { type: { text: identifierSystems[kind].title }, value }
}

const recordSystem = (hpio: string): string =>
  `http://ns.electronichealth.net.au/id/hpio-scoped/medicalrecord/1.0/${hpio}`

type Numbered = {
  readonly value: string
  readonly authority: Authority
  /** Table 0203. */
  readonly type: string
}

export function buildIdentifier(numbered: Numbered, reading: Reading, note: () => void): Identifier {
  const { authority } = numbered
  const [type, name] = [numbered.type.trim().toUpperCase(), authority.name.trim().toUpperCase()]
  const kind = national[`${name} ${type}`]
  if (kind !== undefined) return buildNational(kind, numbered.value, note)
  if (name === 'AUSDVA' && numbered.value !== '') {
    const coded = dvaTypes.has(type) ? { type: typeOf(type) } : { type: { text: type || 'DVA' } }
    return { ...coded, system: identifierSystems.dva.system, value: numbered.value.replaceAll(' ', '') } as Identifier
  }
  const hpio = type === 'MR' ? hpioOf(authority) : undefined
  const system = hpio === undefined ? authoritySystem(authority, reading) : recordSystem(hpio)
  const display = authority.name.trim() || authority.id.trim()
  return {
    ...(type === '' ? {} : { type: typeOf(type) as NonNullable<Identifier['type']> }),
    ...(system === undefined ? {} : { system }),
    value: numbered.value,
    ...(display === '' ? {} : { assigner: { display } }),
  }
}

export const readAuthority = (value: Value, component: number): Authority => ({
  name: value.sub(component, 1),
  id: value.sub(component, 2),
  type: value.sub(component, 3),
})

/** CX. Without an authority the number is the sender's own. */
export function readCx(value: Value, reading: Reading, type = ''): Identifier | undefined {
  const id = value.text(1).trim()
  if (id === '') return undefined
  const own = readAuthority(value, 4)
  const authority = own.name === '' && own.id === '' ? senderAuthority(reading) : own
  const code = value.text(5) || type
  const identifier = buildIdentifier({ value: id, authority, type: code }, reading, () => value.note('no-identifier'))
  const [start, end] = [7, 8].map((component) => readDate(value, component))
  const period = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }
  return { ...identifier, ...(Object.keys(period).length === 0 ? {} : { period }) }
}

/** MSH-4, else MSH-3. */
export function senderAuthority({ message }: Reading): Authority {
  const field = message.header.raw(4) === '' ? 3 : 4
  return { name: message.header.text(field), id: message.header.text(field, 2), type: message.header.text(field, 3) }
}

/** EI: the identity of an order, a document or a referral. */
export function readEi(value: Value, reading: Reading, type?: 'PLAC' | 'FILL'): Identifier | undefined {
  const own: Authority = { name: value.text(2), id: value.text(3), type: value.text(4) }
  return buildEi({ id: value.text(1).trim(), own }, reading, type)
}

/** EIP: the numbers of the placer and of the filler of an order, each an EI in components of components. */
export const readEip = (value: Value, reading: Reading): readonly Identifier[] =>
  (['PLAC', 'FILL'] as const).flatMap((type, at) => {
    const [id, name, system, kind] = [1, 2, 3, 4].map((part) => value.sub(at + 1, part).trim()) as [string, ...string[]]
    return buildEi({ id, own: { name: name ?? '', id: system ?? '', type: kind ?? '' } }, reading, type) ?? []
  })

type Entity = { readonly id: string; readonly own: Authority }

function buildEi({ id, own }: Entity, reading: Reading, type?: 'PLAC' | 'FILL'): Identifier | undefined {
  if (id === '') return undefined
  const authority = own.name === '' && own.id === '' ? senderAuthority(reading) : own
  const system = authoritySystem(authority, reading)
  const display = authority.name.trim() || authority.id.trim()
  return {
    ...(type === undefined ? {} : { type: { coding: [{ system: codeSystems.identifierType, code: type }] } }),
    ...(system === undefined ? {} : { system }),
    value: id,
    ...(display === '' ? {} : { assigner: { display } }),
  }
}
