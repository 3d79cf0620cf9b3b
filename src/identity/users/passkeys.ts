/** Passkeys: what a browser is asked for, and whether its answer counts. Web Authentication Level 3, sections 7.1 and 7.2; D169. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { JsonObject } from '../../core/json.ts'
import type { FoundCredential } from '../../store/issuer/issuer-credentials.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import type { IssuerUser } from '../../store/issuer/issuer-users.ts'
import type { IssuerConfig } from '../issuer/issuer-config.ts'
import { type ChallengePurpose, makeChallenge, takeChallenge } from './challenges.ts'
import { enrolmentName } from './enrolments.ts'

export type PasskeyParts = { readonly config: Pick<IssuerConfig, 'baseUrl'>; readonly store: IssuerStore }

/** Loaded for the first passkey: a server starts without its two hundred files. */
const loadLibrary = () => import('@simplewebauthn/server')
const loadDecoders = () => import('@simplewebauthn/server/helpers')

const kind = 'passkey'
/** COSE: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257]

const partyOf = ({ baseUrl }: Pick<IssuerConfig, 'baseUrl'>) => {
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin }
}

/** The bytes of a subject: it says nothing of the person, and a new passkey takes the place of an old one in its authenticator. */
const handleOf = (user: string): Buffer => Buffer.from(user.replaceAll('-', ''), 'hex')

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

const enrolmentOf = (token: string): ChallengePurpose => ({ kind: 'enrolment', of: enrolmentName(token) })
const signInOf = (uid: string): ChallengePurpose => ({ kind: 'sign-in', of: uid })

