/** Every problem that the Hub and the FHIR server answer, one row each. docs/design/hub.md#problems. */

export type ProblemRow = {
  readonly slug: string
  readonly status: number
  readonly title: string
  readonly issue: string
  readonly retry: boolean
  /** The cause of the problem, and the client's next step: fixed texts for its page. Text between back quotes is code. */
  readonly cause: string
  readonly remedy: string
}

/** `issue` is the FHIR IssueType code; `retry` tells a worker whether a repetition may succeed. */
export const problemCatalogue = [
  {
    slug: 'validation',
    status: 400,
    title: 'The request is not valid',
    issue: 'invalid',
    retry: false,
    cause:
      'A header, a parameter or a member of the body is missing, unknown or of the wrong form, or names something that is not there.',
    remedy: 'Correct each field that `errors` names, and send the request again.',
  },
  {
    slug: 'malformed-request',
    status: 400,
    title: 'The body is not JSON',
    issue: 'structure',
    retry: false,
    cause:
      'The body is no JSON as RFC 8259 has it: a member given twice, a number or text that no system could read in the same way, nested too deeply.',
    remedy: 'Correct the body at the line and column that `errors` names.',
  },
  {
    slug: 'authentication-required',
    status: 401,
    title: 'A valid access token is required',
    issue: 'login',
    retry: false,
    cause:
      'The request has no access token, or one that has run out, was signed by somebody else or is for another audience.',
    remedy: 'Get a new access token from the identity provider, and send it as `Authorization: Bearer`.',
  },
  {
    slug: 'insufficient-scope',
    status: 403,
    title: 'The token, or its spoke, lacks the scope',
    issue: 'forbidden',
    retry: false,
    cause:
      'The token was issued without the scope that `WWW-Authenticate` names, or the spoke that it is used for only reads.',
    remedy: 'Ask the identity provider for that scope, or act as a spoke that has it.',
  },
  {
    slug: 'role-required',
    status: 403,
    title: 'The caller lacks the role',
    issue: 'forbidden',
    retry: false,
    cause: "None of the caller's roles may do this, or a clinician's token names no PractitionerRole.",
    remedy: 'Let somebody act who has one of the roles that the documentation of the operation names.',
  },
  {
    slug: 'tenant-forbidden',
    status: 403,
    title: 'The token does not grant this tenant',
    issue: 'forbidden',
    retry: false,
    cause: '`X-Tenant-Id` names a tenant that the token does not grant, or the token grants several and none is named.',
    remedy: 'Name a tenant of the token, or ask for a token that grants this one.',
  },
  {
    slug: 'tenant-unknown',
    status: 403,
    title: 'No such tenant is here',
    issue: 'forbidden',
    retry: false,
    cause: 'The token grants a tenant that this installation does not have.',
    remedy: 'Have the tenant made by `banksia tenant create`, or correct the claim of the identity provider.',
  },
  {
    slug: 'tenant-disabled',
    status: 403,
    title: 'The tenant is disabled',
    issue: 'forbidden',
    retry: true,
    cause: 'An operator has disabled the tenant: nothing of it is read or changed meanwhile.',
    remedy: 'Try again when the tenant is active again; its operator knows when.',
  },
  {
    slug: 'spoke-forbidden',
    status: 403,
    title: 'The spoke is unknown or not granted',
    issue: 'forbidden',
    retry: false,
    cause: '`X-Spoke-Id` names no spoke of this installation, or one that the token does not grant.',
    remedy: 'Name a spoke of the token, or ask for a token that grants this one.',
  },
  {
    slug: 'consent-required',
    status: 403,
    title: 'No active consent covers this',
    issue: 'suppressed',
    retry: false,
    cause:
      'No consent of the patient that is in force permits this, one denies it, or the consent to record was taken back. `errors` names the permit, the purpose and the class of the recipient.',
    remedy: 'Ask the patient, and record their consent with `POST /v1/consents`. What is quarantined stays closed.',
  },
  {
    slug: 'feature-disabled',
    status: 403,
    title: 'The feature is off for this spoke',
    issue: 'forbidden',
    retry: false,
    cause:
      "An operator has switched the feature off, for the caller's spoke, for the spoke of what is acted on, or for the tenant.",
    remedy:
      'Wait until it is on again; nothing that was queued is lost. `GET /v1/spokes/{spokeId}/readiness` tells which features are off.',
  },
  {
    slug: 'not-found',
    status: 404,
    title: 'Not found',
    issue: 'not-found',
    retry: false,
    cause:
      "Nothing has this address, in this tenant and for this caller. What a patient's consent denies to the caller is not there for them.",
    remedy: 'Check the identifier and the tenant.',
  },
  {
    slug: 'method-not-allowed',
    status: 405,
    title: 'The method is not allowed here',
    issue: 'not-supported',
    retry: false,
    cause: 'What has this address does not take the method.',
    remedy: 'Use one of the methods that the header `Allow` names.',
  },
  {
    slug: 'not-acceptable',
    status: 406,
    title: 'No acceptable representation',
    issue: 'not-supported',
    retry: false,
    cause: '`Accept` takes none of the media types that the answer has.',
    remedy: 'Accept one of those that `detail` names, or leave the header out.',
  },
  {
    slug: 'request-timeout',
    status: 408,
    title: 'The body did not arrive in time',
    issue: 'timeout',
    retry: true,
    cause: 'The body had not arrived when the time for it was over.',
    remedy: 'Send the request again with the same idempotency key, over a faster connection or in smaller parts.',
  },
  {
    slug: 'invalid-transition',
    status: 409,
    title: 'The operation is not open from this state',
    issue: 'business-rule',
    retry: false,
    cause: 'The state of what is acted on does not let it go this way: `detail` names the operation and the state.',
    remedy: 'Read it again, and do what its state is open to; docs/lifecycle.md has the states.',
  },
  {
    slug: 'verification-required',
    status: 409,
    title: 'A passed verification of this content is required',
    issue: 'business-rule',
    retry: false,
    cause:
      "The content was not verified, or has been edited, or its evidence, its template's rules or the patient have changed since.",
    remedy: 'Verify the artifact again, and approve the version that the verification answers.',
  },
  {
    slug: 'draft-outdated',
    status: 409,
    title: 'The draft was not made from the talk as it is now',
    issue: 'business-rule',
    retry: false,
    cause:
      'The talk was not over when the draft was made, or its words or speakers have changed since. `detail` says which.',
    remedy:
      'Finish the transcript (`:append` with `final`). The server then makes the draft again; read, verify and approve the new version.',
  },
  {
    slug: 'release-invalid',
    status: 409,
    title: 'The release would not pass its profiles',
    issue: 'business-rule',
    retry: false,
    cause:
      'The FHIR resources of the release would break their profiles, or something that they refer to is not there.',
    remedy: 'Correct what `errors` names, in the artifact or in the record, and verify again.',
  },
  {
    slug: 'conflict',
    status: 409,
    title: 'Changed at the same time',
    issue: 'conflict',
    retry: true,
    cause: 'Somebody changed the same thing at the same time, or what is to be made is there already.',
    remedy:
      'Read it again, and repeat the request where it still makes sense. Where `errors` names `id`, choose another identifier.',
  },
  {
    slug: 'business-rule',
    status: 409,
    title: 'A business rule forbids this',
    issue: 'business-rule',
    retry: false,
    cause: 'The request is right by itself, and a rule of the Hub forbids it as things are: `detail` says which.',
    remedy: 'Change what the rule is about, as `detail` says.',
  },
  {
    slug: 'idempotency-in-progress',
    status: 409,
    title: 'The first request with this key is still running',
    issue: 'conflict',
    retry: true,
    cause: 'Another request with this idempotency key has not ended yet.',
    remedy: 'Send the same request again after the seconds in `Retry-After`: it gets the answer of the first.',
  },
  {
    slug: 'gone',
    status: 410,
    title: 'No longer available',
    issue: 'deleted',
    retry: false,
    cause: 'It was there, and is not given out any more: recalled, withdrawn, or older than what is kept.',
    remedy: 'Ask for what took its place, or begin a list or a stream anew.',
  },
  {
    slug: 'precondition-failed',
    status: 412,
    title: 'The version is not the current one',
    issue: 'conflict',
    retry: false,
    cause:
      '`If-Match` names another version than the current one, because somebody has changed it since, or `If-None-Match` forbids the one that there is.',
    remedy: 'Read it again, look at what has changed, and repeat the change with the ETag of that answer.',
  },
  {
    slug: 'multiple-matches',
    status: 412,
    title: 'The criteria match more than one resource',
    issue: 'multiple-matches',
    retry: false,
    cause: 'The criteria of a conditional request find more than one resource.',
    remedy: 'Narrow the criteria, or name the resource by its identifier.',
  },
  {
    slug: 'payload-too-large',
    status: 413,
    title: 'The body is too large',
    issue: 'too-long',
    retry: false,
    cause: 'The body is larger than this operation takes, for this spoke.',
    remedy: 'Send less at once; docs/platform.md has the limits.',
  },
  {
    slug: 'unsupported-media-type',
    status: 415,
    title: 'The media type is not supported',
    issue: 'not-supported',
    retry: false,
    cause: '`Content-Type` names another media type or charset than the operation takes, or the body is compressed.',
    remedy: 'Send one of those that the header `Accept` of the answer names, in UTF-8 and not compressed.',
  },
  {
    slug: 'range-not-satisfiable',
    status: 416,
    title: 'The range lies outside of what there is',
    issue: 'value',
    retry: false,
    cause: '`Range` begins beyond the last byte.',
    remedy: 'Ask for a range within the length that `Content-Range` names.',
  },
  {
    slug: 'resource-invalid',
    status: 422,
    title: 'The resource breaks its profile',
    issue: 'invariant',
    retry: false,
    cause: 'The resource breaks a rule of FHIR R4 or of a profile that the tenant demands.',
    remedy: 'Correct each element that the issues name.',
  },
  {
    slug: 'document-incomplete',
    status: 422,
    title: 'The document lacks what a form of it demands',
    issue: 'required',
    retry: false,
    cause:
      'The document, or its recipient, lacks what the form of a channel, share or export demands, or holds what the form cannot carry: `errors` names each element, the form and the channel.',
    remedy: 'Complete what `errors` names, or choose another form, preset or recipient.',
  },
  {
    slug: 'render-failed',
    status: 422,
    title: 'The form could not be made of the document',
    issue: 'processing',
    retry: false,
    cause: 'The form was not made within ten seconds, or making it failed.',
    remedy: 'Choose another form, or shorten the document.',
  },
  {
    slug: 'patch-not-applicable',
    status: 422,
    title: 'The patch does not apply to the resource',
    issue: 'processing',
    retry: false,
    cause: 'An operation of the patch names a place that the resource does not have, or a test of it fails.',
    remedy: 'Read the resource again, and write the patch for what it is now.',
  },
  {
    slug: 'idempotency-key-reused',
    status: 422,
    title: 'The idempotency key belongs to another request',
    issue: 'business-rule',
    retry: false,
    cause:
      'The idempotency key was used for another request in the last seven days: another method, path, version or body.',
    remedy: 'Choose a new key for each change, and keep it for repetitions of that change alone.',
  },
  {
    slug: 'precondition-required',
    status: 428,
    title: 'The request does not say which version it changes',
    issue: 'required',
    retry: false,
    cause:
      'The operation changes or signs something that others may change too, and the request does not say of which version it speaks.',
    remedy:
      'Read it, and send the ETag of that answer as `If-Match`; where there is nothing yet, send `If-None-Match: *`. `If-Match: *` names no version.',
  },
  {
    slug: 'rate-limited',
    status: 429,
    title: 'Too many requests',
    issue: 'throttled',
    retry: true,
    cause: 'The client has sent more requests in a minute than it may.',
    remedy: 'Wait for the seconds in `Retry-After`; `RateLimit` tells how many are left.',
  },
  {
    slug: 'headers-too-large',
    status: 431,
    title: 'The headers are too large',
    issue: 'too-long',
    retry: false,
    cause: 'The headers of the request are larger than 16 KiB.',
    remedy: 'Send fewer or shorter headers; a token with many claims is the usual cause.',
  },
  {
    slug: 'internal',
    status: 500,
    title: 'Internal error',
    issue: 'exception',
    retry: false,
    cause: 'The Hub has come upon a fault of its own. Nothing was changed.',
    remedy: 'Tell the operator the request identifier: the log has it.',
  },
  {
    slug: 'dependency-unavailable',
    status: 503,
    title: 'A dependency is unavailable',
    issue: 'transient',
    retry: true,
    cause:
      'The database, a provider or another part that this needs does not answer, or answers too late. Nothing was changed.',
    remedy:
      'Send the same request again with the same idempotency key after the seconds in `Retry-After`. `GET /v1/health` tells what is not ready.',
  },
] as const satisfies readonly ProblemRow[]

export type ProblemSlug = (typeof problemCatalogue)[number]['slug']
