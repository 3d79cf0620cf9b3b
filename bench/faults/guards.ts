/**
 * Guards of the product, each with a change that removes it and the attacks that then succeed. `find` stands once in the file. Guards of one `run` and
 * one group are removed together: no attack of one is an attack of another.
 */
import type { Change } from './checkout.ts'

export type Guard = Change & {
  readonly guard: string
  /** The ids of the tables of test/attacks. */
  readonly attacks: readonly string[]
}

/** Test files of the attacks. */
export const runs = {
  objects: 'test/attacks/api-objects.test.ts',
  authentication: 'test/attacks/api-authentication.test.ts',
  limits: 'test/attacks/api-limits.test.ts',
  oauth: 'test/attacks/rfc9700.test.ts',
  people: 'test/attacks/people.test.ts',
} as const

export type GuardGroup = { readonly run: keyof typeof runs; readonly guards: readonly Guard[] }

// biome-ignore format: one row a line
const roles: readonly Guard[] = [
  { guard: 'no clinical text for staff',            file: 'src/access/access.ts',                  find: "  if (!isOpen(caller, type)) throw new Problem('role-required')\n",          put: '',                                             attacks: ['API5-01', 'API5-02', 'API5-03'] },
  { guard: 'a patient has no scopes of users',      file: 'src/access/access.ts',                  find: "return isKept ? [] : [narrowing]",                                          put: 'return [narrowing]',                           attacks: ['API5-36'] },
  { guard: 'a tenant of the token, in the Hub',     file: 'src/http/checks/authenticate.ts',       find: "      if (!identity.tenants.includes(tenant)) throw",                         put: '      if (tenant.length > 99) throw',          attacks: ['API1-73'] },
  { guard: 'a tenant of the token, in FHIR',        file: 'src/http/checks/authenticate.ts',       find: "tenant === undefined || !identity.tenants.includes(tenant)",                 put: 'tenant === undefined',                         attacks: ['API1-41'] },
  { guard: 'a spoke of the token',                  file: 'src/http/checks/authenticate.ts',       find: "!bounds.ids.includes(spoke) || !identity.spokes.includes(spoke)",           put: '!bounds.ids.includes(spoke)',                  attacks: ['API5-32'] },
  { guard: 'a spoke that reads writes nothing',     file: 'src/identity/spoke-bounds.ts',          find: "writing.has(spoke) ? scopes :",                                             put: 'spoke.length > 0 ? scopes :',                  attacks: ['API5-33', 'API5-34'] },
  { guard: 'the roles of a route',                  file: 'src/http/serve-routes.ts',              find: "  if (!hasRole(caller, route.roles)) throw new Problem('role-required')\n", put: '',                                             attacks: ['API5-05', 'API5-08', 'API5-15'] },
  { guard: 'the scope of a route',                  file: 'src/http/serve-routes.ts',              find: "  if (!hasHubScope(caller, namespace, route.scope)) {",                      put: '  if (caller.scopes.length > 999) {',          attacks: ['API5-18', 'API5-19'] },
  { guard: 'the own record alone, by id',           file: 'src/access/access.ts',                  find: "(patient === undefined || directory.has(found.type) || isOwnRecord(parameters, found, patient))", put: 'true',                       attacks: ['API1-01', 'API1-02', 'API1-03', 'API1-31'] },
  { guard: 'the own record alone, in a search',     file: 'src/access/restriction.ts',             find: "(access.patient !== undefined && isDirectory(type))",                       put: 'access.patient !== undefined',                 attacks: ['API1-06', 'API1-07', 'API1-08', 'API1-20'] },
  { guard: 'who is launched with, of which tenant', file: 'src/identity/issuer/launch-endpoint.ts', find: "tenant === undefined || !identity.tenants.includes(tenant) ||",             put: 'tenant === undefined ||',                    attacks: ['API3-08'] },
  { guard: 'the role of who launches',              file: 'src/identity/issuer/launch-endpoint.ts', find: "!hasRole(identity, launchRoles) || ",                                    put: '',                                             attacks: ['API5-38'] },
]

