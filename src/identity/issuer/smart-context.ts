/** The context of a launch, and of the grant that it becomes. SMART App Launch 2.2 scopes-and-launch-context.html; D155. */
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../core/json.ts'
import type { IssuerState } from '../../store/issuer/issuer-state.ts'
import type { IssuerAccount } from './accounts.ts'
import { needsPatient } from './granted-scopes.ts'
import { lives } from './issuer-config.ts'

/** In the words of the token response. */
export type SmartContext = {
  readonly tenant?: string | undefined
  readonly patient?: string | undefined
  readonly encounter?: string | undefined
  readonly fhirContext?: readonly JsonObject[] | undefined
  readonly intent?: string | undefined
  readonly need_patient_banner?: boolean | undefined
  readonly smart_style_url?: string | undefined
}

/** Of the token response and of introspection. */
export const contextMembers = [
  'tenant',
  'patient',
  'encounter',
  'fhirContext',
  'intent',
  'need_patient_banner',
  'smart_style_url',
] as const satisfies readonly (keyof SmartContext)[]

/** For whom a launch is: a subject of an issuer, or a person of the tenant. */
export type LaunchUser = {
  readonly issuer: string
  readonly subject: string
  readonly fhirUser?: string | undefined
}

export type Launch = {
  readonly client: string
  readonly tenant: string
  readonly user: LaunchUser
  readonly context: SmartContext
}

type Granted = {
  readonly grantId: string
  readonly clientId: string
  readonly lifeSeconds: number
  /** With which the grant ends. */
  readonly session?: string | undefined
}

const launchBytes = 32

export class SmartContexts {
  readonly #state: IssuerState

  constructor(state: IssuerState) {
    this.#state = state
  }

  /** Answers the opaque text by which an app names it. */
  async addLaunch(launch: Launch): Promise<string> {
    const id = randomBytes(launchBytes).toString('base64url')
    // Sealed: whoever can write a row cannot make it live longer.
    const payload = { ...launch, endsAtMs: Date.now() + lives.Launch * 1000 } as unknown as JsonObject // plain JSON
    const { client: clientId, tenant } = launch
    await this.#state.put('Launch', id, { payload, lifeMs: lives.Launch * 1000, clientId, tenant })
    return id
  }

  /** Undefined if it is unknown, spent or expired. */
  async findLaunch(id: string): Promise<Launch | undefined> {
    const found = await this.#state.find('Launch', id)
    if (found === undefined || found.consumedAt !== undefined || !(Number(found.payload['endsAtMs']) > Date.now()))
      return undefined
    return found.payload as unknown as Launch // as `addLaunch` stored it
  }

  /** False if somebody spent it before. */
  spendLaunch(id: string): Promise<boolean> {
    return this.#state.consume('Launch', id)
  }

  /** It ends with the grant. */
  async put(grant: Granted, context: SmartContext): Promise<void> {
    const payload = context as unknown as JsonObject // plain JSON
    const { lifeSeconds, ...ids } = grant
    const { tenant } = context
    await this.#state.put('Context', grant.grantId, { payload, lifeMs: lifeSeconds * 1000, tenant, ...ids })
  }

  /** Undefined if the grant has none, which is never so while it counts: whoever asks must not take that for a context without bounds. */
  async find(grantId: string): Promise<SmartContext | undefined> {
    const found = await this.#state.find('Context', grantId)
    return found?.payload as unknown as SmartContext | undefined // as `put` stored it
  }
}

/** The part for which a scope was granted. The scope `launch` is for all of it. */
export function keepGranted(context: SmartContext, scopes: readonly string[]): SmartContext {
  if (scopes.includes('launch')) return context
  const { tenant, patient, encounter } = context
  return {
    tenant,
    ...(needsPatient(new Set(scopes)) ? { patient } : {}),
    ...(scopes.includes('launch/encounter') ? { encounter } : {}),
  }
}

/** An EHR of another maker names the person, because it knows no subject of ours. In another tenant the same reference is somebody else. */
export const isLaunchedBy = ({ user, tenant }: Launch, account: IssuerAccount, issuer: string): boolean =>
  (user.issuer === issuer && user.subject === account.id) ||
  (user.fhirUser !== undefined && user.fhirUser === account.fhirUser && account.tenants.every((one) => one === tenant))

/** What an app reads of it. */
export const showContext = (context: SmartContext): JsonObject =>
  Object.fromEntries(
    contextMembers.flatMap((name) => (context[name] === undefined ? [] : [[name, context[name]]])),
  ) as JsonObject // plain JSON
