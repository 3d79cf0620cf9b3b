/** Why a sign-in at an upstream provider did not succeed: one of a closed set of reasons. D173. */
import * as openid from 'openid-client'
import { OutboundError } from '../../outbound/outbound-error.ts'
import { hostOf, IssuerError, type IssuerFailure, toIssuerError } from '../issuer-error.ts'

export type SignInReason =
  /** The provider does not answer. */
  | 'away'
  /** The provider says no: the person gave up, or may not. */
  | 'refused'
  /** The answer is not one for this sign-in, or not of this provider. */
  | 'untrusted'
  /** The person did not sign in as lately as the app asks. */
  | 'stale'
  /** Without the claim that binds. */
  | 'unnamed'
  /** Nobody here is bound to that person, or whoever is may not sign in. */
  | 'unknown'
  /** The link of an enrolment is spent, or the person there is somebody else's here. */
  | 'spent'

type FaultFields = { readonly errorCode?: string; readonly setting?: string }

export class SignInFault extends Error {
  readonly reason: SignInReason
  /** Fields of the log, without a value of the person. */
  readonly failure: FaultFields

  constructor(reason: SignInReason, failure: FaultFields = {}, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'SignInFault'
    this.reason = reason
    this.failure = failure
  }
}

const timeouts: readonly unknown[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT']
/** The answer is none of OAuth: a proxy in front says that the provider is down. */
const unanswered: readonly unknown[] = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

export function toSignInFault(issuer: string, error: unknown): unknown {
  if (error instanceof SignInFault) return error
  const failure = findFailure(issuer, error)
  if (failure !== undefined) return new SignInFault('away', fieldsOf(failure), { cause: error })
  const { code } = Object(error) as { readonly code?: unknown }
  if (error instanceof openid.AuthorizationResponseError) return refused(error.error, error)
  // Such as invalid_client: the operator has to do something. Others, such as invalid_grant, are of this sign-in.
  if (error instanceof openid.ResponseBodyError)
    return new SignInFault('untrusted', { errorCode: plain(error.error) }, { cause: error })
  if (error instanceof openid.ClientError || error instanceof openid.WWWAuthenticateChallengeError)
    return new SignInFault('untrusted', { errorCode: plain(code) }, { cause: error })
  return error
}

const fieldsOf = ({ reason, setting }: IssuerFailure): FaultFields => ({
  errorCode: reason,
  ...(setting === undefined ? {} : { setting }),
})

const refused = (code: string, cause: unknown): SignInFault =>
  new SignInFault('refused', { errorCode: plain(code) }, { cause })

/** RFC 6749 5.2 has such names; anything else may be a value of the person. */
const plain = (code: unknown): string => (typeof code === 'string' && /^[A-Za-z_]{1,60}$/.test(code) ? code : 'other')

/** That of the network, however deep. */
function findFailure(issuer: string, error: unknown): IssuerFailure | undefined {
  if (error instanceof IssuerError) return error.failure
  if (error instanceof OutboundError) return toIssuerError(issuer, error).failure
  if (!(error instanceof Error)) return undefined
  const { code } = error as { readonly code?: unknown }
  if (timeouts.includes(code)) return { host: hostOf(issuer), reason: 'timeout' }
  if (unanswered.includes(code)) return { host: hostOf(issuer), reason: 'status' }
  return findFailure(issuer, error.cause)
}