// biome-ignore format: one row a line
const writes: readonly Guard[] = [
  { guard: 'denials of patients, in FHIR',          file: 'src/server/app.ts',                     find: "    applyConsentDenials(server, () => true),\n",                            put: '',                                             attacks: ['API1-55', 'API1-56', 'API1-57', 'API1-62'] },
  { guard: 'a write stays within its part',         file: 'src/access/write-scope.ts',             find: "access.narrowed !== undefined && !list()",                                  put: 'access.narrowed === null && !list()',          attacks: ['API3-09', 'API3-10', 'API3-11'] },
  { guard: 'a key is of one request',               file: 'src/store/idempotency.ts',              find: "    throw new Problem('idempotency-key-reused')\n",                         put: '    return stored.reply\n',                    attacks: ['API6-05'] },
  { guard: 'a key is of one person',                file: 'src/store/idempotency.ts',              find: "['idempotency', spoke, subject, key, patient]",                             put: "['idempotency', spoke, key]",                  attacks: ['API6-06'] },
  { guard: 'the version that was read',             file: 'src/http/preconditions.ts',             find: "expected === undefined || isMet(stored?.version, expected)",                put: 'true',                                         attacks: ['API6-19'] },
  { guard: 'consent to a share',                    file: 'src/hub/shares/sharing.ts',             find: "if (!(await isDisclosureConsented(tx, of, sharing)))",                      put: 'if (of === undefined)',                        attacks: ['API6-10'] },
  { guard: 'a link closes after wrong dates',       file: 'src/hub/shares/link/redeem.ts',         find: "link.failures >= maxLinkFailures",                                          put: 'link.failures >= 999',                         attacks: ['API6-11'] },
  { guard: 'a revoked link is closed',              file: 'src/domain/share/shares.ts',            find: "  if (status === 'revoked') return 'revoked'\n",                            put: '',                                             attacks: ['API6-12'] },
  { guard: 'the Hub alone changes its releases',    file: 'src/fhir-server/write/written-resource.ts', find: "  if (stored?.owner !== 'hub') return\n",                               put: '  if (stored?.owner !== "") return\n',         attacks: ['API6-17'] },
  { guard: 'secrets of a channel are not shown',    file: 'src/hub/channels/channel-secrets.ts',   find: "secretMembers.has(name) ? hidden : withoutSecrets(item)",                  put: 'withoutSecrets(item)',                         attacks: ['API3-18'] },
  { guard: 'secrets of a subscription are not kept', file: 'src/fhir-server/subscriptions/subscription-hook.ts', find: "content: withoutSecrets(content) }",                            put: 'content }',                                    attacks: ['API3-19'] },
  { guard: 'a member once',                         file: 'src/core/json/json-reader.ts',          find: "if (Object.hasOwn(object, name)) this.fail('duplicate member name', start)", put: '',                                            attacks: ['API3-07'] },
]

// biome-ignore format: one row a line
const ofDenied: readonly Guard[] = [
  { guard: 'nobody changes who they are',           file: 'src/access/write-scope.ts',             find: "knownBy !== undefined && list()",                                           put: 'knownBy === null && list()',                   attacks: ['API1-68', 'API1-69'] },
  { guard: 'the letters of a scope',                file: 'src/identity/scopes.ts',                find: "scope.permissions.includes(letters[interaction])",                         put: 'letters[interaction].length > 0',              attacks: ['API5-20', 'API5-21', 'API5-22', 'API5-23', 'API5-24'] },
  { guard: 'the type of a scope',                   file: 'src/identity/scopes.ts',                find: "(scope.type === '*' || scope.type === type) &&",                            put: '',                                             attacks: ['API5-25'] },
  { guard: 'a review is held by one person',        file: 'src/store/operations/reviews.ts',       find: "make_interval(mins => $7)\n     where tenant = $1 and artifact_id = $2 and gate = $3 and (holder is null or (holder = $4 and holder_issuer = $5) or held_until <= now())", put: 'make_interval(mins => $7)\n     where tenant = $1 and artifact_id = $2 and gate = $3', attacks: ['API6-14'] },
]

