/** Asks another system for facts about that system. Writes nothing there, and searches for no patient. */
import { parseCapability } from '../../channels/fhir/capability.ts'
import { listSampleForms } from '../../channels/fhir/forms.ts'
import { discoverTokenUrl, TokenRefused } from '../../channels/fhir/token-request.ts'
import { readSftpGreeting } from '../../channels/sftp/sftp-greeting.ts'
import { systemClock } from '../../core/clock.ts'
import { listObjects } from '../../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts'
import { classOfReason, explainClass } from '../../domain/delivery/reason-classes.ts'
import { FhirRefusal, openFhirClient } from '../../outbound/fhir-client.ts'
import { OutboundError, type OutboundReason } from '../../outbound/outbound-error.ts'
import { readPeer } from '../../outbound/peer.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { asLine, type Target } from './target.ts'

export type Facts = Readonly<Record<string, string>>

export type Surveying = {
  readonly policy: OutboundPolicy
  readonly target: Target
  /** With its secrets. */
  readonly destination: JsonObject
  readonly signal: AbortSignal
}

/** Without TLS 1.3 at the other end, the channel says so. */
const oldest = { minVersion: 'TLSv1.2' } as const

export type Survey = {
  readonly facts: Facts
  /** The reason if the other system was not reached. */
  readonly reason?: OutboundReason
}

/** A failure is a fact too: `fault` with the reason, and the code of the system. */
export async function listFacts(surveying: Surveying): Promise<Survey> {
  const facts: Record<string, string> = {}
  try {
    for await (const found of survey(surveying)) Object.assign(facts, found)
  } catch (error) {
    if (error instanceof OutboundError)
      return { facts: { ...facts, fault: describeFault(error) }, reason: error.reason }
    if (error instanceof FhirRefusal) return { facts: { ...facts, fault: `HTTP status ${error.status}` } }
    throw error
  }
  return { facts }
}

async function* survey(surveying: Surveying): AsyncGenerator<Facts> {
  const { policy, target, destination, signal } = surveying
  const { host, port, kind, isTls } = target
  if (kind === 'sftp') {
    const { hostKey, methods } = await readSftpGreeting(policy, { host, port, username: userOf(destination) }, signal)
    yield { hostKey, login: methods.map(asLine).join(', ') }
    return
  }
  yield {
    ...(await readPeer(
      policy,
      { host, port, ...(isTls ? { tls: { ...oldest, ...tlsOf(destination) } } : {}) },
      signal,
    )),
  }
  if (kind === 'fhir') yield* surveyFhir(surveying)
}

const userOf = (destination: JsonObject): string => textOf(destination, 'username') ?? ''

/** The schema of the destination has checked it. */
export const tlsOf = ({ tls }: JsonObject): Readonly<Record<string, string>> =>
  isJsonObject(tls) ? (tls as Record<string, string>) : {}

async function* surveyFhir({ policy, destination, signal }: Surveying): AsyncGenerator<Facts> {
  const baseUrl = textOf(destination, 'baseUrl') ?? ''
  const tls = { ...oldest, ...tlsOf(destination) }
  const headers = isJsonObject(destination['headers']) ? (destination['headers'] as Record<string, string>) : {}
  const client = openFhirClient({ policy, baseUrl, headers, signal, tls })
  // Another server may answer anything.
  const statement = (await client.capabilityStatement()) as unknown as JsonValue
  if (isJsonObject(statement)) yield describeStatement(statement)
  try {
    const tokenUrl = await discoverTokenUrl({ policy, now: systemClock(), signal }, baseUrl, tls)
    yield { tokenEndpoint: asLine(tokenUrl) }
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
  }
}

function describeStatement(statement: JsonObject): Facts {
  const software = isJsonObject(statement['software']) ? statement['software'] : undefined
  const named = [textOf(software, 'name'), textOf(software, 'version')].filter((text) => text !== undefined)
  const capability = parseCapability(statement)
  const services = listServices(statement)
  const fhirVersion = textOf(statement, 'fhirVersion')
  return {
    ...(fhirVersion === undefined ? {} : { fhirVersion: asLine(fhirVersion) }),
    ...(named.length === 0 ? {} : { software: asLine(named.join(' ')) }),
    ...(services.length === 0 ? {} : { authorization: asLine(services.join(', ')) }),
    ...(capability === undefined ? {} : { form: listSampleForms(capability)[0] ?? 'none' }),
  }
}

/** Codes of restful-security-service. R4 capabilitystatement.html#8.9.4 */
const listServices = ({ rest }: JsonObject): readonly string[] =>
  listObjects(rest)
    .flatMap(({ security }) => (isJsonObject(security) ? listObjects(security['service']) : []))
    .flatMap(({ coding }) => listObjects(coding).flatMap((one) => textOf(one, 'code') ?? []))

/** `dns (ENOTFOUND): ...`; the code is that of the system or of OpenSSL. */
function describeFault({ reason, cause }: OutboundError): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
  return `${reason}${code === undefined ? '' : ` (${asLine(code)})`}: ${explainClass(classOfReason(reason)).cause}`
}
