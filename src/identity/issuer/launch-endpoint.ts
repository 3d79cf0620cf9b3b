/** `POST /oidc/launch`: an EHR, ours or another maker's, makes the context of a launch. SMART App Launch 2.2 app-launch.html#launch-app-ehr-launch; D155. */
import { z } from 'zod'
import { clinicalRoles, hasRole, type Role } from '../../core/caller.ts'
import type { JsonObject } from '../../core/json.ts'
import { idText, isId } from '../../fhir/id.ts'
import type { Identity } from '../identity.ts'
import { recordLaunch } from '../records/token-records.ts'
import { hasHubScope } from '../scopes.ts'
import { launchAddressOf } from './client-metadata.ts'
import { fhirBaseOf, lives } from './issuer-config.ts'
import type { IssuerParts } from './issuer-parts.ts'

const id = z.string().refine(isId, 'is no id')
const person = new RegExp(`^(?:PractitionerRole|Practitioner|RelatedPerson|Patient)/${idText}$`)
const relative = new RegExp(`^[A-Z][A-Za-z]{0,63}/${idText}(/_history/${idText})?$`)

/** SMART App Launch 2.2 scopes-and-launch-context.html#fhircontext-exp: roles of others are absolute addresses. */
const isRole = (role: string): boolean => role === 'launch' || (/^[a-z][a-z\d+.-]*:/i.test(role) && URL.canParse(role))

const ofLaunch: ReadonlySet<string> = new Set(['Patient', 'Encounter'])
const typeOf = (reference: string | undefined): string | undefined => reference?.split('/')[0]

const contextItem = z
  .looseObject({
    reference: z.string().regex(relative, 'is no relative reference').optional(),
    canonical: z.string().min(1).max(1000).optional(),
    identifier: z.looseObject({}).optional(),
    type: z.string().max(64).optional(),
    role: z.string().max(200).refine(isRole, 'is neither launch nor an absolute address').optional(),
  })
  .refine(
    (item) => (item.reference ?? item.canonical ?? item.identifier) !== undefined,
    'has no reference, canonical or identifier',
  )
  // SMART App Launch 2.2 scopes-and-launch-context.html#fhircontext: `patient` and `encounter` say these.
  .refine(
    ({ reference, type, role }) => !ofLaunch.has(typeOf(reference) ?? type ?? '') || (role ?? 'launch') !== 'launch',
    'repeats the patient or encounter of the launch',
  )

const launchBody = z.strictObject({
  client_id: z.string().min(1).max(200),
  tenant: z.string().toLowerCase().optional(),
  patient: id.optional(),
  encounter: id.optional(),
  user: z.string().regex(person, 'is no reference to a person').optional(),
  fhirContext: z.array(contextItem).min(1).max(20).optional(),
  intent: z.string().min(1).max(200).optional(),
  need_patient_banner: z.boolean().optional(),
  smart_style_url: z.url({ protocol: /^https$/ }).optional(),
})

type LaunchBody = z.output<typeof launchBody>

export type LaunchAnswer = { readonly status: number; readonly body: JsonObject }

const refuse = (status: number, error: string, description: string): LaunchAnswer => ({
  status,
  body: { error, error_description: description },
})

const launchRoles: readonly Role[] = [...clinicalRoles, 'system']

/** A clinician launches for themselves; a system says for whom. */
export async function answerLaunch(parts: IssuerParts, identity: Identity, value: unknown): Promise<LaunchAnswer> {
  const { scopeNamespace } = parts.config
  if (!hasRole(identity, launchRoles) || !hasHubScope(identity, scopeNamespace, 'write'))
    return refuse(403, 'insufficient_scope', 'a launch is for clinicians and systems that may write')
  const { success, data, error } = launchBody.safeParse(value)
  if (!success) return refuse(400, 'invalid_request', describeIssues(error))
  const isSystem = !hasRole(identity, clinicalRoles)
  if (isSystem !== (data.user !== undefined))
    return refuse(400, 'invalid_request', 'user: needed from a system, and from nobody else')
  return makeLaunch(parts, identity, data)
}

const describeIssues = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')

async function makeLaunch(parts: IssuerParts, identity: Identity, asked: LaunchBody): Promise<LaunchAnswer> {
  const { client_id: clientId, tenant: named, user, ...context } = asked
  const tenant = named ?? (identity.tenants.length === 1 ? identity.tenants[0] : undefined)
  if (tenant === undefined || !identity.tenants.includes(tenant) || !(await parts.clinical.isServed(tenant)))
    return refuse(403, 'access_denied', 'tenant: name one that the token grants')
  const client = await parts.store.findClient(clientId)
  if (client?.state !== 'active' || (client.tenant !== undefined && client.tenant !== tenant))
    return refuse(400, 'invalid_request', 'client_id: no such app in this tenant')
  if (identity.patient !== undefined && ![undefined, identity.patient].includes(context.patient))
    return refuse(403, 'access_denied', 'patient: the token is for another one')
  const wrong = await findWrongRecord(parts, tenant, context)
  if (wrong !== undefined) return refuse(400, 'invalid_request', `${wrong}: no such record in this tenant`)
  const { issuer, subject } = identity
  // A token for several tenants does not say in which of them its person is one.
  const own = identity.tenants.length === 1 ? (identity.fhirUser ?? identity.person) : undefined
  const fhirUser = user ?? own
  const launch = await parts.contexts.addLaunch({
    client: clientId,
    tenant,
    // A system's own subject is no person's.
    user: user === undefined ? { issuer, subject, fhirUser } : { issuer: '', subject: '', fhirUser: user },
    context: context as JsonObject, // the schema has read it from JSON
  })
  await recordLaunch(parts, identity, { tenant, client: clientId, patient: context.patient })
  return { status: 201, body: describeLaunch(launch, fhirBaseOf(parts.config), launchAddressOf(client)) }
}

function describeLaunch(launch: string, iss: string, uri: string | undefined): JsonObject {
  const answer = { launch, iss, expires_in: lives.Launch }
  if (uri === undefined) return answer
  const url = new URL(uri)
  url.searchParams.set('iss', iss)
  url.searchParams.set('launch', launch)
  return { ...answer, launch_url: url.href }
}

/** The member whose record is not there. */
async function findWrongRecord(
  { clinical }: IssuerParts,
  tenant: string,
  { patient, encounter }: Pick<LaunchBody, 'patient' | 'encounter'>,
): Promise<'patient' | 'encounter' | undefined> {
  if (patient !== undefined && !(await clinical.hasPatient(tenant, patient))) return 'patient'
  if (encounter === undefined) return undefined
  const owner = await clinical.findPatientOfEncounter(tenant, encounter)
  return owner === undefined || owner !== patient ? 'encounter' : undefined
}