// biome-ignore format: one row a line
const tokens: readonly Guard[] = [
  { guard: 'one token in a request',                file: 'src/http/checks/authenticate.ts',       find: "isRepeated(req, 'Authorization')",                                         put: "isRepeated(req, 'X-None')",                    attacks: ['API2-07'] },
  { guard: 'the audience of a token',               file: 'src/identity/bearer.ts',                find: "{ audience: config.audience, requiredClaims: ['exp', 'sub'] }",            put: "{ requiredClaims: ['exp', 'sub'] }",                       attacks: ['API2-25', 'API2-26'] },
  { guard: 'the type of a token',                   file: 'src/identity/bearer.ts',                find: "if (!tokenTypes.includes(protectedHeader.typ?.toLowerCase() ?? 'jwt'))",   put: 'if (tokenTypes.length === 0)',                 attacks: ['API2-32'] },
  { guard: 'the tenants of an issuer',              file: 'src/identity/bearer.ts',                find: "identity.tenants.filter((tenant) => own.has(tenant))",                      put: 'identity.tenants',                             attacks: ['API2-41'] },
  { guard: 'the patient of a token is an id',       file: 'src/identity/claims.ts',                find: "patient !== undefined && !isId(patient)",                                   put: "patient === ''",                               attacks: ['API2-42'] },
  { guard: 'a look at a token lasts two seconds',   file: 'src/identity/bearer.ts',                find: "const ownCacheMs = 1_500",                                                 put: 'const ownCacheMs = 600_000',                   attacks: ['API2-47', 'API2-48'] },
  { guard: 'keys of a client come with success',    file: 'src/identity/issuer/client-key-sets.ts', find: "response.ok ? await response.json() : undefined",                         put: 'await response.json()',                        attacks: ['API10-05'] },
]

// biome-ignore format: one row a line
const tokenLives: readonly Guard[] = [
  { guard: 'a token ends',                          file: 'src/identity/bearer.ts',                find: "audience: config.audience, requiredClaims: ['exp', 'sub']",                put: 'audience: config.audience',                        attacks: ['API2-22'] },
  { guard: 'an issuer is not asked again at once',  file: 'src/identity/key-set.ts',               find: "const cooldownMs = 5_000",                                                put: 'const cooldownMs = -1',                        attacks: ['API2-17'] },
]

// biome-ignore format: one row a line
const limits: readonly Guard[] = [
  { guard: 'listed hosts alone are called',         file: 'src/outbound/policy.ts',                find: "  if (!isListed(policy, target)) throw new OutboundError('refused-by-policy', false, { rule: 'hosts' })\n", put: '',              attacks: ['API7-04'] },
  { guard: 'no private address is called',          file: 'src/outbound/policy.ts',                find: "  if (refused !== undefined)\n    throw",                                    put: '  if (refused === null)\n    throw',           attacks: ['API7-01', 'API7-05', 'API7-06'] },
  { guard: 'no channel to a private address',       file: 'src/outbound/policy.ts',                find: "return 'is an address of a private network, which BANKSIA_OUTBOUND_PRIVATE refuses'", put: 'return undefined',                  attacks: ['API7-10', 'API7-11', 'API7-12'] },
  { guard: 'a channel of files names its folders',  file: 'src/channels/file.ts',                  find: "folders.some((folder) => isBelow(resolve(directory), resolve(folder)))",    put: 'folders.length > 0',                           attacks: ['API7-13', 'API7-14'] },
  { guard: 'a link does not lead out of a folder',  file: 'src/channels/file.ts',                  find: "return roots.some((root) => root !== undefined && isBelow(real, root))",    put: 'return roots.length > 0',                      attacks: ['API7-15'] },
  { guard: 'what a body unpacks to',                file: 'src/http/request/body.ts',              find: "maxOutputLength: Math.max(most, 1)",                                        put: 'maxOutputLength: 1_000_000_000',               attacks: ['API4-02'] },
  { guard: 'the entries of a bundle',               file: 'src/fhir-server/bundle/bundle-entries.ts', find: "const maxEntries = 2000",                                              put: 'const maxEntries = 200_000',                   attacks: ['API4-09'] },
  { guard: 'the parameters of a search',            file: 'src/fhir-server/search/search-request.ts', find: "const maxParameters = 100",                                            put: 'const maxParameters = 100_000',                attacks: ['API4-10'] },
  { guard: 'the keys of an order',                  file: 'src/fhir-server/search/search-request.ts', find: "const maxSortKeys = 20",                                               put: 'const maxSortKeys = 2000',                     attacks: ['API4-14'] },
  { guard: 'the depth of a filter',                 file: 'src/fhir-search/criteria/filter-syntax.ts', find: "const maxDepth = 20",                                                 put: 'const maxDepth = 2000',                        attacks: ['API4-13'] },
  { guard: 'the scopes of a request',               file: 'src/identity/issuer/authorization.ts',  find: "const maxAskedScopes = 200",                                                put: 'const maxAskedScopes = 2000',                  attacks: ['API4-18'] },
  { guard: 'the origins of pages',                  file: 'src/http/cross-origin.ts',              find: "if (origins === 'any' || isListed(origin)) return true",                    put: "if (origins === 'any' || origin !== '') return true", attacks: ['API8-01', 'API8-03', 'API8-05'] },
  { guard: 'the name of a development server',      file: 'src/http/checks/loopback-host.ts',      find: "if (!isLoopbackHost(host)) throw",                                          put: "if (host === 'nothing') throw",                attacks: ['API8-07'] },
  { guard: 'no frame',                              file: 'src/http/reply/security-headers.ts',    find: "  'X-Frame-Options': 'DENY',\n",                                           put: '',                                             attacks: ['API8-09'] },
  { guard: 'no guess at a type',                    file: 'src/http/reply/security-headers.ts',    find: "  'X-Content-Type-Options': 'nosniff',\n",                                 put: '',                                             attacks: ['API8-10'] },
  { guard: 'a sandbox for the content of others',   file: 'src/http/reply/security-headers.ts',    find: "; sandbox`",                                                                put: '`',                                            attacks: ['API8-23'] },
  { guard: 'failures of an address are counted',    file: 'src/http/checks/limit-failures.ts',     find: "if (error instanceof Problem && error.slug === 'authentication-required') limit.count(ctx)", put: '',                           attacks: ['API8-26'] },
]

