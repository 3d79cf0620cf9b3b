/** Who signs in at the authorisation server, and on which pages: development accounts, or the users of the installation. docs/design/identity.md#parts. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clinicalRoles, hasRole, patientSideRoles, type Role } from '../../core/caller.ts'
import { isId } from '../../fhir/id.ts'
import type { ClaimNames } from '../claims.ts'

export type IssuerAccount = {
  /** The subject of its tokens: it never means another person later. */
  readonly id: string
  /** For pages alone. */
  readonly name?: string | undefined
  readonly tenants: readonly string[]
  readonly spokes: readonly string[]
  readonly roles: readonly Role[]
  /** `Type/id` of the account's PractitionerRole, Practitioner, RelatedPerson or Patient. */
  readonly fhirUser?: string | undefined
  /** The one patient whose record it may see. */
  readonly patient?: string | undefined
}

/** Whether a token of theirs may name this patient: patients and carers see their own alone. */
export function maySee(account: IssuerAccount, patient: string | undefined): boolean {
  if (account.patient !== undefined) return account.patient === patient
  return hasRole(account, clinicalRoles) || !hasRole(account, patientSideRoles)
}

export type Accounts = {
  /** Undefined: there is no such account, or it is disabled. */
  readonly find: (id: string) => Promise<IssuerAccount | undefined>
  /** Whether anybody can sign in; absent: yes. Nothing of a sign-in is stored where nobody can. D167. */
  readonly isAnybodyHere?: () => Promise<boolean>
}

/** The step of an authorization request that waits for a person. */
export type OpenInteraction = {
  readonly uid: string
  readonly prompt: 'login' | 'context' | 'consent'
  readonly client: { readonly id: string; readonly name: string }
  /** At the sign-in as the app asks, afterwards within the rights of the person. */
  readonly scopes: readonly string[]
  /** A patient has to be chosen. */
  readonly needsPatient: boolean
  /** From which tenants the person may choose one; none before the sign-in. */
  readonly tenants: readonly string[]
  readonly offersEncounter: boolean
  /** Of a launch, picked before, or the account's own; undefined before the sign-in and where none is needed. */
  readonly context?: PickedContext | undefined
  /** The host of the app, or the scheme by which a device opens it. */
  readonly returnsTo: string
  /** `prompt=login`: who has signed in before does so again. */
  readonly asksAgain: boolean
  /** Seconds since the person signed in. */
  readonly maxAge?: number | undefined
  /** Of the session. */
  readonly accountId?: string | undefined
  /** Of the session, once somebody has signed in. */
  readonly person?: Pick<IssuerAccount, 'id' | 'name' | 'roles'> | undefined
}

/** `tenant`: two tenants may use one id for two patients. */
export type PickedContext = {
  readonly patient: string
  readonly encounter?: string | undefined
  readonly tenant?: string | undefined
}

/** Of the answer of a page. */
export function readPicked(context: unknown): Readonly<Record<keyof PickedContext, string | undefined>> {
  const { patient, encounter, tenant } = Object(context) as Readonly<Record<string, unknown>>
  const read = (value: unknown) => (typeof value === 'string' && isId(value) ? value : undefined)
  return { patient: read(patient), encounter: read(encounter), tenant: read(tenant) }
}

/** The answer of a person; what is left out is asked for next. */
export type InteractionAnswer = {
  readonly accountId?: string | undefined
  /** Seconds since 1970; absent: now. */
  readonly authenticatedAt?: number | undefined
  readonly context?: PickedContext | undefined
  readonly consent?: { readonly refused: readonly string[] } | undefined
}

/** One interaction, as its pages see it. The cookie of the browser that began it identifies it: another site does not have it. */
export type Interacting = {
  /** Undefined: it has expired, or another browser began it. */
  readonly read: () => Promise<OpenInteraction | undefined>
  /** Goes back to the authorization request. False as `read` is undefined. */
  readonly answer: (answer: InteractionAnswer) => Promise<boolean>
  /** Ends the session of the browser, and begins the request again at its sign-in. False as `read` is undefined. */
  readonly leave: () => Promise<boolean>
  /** The person refuses: the client gets `access_denied`. */
  readonly refuse: () => Promise<boolean>
}

export type Pages = {
  /** Answers `/oidc/interaction/UID`. */
  readonly answer: (interacting: Interacting, request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** `implied`: signing in is consent, on development servers alone. */
  readonly consent: 'implied' | 'asked'
}

/** Sign-in by the provider of a hospital. D173. */
export type UpstreamSignIn = {
  /** As the provider is called on pages. */
  readonly name: string
  /** Answers `/oidc/interaction/UID/upstream`: leads there, or goes on with what has come back. */
  readonly answerInteraction: (
    interacting: Interacting,
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<void>
  /** Answers `/oidc/enrol/upstream`: where the person with the link in the body goes. */
  readonly answerEnrolment: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Answers `/oidc/signed-in`. */
  readonly answerReturn: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** The claims of an account's tokens, under the configured names. */
export function buildAccountClaims(
  { tenants, spokes, roles, fhirUser, patient }: Omit<IssuerAccount, 'id'>,
  names: ClaimNames,
): Record<string, string | string[]> {
  return {
    [names.tenantsClaim]: [...tenants],
    [names.spokesClaim]: [...spokes],
    [names.rolesClaim]: [...roles],
    ...(fhirUser === undefined ? {} : { [names.fhirUserClaim]: fhirUser }),
    ...(patient === undefined ? {} : { patient }),
  }
}
