/** The callers of the tables of access: each role, with each kind of scope, from each spoke. docs/design/hub.md#access, #spokes; the interface specification, 4.5 and 5. */
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'

/** One letter for each role: the tables name roles by them. */
export const roleLetters = {
  c: 'clinician',
  s: 'senior_clinician',
  y: 'system',
  o: 'operator',
  b: 'billing',
  a: 'auditor',
  p: 'patient',
  r: 'carer',
} as const
export type RoleLetter = keyof typeof roleLetters
export const everyone = 'csyobapr'

/** The scopes of a token, for `/v1` and for `/fhir/R4` in one. */
export const scopeKinds = {
  all: 'banksia/spoke.read banksia/spoke.write user/*.cruds patient/*.cruds',
  reads: 'banksia/spoke.read user/*.rs patient/*.rs',
  writes: 'banksia/spoke.write user/*.cud patient/*.cud',
  none: 'openid',
} as const
export type ScopeKind = keyof typeof scopeKinds

/** The eleven spokes, `ios` by its identifier of the settings; `true` for one that may write. */
export const spokeTable: Readonly<Record<string, boolean>> = {
  ios: true,
  link: true,
  hospital_hub: true,
  home_hub: true,
  triage: true,
  knowledge_base: true,
  connect: true,
  biometrics: true,
  medico_legal: true,
  billing: false,
  speed: true,
}

export type Caller = { readonly role: RoleLetter; readonly scopes: ScopeKind; readonly spoke: string }

const roleKeys = Object.keys(roleLetters) as RoleLetter[]
const scopeKeys = Object.keys(scopeKinds) as ScopeKind[]
const spokeKeys = Object.keys(spokeTable)

/** Every role with every kind of scope from every spoke. */
export const everyCaller: readonly Caller[] = roleKeys.flatMap((role) =>
  scopeKeys.flatMap((scopes) => spokeKeys.map((spoke) => ({ role, scopes, spoke }))),
)

/**
 * Every role with a scope that is enough for the operation and with one that is not, each from another spoke, and a change by a role that
 * may make it from a spoke that only reads. Over eleven operations each pair of a role, scope and spoke occurs.
 */
export function someCallers(at: number, lets: (caller: Caller) => boolean): readonly Caller[] {
  const spokeAt = (of: number): string => spokeKeys[(at + of) % spokeKeys.length] ?? ''
  const letIn = roleKeys.find((role) => lets({ role, scopes: 'all', spoke: 'connect' })) ?? 'c'
  const isEnough = (scopes: ScopeKind): boolean => lets({ role: letIn, scopes, spoke: 'connect' })
  const [enough, lacking] = [scopeKeys.filter(isEnough), scopeKeys.filter((one) => !isEnough(one))]
  const some = roleKeys.flatMap((role, of) =>
    [enough, lacking].flatMap((kinds, half) => {
      const scopes = kinds[(at + of) % kinds.length]
      return scopes === undefined ? [] : [{ role, scopes, spoke: spokeAt(2 * of + half) }]
    }),
  )
  return [...some, { role: letIn, scopes: 'all', spoke: 'billing' }]
}

/** Whether the token counts for reading or for writing: a spoke that only reads takes writing away. D74. */
export const mayRead = ({ scopes }: Caller): boolean => scopes === 'all' || scopes === 'reads'
export const mayWrite = ({ scopes, spoke }: Caller): boolean =>
  (scopes === 'all' || scopes === 'writes') && spokeTable[spoke] === true

export const isPatientSide = ({ role }: Caller): boolean => role === 'p' || role === 'r'

/** The development token of a caller; a patient or carer has `patient` in context. */
export const tokenOf = (caller: Caller, patient: string): DevelopmentTokenOptions => ({
  role: roleLetters[caller.role],
  scope: scopeKinds[caller.scopes],
  spoke: caller.spoke,
  ...(isPatientSide(caller) ? { patient } : {}),
})