// biome-ignore format: one row a line
const oauth: readonly Guard[] = [
  { guard: 'the server that a request is for',      file: 'src/identity/issuer/authorization.ts',  find: "value !== base && value !== ",                                             put: "value === '' && value !== ",                            attacks: ['9700-21'] },
  { guard: 'a clinical request names a server',     file: 'src/identity/issuer/authorization.ts',  find: "isClinicalAsk(ctx.oidc.requestParamScopes) && !isResourceNamed(ctx, base)", put: "base === ''",                                  attacks: ['9700-23'] },
  { guard: 'a launch serves once',                  file: 'src/identity/issuer/smart-context.ts',  find: "return this.#state.consume('Launch', id)",                                  put: "return Promise.resolve(id !== '')",            attacks: ['9700-39'] },
  { guard: 'the audience of an assertion',          file: 'src/identity/issuer/assertion.ts',      find: "[claims['aud']].flat().some((aud) => aud !== tokenEndpoint)",               put: 'tokenEndpoint === claims',                     attacks: ['9700-48'] },
  { guard: 'the life of an assertion',              file: 'src/identity/issuer/assertion.ts',      find: "const longestSeconds = 300",                                                put: 'const longestSeconds = 300_000',               attacks: ['9700-49'] },
  { guard: 'the key set of an assertion',           file: 'src/identity/issuer/assertion.ts',      find: "header['jku'] !== undefined && header['jku'] !== jwksUri",                  put: "header['jku'] === '' && jwksUri === ''",       attacks: ['9700-50'] },
  { guard: 'the scope for introspection',           file: 'src/identity/issuer/issuer.ts',         find: "    if (!scopes.includes(scope))",                                     put: "    if (scope === '')",                        attacks: ['9700-52'] },
  { guard: 'a secret is compared by its hash',      file: 'src/identity/issuer/client-metadata.ts', find: "const given = hashSecret(actual ?? '')",                                   put: "const given = Buffer.from(actual ?? '', 'hex')", attacks: ['9700-43'] },
  { guard: 'the patient of a launch is there',      file: 'src/identity/issuer/launch-endpoint.ts', find: "if (patient !== undefined && !(await clinical.hasPatient(tenant, patient))) return 'patient'", put: '',                         attacks: ['9700-40'] },
  { guard: 'an app revokes its own tokens',         file: 'src/identity/issuer/provider.ts',       find: "const isOwn = client.clientId === token.clientId", put: 'const isOwn = client !== undefined',           attacks: ['9700-53'] },
  { guard: 'a challenge is needed',                 file: 'src/identity/issuer/provider.ts',       find: "pkce: { required: () => true }",                                            put: 'pkce: { required: () => false }',              attacks: ['9700-18'] },
]

// biome-ignore format: one row a line
const grants: readonly Guard[] = [
  { guard: 'less than asked, never more than registered', file: 'src/identity/issuer/authorization.ts', find: "const kept = narrowScopes(asked, scopesOf(client))",                  put: 'const kept = asked',                           attacks: ['9700-35', '9700-36'] },
]

// biome-ignore format: one row a line
const sessions: readonly Guard[] = [
  { guard: 'a session that has ended is not there', file: 'src/identity/issuer/adapter.ts',        find: "(await isSessionOpen?.(uid)) === false ? undefined : payload",               put: 'isSessionOpen === undefined ? undefined : payload', attacks: ['API2-81', 'API2-82'] },
  { guard: 'a token ends with its session',         file: 'src/store/issuer/issuer-state.ts',      find: "{inOpenSession('g')}))",                                                     put: "{'true'}))",                                       attacks: ['API2-83'] },
  { guard: 'a sign-out ends what was granted',      file: 'src/identity/issuer/adapter.ts',        find: "if (model === 'Session') await of.noteSignOut?.()",                           put: '',                                             attacks: ['API2-84'] },
]