/** For `navigator.credentials.create`. */
export async function askForPasskey({ config, store }: PasskeyParts, token: string, user: IssuerUser): Promise<object> {
  const { generateRegistrationOptions } = await loadLibrary()
  const known = await store.credentials.listOf(kind, user.id)
  return generateRegistrationOptions({
    rpName: 'Banksia',
    rpID: partyOf(config).id,
    userName: user.name,
    userDisplayName: user.name,
    userID: new Uint8Array(handleOf(user.id)),
    challenge: bytesOf(await makeChallenge(store, enrolmentOf(token))),
    attestationType: 'none',
    excludeCredentials: known.map(({ payload }) => ({ id: String(payload['id']) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** For `navigator.credentials.get`: whichever passkey the person picks. */
export async function askForSignIn({ config, store }: PasskeyParts, uid: string): Promise<object> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: partyOf(config).id,
    challenge: bytesOf(await makeChallenge(store, signInOf(uid))),
    userVerification: 'required',
  })
}

/** The browser's answer is not one, or not to this question. */
export type Refusal = 'malformed' | 'challenge' | 'unknown' | 'invalid' | 'counter' | 'disabled' | 'spent'

/** Stores the passkey for the person of the link, which is spent then. */
export async function enrolPasskey(
  { config, store }: PasskeyParts,
  { token, user, answer }: { readonly token: string; readonly user: string; readonly answer: string },
): Promise<'enrolled' | Refusal> {
  const response = parseAnswer<RegistrationResponseJSON>(answer, ['clientDataJSON', 'attestationObject'])
  if (response === undefined) return 'malformed'
  const taken = await takeAnswered(store, response.response.clientDataJSON, enrolmentOf(token))
  if (taken === undefined) return 'challenge'
  const { id: expectedRPID, origin: expectedOrigin } = partyOf(config)
  const expected = { expectedChallenge: taken, expectedOrigin, expectedRPID, requireUserVerification: true }
  const verified = await orNothing(async () => {
    if (!(await isUnattested(response))) return undefined
    const { verifyRegistrationResponse } = await loadLibrary()
    return verifyRegistrationResponse({ response, ...expected, supportedAlgorithmIDs: algorithms })
  })
  if (verified?.verified !== true) return 'invalid'
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  const payload: JsonObject = {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    device: credentialDeviceType,
    isBackedUp: credentialBackedUp,
  }
  const made = { kind, id: credential.id, payload, counter: credential.counter } as const
  return (await store.credentials.enrol(token, user, made)) ? 'enrolled' : 'spent'
}

/** Nobody asks for an attestation, and its certificates would name addresses to fetch from. Web Authentication 8.2, 8.7. */
async function isUnattested({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await loadDecoders()
  const attestation = decodeAttestationObject(bytesOf(response.attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

export type SignedIn =
  | { readonly user: string }
  /** `user`: whose passkey it is, if it is known. */
  | { readonly refusal: Refusal; readonly user?: string }

export async function signInByPasskey(
  { config, store }: PasskeyParts,
  { uid, answer }: { readonly uid: string; readonly answer: string },
): Promise<SignedIn> {
  const response = parseAnswer<AuthenticationResponseJSON>(answer, ['clientDataJSON', 'authenticatorData', 'signature'])
  if (response === undefined) return { refusal: 'malformed' }
  const taken = await takeAnswered(store, response.response.clientDataJSON, signInOf(uid))
  if (taken === undefined) return { refusal: 'challenge' }
  const found = await store.credentials.find(kind, response.id)
  if (found === undefined) return { refusal: 'unknown' }
  const counter = await verifySignature(config, { response, found, challenge: taken })
  if (counter === undefined) return { refusal: 'invalid', user: found.user }
  if (found.state !== 'active') return { refusal: 'disabled', user: found.user }
  const isUsed = await store.credentials.use(kind, response.id, counter)
  return isUsed ? { user: found.user } : { refusal: 'counter', user: found.user }
}

type Signed = {
  readonly response: AuthenticationResponseJSON
  readonly found: FoundCredential
  readonly challenge: string
}

/** The counter that was signed; undefined if the signature does not count. */
async function verifySignature(
  config: PasskeyParts['config'],
  { response, found, challenge }: Signed,
): Promise<number | undefined> {
  // Web Authentication 7.2 step 6: nobody was asked who they are, so the authenticator has to say it.
  if (response.response.userHandle !== handleOf(found.user).toString('base64url')) return undefined
  const { id: expectedRPID, origin: expectedOrigin } = partyOf(config)
  const expected = { expectedChallenge: challenge, expectedOrigin, expectedRPID, requireUserVerification: true }
  const { id, publicKey } = found.payload
  // The counter is compared in the statement that stores it, so that of two at once one counts.
  const credential = {
    id: String(id),
    publicKey: bytesOf(String(publicKey)),
    counter: 0,
  }
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await orNothing(() => verifyAuthenticationResponse({ response, ...expected, credential }))
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

/** The challenge that the browser says it answers, if it counts; a page within a page of another site does not (Web Authentication 7.2 step 14). */
async function takeAnswered(
  store: IssuerStore,
  clientDataJSON: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> {
  const { decodeClientDataJSON } = await loadDecoders()
  const data = await orNothing(async () => decodeClientDataJSON(clientDataJSON))
  if (typeof data?.challenge !== 'string' || data.crossOrigin === true) return undefined
  return (await takeChallenge(store, data.challenge, purpose)) ? data.challenge : undefined
}

/** Of the members that it has to have; the library reads the others. */
function parseAnswer<R>(text: string, members: readonly string[]): R | undefined {
  const isText = (value: unknown): boolean => typeof value === 'string'
  try {
    const { id, rawId, type, response } = Object(JSON.parse(text))
    const isWhole = [id, rawId, type, ...members.map((name) => Object(response)[name])].every(isText)
    // The library takes what an authenticator may add, and looks at it itself.
    return isWhole ? ({ id, rawId, type, response, clientExtensionResults: {} } as R) : undefined
  } catch {
    // It is no JSON.
    return undefined
  }
}

/** The library throws at whatever it does not understand or accept; it asks no store and no network. */
const orNothing = <T>(work: () => Promise<T>): Promise<T | undefined> => work().catch(() => undefined)