// biome-ignore format: one row a line
const passkeys: readonly Guard[] = [
  { guard: 'a sign-in at this origin', file: 'src/identity/users/passkeys.ts', find: 'expectedChallenge: challenge, expectedOrigin,', put: 'expectedChallenge: challenge, expectedOrigin: decodeClientDataJSON(response.response.clientDataJSON).origin,', attacks: ['API2-66'] },
  { guard: 'a sign-in for this server', file: 'src/identity/users/passkeys.ts', find: 'expectedRPID, requireUserVerification: true }\n  const { id, publicKey }', put: "expectedRPID: [expectedRPID, 'example.net'], requireUserVerification: true }\n  const { id, publicKey }", attacks: ['API2-68'] },
  { guard: 'a page within a page', file: 'src/identity/users/passkeys.ts', find: 'data.crossOrigin === true', put: 'data.crossOrigin === null', attacks: ['API2-59', 'API2-67'] },
  { guard: 'a passkey names its person', file: 'src/identity/users/passkeys.ts', find: "  if (response.response.userHandle !== handleOf(found.user).toString('base64url')) return undefined\n", put: '', attacks: ['API2-73'] },
  { guard: 'a question is of one sign-in or link', file: 'src/identity/users/challenges.ts', find: "found.payload['of'] !== of", put: "found.payload['of'] === ''", attacks: ['API2-57', 'API2-75'] },
  { guard: 'a question is answered once', file: 'src/identity/users/challenges.ts', find: 'return state.consume(model, challenge)', put: 'return true', attacks: ['API2-74'] },
  { guard: 'a counter goes on', file: 'src/store/issuer/issuer-credentials.ts', find: 'and (counter < $3 or (counter = 0 and $3 = 0))', put: 'and $3::bigint >= 0', attacks: ['API2-79'] },
  { guard: 'the newest link counts', file: 'src/store/issuer/issuer-state.ts', find: "    await client.query('delete from issuer_state where model = $1 and account_key = $2', [model, key])\n", put: '', attacks: ['API2-52'] },
  { guard: 'a link counts once', file: 'src/store/issuer/issuer-credentials.ts', find: 'and s.consumed_at is null and', put: 'and', attacks: ['API2-51'] },
  { guard: 'a reset takes passkeys', file: 'src/store/issuer/issuer-users.ts', find: "      await client.query('delete from issuer_credential where \"user\" = $1', [id])\n", put: '', attacks: ['API2-85'] },
  { guard: 'a page of ours enrols', file: 'src/identity/users/enrol-page.ts', find: "isOwnForm(request, endpointOf(parts.config, 'enrol')) ? await readPosted(request) : 'foreign'", put: 'await readPosted(request)', attacks: ['API2-56'] },
  { guard: 'a page of ours signs in', file: 'src/identity/pages/page-form.ts', find: "if (!ownSites.has(request.headers['sec-fetch-site']))", put: 'if (ownSites.size === 0)', attacks: ['API2-77', 'API2-78'] },
]

// biome-ignore format: one row a line
const newPasskeys: readonly Guard[] = [
  { guard: 'a new passkey at this origin', file: 'src/identity/users/passkeys.ts', find: 'expectedChallenge: taken, expectedOrigin,', put: 'expectedChallenge: taken, expectedOrigin: decodeClientDataJSON(response.response.clientDataJSON).origin,', attacks: ['API2-58'] },
  { guard: 'a new passkey knows its person', file: 'src/identity/users/passkeys.ts', find: 'requireUserVerification: true }\n  const verified', put: 'requireUserVerification: false }\n  const verified', attacks: ['API2-61'] },
  { guard: 'a sign-in knows its person', file: 'src/identity/users/passkeys.ts', find: 'requireUserVerification: true }\n  const { id, publicKey }', put: 'requireUserVerification: false }\n  const { id, publicKey }', attacks: ['API2-69'] },
  { guard: 'an answer is to a question of ours', file: 'src/identity/users/passkeys.ts', find: 'return (await takeChallenge(store, data.challenge, purpose)) ? data.challenge : undefined', put: 'return data.challenge', attacks: ['API2-62', 'API2-72'] },
]

// biome-ignore format: one row a line
const providers: readonly Guard[] = [
  { guard: 'the signature of an identity token', file: 'src/identity/upstream/upstream-provider.ts', find: '  openid.enableNonRepudiationChecks(configuration)\n', put: '', attacks: ['API10-24'] },
  { guard: 'a sign-in as late as the app asks', file: 'src/identity/upstream/upstream-provider.ts', find: 'if (notBefore === undefined) return false', put: 'if (notBefore !== null) return false', attacks: ['API10-25', 'API10-26'] },
  { guard: 'a verified address', file: 'src/identity/upstream/upstream-provider.ts', find: "claim === 'email' && claims['email_verified'] !== true", put: "claim === ''", attacks: ['API10-27'] },
  { guard: 'the browser that began a sign-in', file: 'src/identity/upstream/sign-in-states.ts', find: '    if (pending.browser !== digestOf(browser)) return undefined\n', put: '', attacks: ['9700-62'] },
  { guard: 'a page of ours begins an enrolment', file: 'src/identity/upstream/upstream-sign-in.ts', find: "  if (request.headers.origin !== new URL(parts.baseUrl).origin) return answerJson(response, 403, { error: 'origin' })\n", put: '', attacks: ['9700-66'] },
  { guard: 'an enrolment signs in anew', file: 'src/identity/upstream/upstream-sign-in.ts', find: '{ purpose, asked: { isFresh: true } }', put: '{ purpose, asked: { isFresh: false } }', attacks: ['API10-30'] },
]

// biome-ignore format: one row a line
const holders: readonly Guard[] = [
  { guard: 'the age of a proof', file: 'src/identity/holder/dpop-proof.ts', find: "typeof iat !== 'number' || Math.abs(now.getTime() / 1000 - iat) > proofWindowSeconds", put: 'now === iat', attacks: ['9700-94', '9700-95', '9700-88', '9700-89'] },
  { guard: 'the method of a proof', file: 'src/identity/holder/dpop-proof.ts', find: '=> htm !== method', put: "=> htm === '' && method === ''", attacks: ['9700-76'] },
  { guard: 'the address of a proof', file: 'src/identity/holder/dpop-proof.ts', find: '!addresses.some((address) => isSameAddress(htu, address))', put: "addresses.some((address) => htu === '' && isSameAddress(htu, address))", attacks: ['9700-77', '9700-78'] },
  { guard: 'the token of a proof', file: 'src/identity/holder/dpop-proof.ts', find: 'token !== undefined && ath !==', put: "token === '' && ath !==", attacks: ['9700-79', '9700-80'] },
  { guard: 'the type of a proof', file: 'src/identity/holder/dpop-proof.ts', find: "    typ: 'dpop+jwt',\n", put: '', attacks: ['9700-75'] },
  { guard: 'a proof counts once', file: 'src/identity/holder/check-proof.ts', find: "    if (!isFirst) throw new ProofError('proof-used')\n", put: '', attacks: ['9700-93', '9700-86'] },
  { guard: 'the key of a token', file: 'src/identity/holder/check-proof.ts', find: "    if (thumbprint !== undefined && proof.thumbprint !== thumbprint) throw new ProofError('proof-key')\n", put: '', attacks: ['9700-70'] },
  { guard: 'a bound token is none of a bearer', file: 'src/identity/holder/identify-holder.ts', find: "if (boundTo.kind === 'key') throw authenticationRequired('bearer', 'DPoP')", put: "if (boundTo.kind === 'key') return identity", attacks: ['9700-68'] },
  { guard: 'a bound token comes with a proof', file: 'src/identity/holder/identify-holder.ts', find: "    if (request.headers['dpop'] === undefined) throw authenticationRequired('proof-missing', 'DPoP')\n    await", put: "    if (request.headers['dpop'] === undefined) return identity\n    await", attacks: ['9700-69'] },
]

export const guardGroups: readonly GuardGroup[] = [
  { run: 'objects', guards: roles },
  { run: 'objects', guards: writes },
  { run: 'objects', guards: ofDenied },
  { run: 'authentication', guards: tokens },
  { run: 'authentication', guards: tokenLives },
  { run: 'limits', guards: limits },
  { run: 'oauth', guards: oauth },
  { run: 'oauth', guards: grants },
  { run: 'oauth', guards: sessions },
  { run: 'oauth', guards: holders },
  { run: 'people', guards: passkeys },
  { run: 'people', guards: newPasskeys },
  { run: 'people', guards: providers },
]
