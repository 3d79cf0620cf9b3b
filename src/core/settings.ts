/** The settings, one row each. config.ts reads them from the environment at start. */

export type SettingRow = {
  readonly variable: string
  readonly name: string
  readonly type: 'text' | 'port' | 'number' | 'list' | 'url' | 'urls' | 'networks' | 'origins' | 'choice'
  readonly choices?: readonly string[]
  /** `{base}`, `{mode}` and `{port}` are replaced by those settings; absent: no default. */
  readonly default?: string
  /** The default in development mode, if it differs. */
  readonly development?: string
  /** Nobody else may learn it: it may also stand in the file that the variable with `_FILE` names. D157. */
  readonly isSecret?: true
  readonly meaning: string
}

/** The variable that names a file with the secret. */
export const fileVariableOf = ({ variable }: Pick<SettingRow, 'variable'>): string => `${variable}_FILE`

const modes = ['development', 'production'] as const
const processRoles = ['web', 'worker', 'listen', 'all'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const drafters = ['embedded', 'http'] as const
const drafterFallbacks = ['none', 'embedded'] as const
const onOrOff = ['on', 'off'] as const
const verifiers = ['embedded', 'embedded+http', 'off'] as const
const outboundPrivateRules = ['refuse', 'allow'] as const
const clientIdRules = ['uuid', 'any'] as const
const terminologyRules = ['open', 'closed'] as const
const issuerKinds = ['external', 'embedded'] as const
const introspectedTokens = ['opaque', 'all'] as const
const plaintextRules = ['refuse', 'acknowledged'] as const
const certificateHeaders = ['none', 'client-cert', 'x-ssl-client-cert', 'x-forwarded-tls-client-cert'] as const
const forwardedHeaders = ['x-forwarded-for', 'forwarded'] as const

// biome-ignore format: one row a line
export const settings = [
  { variable: 'PORT', name: 'port', type: 'port', default: '3000', meaning: 'TCP port of the HTTP server' },
  { variable: 'BANKSIA_STATUS_PORT', name: 'statusPort', type: 'port', meaning: 'TCP port of /livez, /readyz and /metrics alone, at the address of HOST, for every role; none without it' },
  { variable: 'BANKSIA_METRICS_TOKEN', name: 'metricsToken', type: 'text', isSecret: true, meaning: 'bearer token that /metrics at PORT wants, of at least 16 characters; without it, /metrics in production mode is at BANKSIA_STATUS_PORT alone' },
  { variable: 'HOST', name: 'host', type: 'text', default: '127.0.0.1', meaning: 'address to bind; development mode takes loopback addresses only' },
  { variable: 'BANKSIA_TLS_CERT_FILE', name: 'tlsCertFile', type: 'text', meaning: 'PEM file with the certificate of the server, then its intermediates: PORT speaks TLS 1.3 alone; a new file is taken without a restart' },
  { variable: 'BANKSIA_TLS_KEY_FILE', name: 'tlsKeyFile', type: 'text', meaning: 'PEM file with the key of that certificate; in production its owner alone may read it' },
  { variable: 'BANKSIA_TLS_CLIENT_PORT', name: 'tlsClientPort', type: 'port', meaning: 'TCP port of mutual TLS: it serves what PORT serves, to clients with a certificate; none without it' },
  { variable: 'BANKSIA_TLS_CLIENT_CA_FILE', name: 'tlsClientCaFile', type: 'text', meaning: 'PEM file with the authorities whose client certificates BANKSIA_TLS_CLIENT_PORT takes' },
  { variable: 'BANKSIA_TLS_CLIENT_CRL_FILE', name: 'tlsClientCrlFile', type: 'text', meaning: 'PEM file with the revocation list of each of these authorities; a revoked certificate is refused' },
  { variable: 'BANKSIA_TLS_CLIENT_BASE_URL', name: 'tlsClientBaseUrl', type: 'url', meaning: 'address by which clients reach BANKSIA_TLS_CLIENT_PORT; without it, BANKSIA_BASE_URL with that port' },
  { variable: 'BANKSIA_MLLP_PORT', name: 'mllpPort', type: 'port', meaning: 'TCP port, in processes with workers and at the address of HOST, where senders send their messages and receivers the answers of their applications by MLLP: by TLS with BANKSIA_TLS_CERT_FILE, from clients of BANKSIA_TLS_CLIENT_CA_FILE alone where that is set; none without it' },
  { variable: 'BANKSIA_PLAINTEXT', name: 'plaintext', type: 'choice', choices: plaintextRules, default: 'refuse', meaning: 'acknowledged: production may reach databases, Redis, receivers and providers off the machine in the clear, and the audit says so at each start' },
  { variable: 'BANKSIA_BASE_URL', name: 'baseUrl', type: 'url', default: 'http://localhost:{port}', meaning: 'address by which clients reach the server; production needs one of https' },
  { variable: 'BANKSIA_FORMER_BASE_URLS', name: 'formerBaseUrls', type: 'urls', default: '', meaning: 'values that BANKSIA_BASE_URL had before, comma separated; references by such an address are references to what is here' },
  { variable: 'BANKSIA_MODE', name: 'mode', type: 'choice', choices: modes, default: 'development', meaning: 'development adds accounts without a password, tokens on request and Basic authentication' },
  { variable: 'BANKSIA_ROLE', name: 'role', type: 'choice', choices: processRoles, default: 'all', meaning: 'what this process does; other than all needs DATABASE_URL' },
  { variable: 'BANKSIA_DATA_DIR', name: 'dataDir', type: 'text', default: './data', meaning: 'directory of the embedded database and caches' },
  { variable: 'DATABASE_URL', name: 'databaseUrl', type: 'text', isSecret: true, meaning: 'external PostgreSQL 15 or newer, instead of the embedded one' },
  { variable: 'DATABASE_REPLICA_URL', name: 'databaseReplicaUrl', type: 'text', isSecret: true, meaning: 'replica of DATABASE_URL, read by bulk exports and usage rebuild' },
  { variable: 'REDIS_URL', name: 'redisUrl', type: 'text', isSecret: true, meaning: 'external Redis for the queues, instead of PostgreSQL' },
  { variable: 'BANKSIA_KEY_FILE', name: 'keyFile', type: 'text', meaning: 'file with the key-encryption key (32 random bytes in base64), or with that key as BANKSIA_PKCS11_KEY decrypts it; production needs it outside the data directory, for its owner alone to read, or BANKSIA_KEY' },
  { variable: 'BANKSIA_KEY', name: 'key', type: 'text', isSecret: true, meaning: 'the key-encryption key itself, where it comes by the environment' },
  { variable: 'BANKSIA_PKCS11_MODULE', name: 'pkcs11Module', type: 'text', meaning: 'PKCS#11 module of the token that decrypts BANKSIA_KEY_FILE; none without it' },
  { variable: 'BANKSIA_PKCS11_TOKEN', name: 'pkcs11Token', type: 'text', meaning: 'label of that token' },
  { variable: 'BANKSIA_PKCS11_KEY', name: 'pkcs11Key', type: 'text', meaning: 'id, in hexadecimal digits, of the RSA key in it' },
  { variable: 'BANKSIA_PKCS11_PIN', name: 'pkcs11Pin', type: 'text', isSecret: true, meaning: 'PIN of its user' },
  { variable: 'BANKSIA_ISSUER', name: 'issuer', type: 'choice', choices: issuerKinds, default: 'external', development: 'embedded', meaning: 'embedded: this server is a SMART authorisation server itself, beside the issuers of BANKSIA_ISSUERS' },
  { variable: 'BANKSIA_CLIENTS_FILE', name: 'clientsFile', type: 'text', meaning: 'JSON file that describes clients of the embedded authorisation server; it is read again when it changes' },
  { variable: 'BANKSIA_ISSUERS', name: 'issuers', type: 'urls', default: '', meaning: 'trusted OpenID Connect issuers, comma separated; production needs one, unless BANKSIA_ISSUER is embedded. They may lie on private networks' },
  { variable: 'BANKSIA_ISSUER_TENANTS', name: 'issuerTenants', type: 'list', default: '', meaning: 'tenants that an issuer may name, comma separated, each issuer=tenant, or issuer=* for all; production needs it for each' },
  { variable: 'BANKSIA_AUDIENCE', name: 'audience', type: 'text', default: '{base}', meaning: 'audience that access tokens must name' },
  { variable: 'BANKSIA_SCOPE_NAMESPACE', name: 'scopeNamespace', type: 'text', default: 'banksia', meaning: 'namespace of the scopes spoke.read and spoke.write' },
  { variable: 'BANKSIA_CLAIM_TENANTS', name: 'tenantsClaim', type: 'text', default: 'tenants', meaning: 'token claim that names the tenants; like the other claims, also a path such as realm_access.roles' },
  { variable: 'BANKSIA_CLAIM_SPOKES', name: 'spokesClaim', type: 'text', default: 'spokes', meaning: 'token claim that names the spokes' },
  { variable: 'BANKSIA_CLAIM_ROLES', name: 'rolesClaim', type: 'text', default: 'roles', meaning: 'token claim that names the roles' },
  { variable: 'BANKSIA_CLAIM_FHIR_USER', name: 'fhirUserClaim', type: 'text', default: 'fhirUser', meaning: "token claim that names the caller's PractitionerRole, Practitioner or RelatedPerson" },
  { variable: 'BANKSIA_CLAIM_MAP_FILE', name: 'claimMapFile', type: 'text', meaning: 'JSON file that says which values of which claims of an issuer grant which tenants, roles, spokes and scopes; it is read at the start' },
  { variable: 'BANKSIA_INTROSPECTION_ISSUER', name: 'introspectionIssuer', type: 'text', meaning: 'the one of BANKSIA_ISSUERS that is asked about opaque access tokens; none without it' },
  { variable: 'BANKSIA_INTROSPECTION_URL', name: 'introspectionUrl', type: 'text', meaning: 'address at which it is asked; without it, the introspection_endpoint that it describes' },
  { variable: 'BANKSIA_INTROSPECTION_CLIENT', name: 'introspectionClient', type: 'text', meaning: 'client id by which this server asks it' },
  { variable: 'BANKSIA_INTROSPECTION_SECRET', name: 'introspectionSecret', type: 'text', isSecret: true, meaning: 'secret of that client' },
  { variable: 'BANKSIA_INTROSPECTION_TOKENS', name: 'introspectionTokens', type: 'choice', choices: introspectedTokens, default: 'opaque', meaning: 'all: it is also asked about its access tokens that are JSON Web Tokens, so that one that it has ended counts no longer' },
  { variable: 'BANKSIA_SIGN_IN_ISSUER', name: 'signInIssuer', type: 'text', meaning: 'OpenID Connect provider at which people sign in to the embedded authorisation server, beside passkeys; none without it. It may lie on a private network' },
  { variable: 'BANKSIA_SIGN_IN_CLIENT_ID', name: 'signInClientId', type: 'text', meaning: 'client id of this server there' },
  { variable: 'BANKSIA_SIGN_IN_CLIENT_SECRET', name: 'signInClientSecret', type: 'text', isSecret: true, meaning: 'secret of that client; without it, a public client' },
  { variable: 'BANKSIA_SIGN_IN_SCOPES', name: 'signInScopes', type: 'list', default: 'openid', meaning: 'scopes that are asked for there, comma separated' },
  { variable: 'BANKSIA_SIGN_IN_CLAIM', name: 'signInClaim', type: 'text', default: 'sub', meaning: 'claim of the ID token that binds a person there to a user here; its value must never mean another person later' },
  { variable: 'BANKSIA_SIGN_IN_NAME', name: 'signInName', type: 'text', meaning: 'what the pages call the provider; without it, its host' },
  { variable: 'BANKSIA_SESSION_MINUTES', name: 'sessionMinutes', type: 'number', default: '720', meaning: 'how long a person stays signed in to the embedded authorisation server at a browser, from the sign-in on, at most 10080; then they sign in again' },
  { variable: 'BANKSIA_SESSION_IDLE_MINUTES', name: 'sessionIdleMinutes', type: 'number', default: '30', meaning: 'after how long without a page of that server they sign in again for the next app, at most 10080' },
  { variable: 'BANKSIA_SMART_CAPABILITIES', name: 'smartCapabilities', type: 'list', default: '', meaning: 'capabilities of SMART App Launch that the first of BANKSIA_ISSUERS has, comma separated; they are added to the SMART configuration' },
  { variable: 'BANKSIA_IOS_SPOKE', name: 'iosSpoke', type: 'text', default: 'ios', meaning: 'identifier of the native iOS capture spoke' },
  { variable: 'BANKSIA_LOG_LEVEL', name: 'logLevel', type: 'choice', choices: logLevels, default: 'info', meaning: 'least level that is logged' },
  { variable: 'BANKSIA_ENVIRONMENT', name: 'environment', type: 'text', default: '{mode}', meaning: 'environment name that whoami answers' },
  { variable: 'BANKSIA_HUB_TARGET', name: 'hubTarget', type: 'text', default: '{base}', meaning: 'hub target that whoami answers' },
  { variable: 'BANKSIA_PROBLEM_BASE', name: 'problemBase', type: 'url', default: '{base}/problems', meaning: 'base address of the problem types' },
  { variable: 'BANKSIA_PACKAGES', name: 'packages', type: 'list', default: '', meaning: 'FHIR packages (.tgz) whose profiles, value sets and code systems take the place of those of the same address, comma separated' },
  { variable: 'BANKSIA_PACKAGE_REGISTRY', name: 'packageRegistry', type: 'url', meaning: 'base address of a FHIR or npm registry from which banksia validate downloads packages; none without it' },
  { variable: 'BANKSIA_VERIFIER', name: 'verifier', type: 'choice', choices: verifiers, default: 'embedded', meaning: 'off: nothing is verified, so everything stays in review; embedded+http: the endpoint of BANKSIA_DRAFTER_URL is asked too to refute each statement, for patients who consent to that' },
  { variable: 'BANKSIA_VERIFIER_MODEL', name: 'verifierModel', type: 'text', meaning: 'model that is asked to refute; BANKSIA_DRAFTER_MODEL without it' },
  { variable: 'BANKSIA_DRAFTER', name: 'drafter', type: 'choice', choices: drafters, default: 'embedded', meaning: 'http: an OpenAI-compatible endpoint drafts, for patients who consent to that' },
  { variable: 'BANKSIA_DRAFTER_URL', name: 'drafterUrl', type: 'url', meaning: 'base address of that endpoint; its host has to be listed in BANKSIA_OUTBOUND_HOSTS' },
  { variable: 'BANKSIA_DRAFTER_MODEL', name: 'drafterModel', type: 'text', meaning: 'model that it is asked for' },
  { variable: 'BANKSIA_DRAFTER_KEY', name: 'drafterKey', type: 'text', isSecret: true, meaning: 'key that it wants' },
  { variable: 'BANKSIA_DRAFTER_TIMEOUT_MS', name: 'drafterTimeoutMs', type: 'number', default: '120000', meaning: 'longest that one request for a draft may take there; a long talk takes several' },
  { variable: 'BANKSIA_DRAFTER_TOTAL_MS', name: 'drafterTotalMs', type: 'number', default: '900000', meaning: 'longest that one draft may take there with all its requests; then the embedded drafter drafts if BANKSIA_DRAFTER_FALLBACK says so, else the job fails' },
  { variable: 'BANKSIA_DRAFTER_TOKENS', name: 'drafterTokens', type: 'number', default: '1000000', meaning: 'tokens of a tenant after which nothing more is drafted there on that day' },
  { variable: 'BANKSIA_DRAFTER_REDACT', name: 'drafterRedact', type: 'choice', choices: onOrOff, default: 'on', meaning: 'on: names, identifiers, addresses and dates of birth that the record knows are replaced before anything is sent there' },
  { variable: 'BANKSIA_DRAFTER_FALLBACK', name: 'drafterFallback', type: 'choice', choices: drafterFallbacks, default: 'none', meaning: 'embedded: where that endpoint gives nothing, the embedded drafter drafts; none: the job fails' },
  { variable: 'BANKSIA_DRAFTER_PART_BYTES', name: 'drafterPartBytes', type: 'number', default: '120000', meaning: 'most bytes of a talk in one request there; a longer talk goes in parts that overlap' },
  { variable: 'BANKSIA_DRAFTER_REPAIR', name: 'drafterRepair', type: 'choice', choices: onOrOff, default: 'on', meaning: 'on: that endpoint is asked once more for statements that were refused, with the reasons' },
  { variable: 'BANKSIA_DRAFTER_PROMPTS', name: 'drafterPrompts', type: 'text', meaning: 'directory with draft-system.md and draft-user.md, and with draft-repair.md, draft-revise.md, read-system.md and read-user.md where they differ, instead of those that come along' },
  { variable: 'BANKSIA_PROVIDER_AGREEMENT', name: 'providerAgreement', type: 'text', meaning: 'reference of the agreement under which outside providers are used; none is used without it' },
  { variable: 'BANKSIA_PROVIDER_REQUESTS', name: 'providerRequests', type: 'number', default: '1000', meaning: 'most requests of a tenant to outside providers in a day, for each purpose' },
  { variable: 'BANKSIA_TRANSCRIPTION_URL', name: 'transcriptionUrl', type: 'url', meaning: 'base address of an OpenAI-compatible endpoint that transcribes recordings; its host has to be listed in BANKSIA_OUTBOUND_HOSTS' },
  { variable: 'BANKSIA_TRANSCRIPTION_MODEL', name: 'transcriptionModel', type: 'text', default: 'whisper-1', meaning: 'model that it is asked for' },
  { variable: 'BANKSIA_TRANSCRIPTION_KEY', name: 'transcriptionKey', type: 'text', isSecret: true, meaning: 'key that it wants' },
  { variable: 'BANKSIA_TRANSCRIPTION_TIMEOUT_MS', name: 'transcriptionTimeoutMs', type: 'number', default: '900000', meaning: 'longest that one recording may take there' },
  { variable: 'BANKSIA_OUTBOUND_HOSTS', name: 'outboundHosts', type: 'list', default: '', development: 'localhost,127.0.0.1', meaning: 'hosts that may be called, comma separated, each host or host:port' },
  { variable: 'BANKSIA_FILE_FOLDERS', name: 'fileFolders', type: 'list', default: '', development: '/', meaning: 'folders into which, and below which, channels may write files, comma separated' },
  { variable: 'BANKSIA_OUTBOUND_PRIVATE', name: 'outboundPrivate', type: 'choice', choices: outboundPrivateRules, default: 'refuse', development: 'allow', meaning: 'whether listed hosts may lie on private networks' },
  { variable: 'BANKSIA_SUBSCRIPTION_ATTEMPTS', name: 'subscriptionAttempts', type: 'number', default: '10', meaning: 'failed sends in a row after which a subscription is in error' },
  { variable: 'BANKSIA_TERMINOLOGY_URL', name: 'terminologyUrl', type: 'url', meaning: 'FHIR base address of a terminology server that is asked for codes that cannot be told here; it gets value set, system, version and code, and nothing else' },
  { variable: 'BANKSIA_TERMINOLOGY_TIMEOUT_MS', name: 'terminologyTimeoutMs', type: 'number', default: '5000', meaning: 'longest that one question to it may take' },
  { variable: 'BANKSIA_TERMINOLOGY_FAIL', name: 'terminologyFail', type: 'choice', choices: terminologyRules, default: 'open', meaning: 'closed: while it does not answer, what needs its answer is not written (503)' },
  { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', name: 'otlpEndpoint', type: 'url', meaning: 'OpenTelemetry collector that gets spans by OTLP over HTTP: route templates, states, durations, identifiers of rows; none without it' },
  { variable: 'OTEL_EXPORTER_OTLP_HEADERS', name: 'otlpHeaders', type: 'text', isSecret: true, meaning: 'headers that it wants, name=value, comma separated' },
  { variable: 'OTEL_SERVICE_NAME', name: 'otlpServiceName', type: 'text', default: 'banksia', meaning: 'name under which it gets them' },
  { variable: 'BANKSIA_CLIENT_IDS', name: 'clientIds', type: 'choice', choices: clientIdRules, default: 'uuid', development: 'any', meaning: 'FHIR ids that a client may assign' },
  { variable: 'BANKSIA_MAX_JSON_BYTES', name: 'maxJsonBytes', type: 'number', default: '1048576', meaning: 'largest JSON body' },
  { variable: 'BANKSIA_MAX_TRANSCRIPT_BYTES', name: 'maxTranscriptBytes', type: 'number', default: '10485760', meaning: 'largest transcript' },
  { variable: 'BANKSIA_MAX_CHUNK_BYTES', name: 'maxChunkBytes', type: 'number', default: '8388608', meaning: 'largest chunk of a recording' },
  { variable: 'BANKSIA_MAX_AUDIO_BYTES', name: 'maxAudioBytes', type: 'number', default: '1073741824', meaning: 'largest recording' },
  { variable: 'BANKSIA_AUDIO_DAYS', name: 'audioDays', type: 'number', default: '30', meaning: 'how long a recording is kept after it last changed' },
  { variable: 'BANKSIA_AUDIO_QUARANTINE_DAYS', name: 'audioQuarantineDays', type: 'number', default: '30', meaning: 'how long a recording or a transcript is kept, unread, after the consent to it was taken back' },
  { variable: 'BANKSIA_MAX_BUNDLE_BYTES', name: 'maxBundleBytes', type: 'number', default: '20971520', meaning: 'largest FHIR Bundle' },
  { variable: 'BANKSIA_EXPORT_HOURS', name: 'exportHours', type: 'number', default: '24', meaning: 'how long the files of a bulk export are kept' },
  { variable: 'BANKSIA_HANDLER_TIMEOUT_MS', name: 'handlerTimeoutMs', type: 'number', default: '30000', meaning: 'longest that a request may run, and longest that its body may take' },
  { variable: 'BANKSIA_VERIFY_TIMEOUT_MS', name: 'verifyTimeoutMs', type: 'number', default: '60000', meaning: 'longest that a verification may take; then it has not run' },
  { variable: 'BANKSIA_CLAIM_MINUTES', name: 'claimMinutes', type: 'number', default: '15', meaning: 'how long a reviewer holds what they have claimed at a release gate' },
  { variable: 'BANKSIA_TRUSTED_PROXIES', name: 'trustedProxies', type: 'networks', default: '', meaning: 'addresses and networks (CIDR) of proxies in front, comma separated; from whom a request has come is believed from them alone' },
  { variable: 'BANKSIA_TRUSTED_PROXY_HEADER', name: 'trustedProxyHeader', type: 'choice', choices: forwardedHeaders, default: 'x-forwarded-for', meaning: 'header in which they say it: the one that they write themselves' },
  { variable: 'BANKSIA_TRUSTED_PROXY_CERT_HEADER', name: 'trustedProxyCertHeader', type: 'choice', choices: certificateHeaders, default: 'none', meaning: 'header in which BANKSIA_TRUSTED_PROXIES pass on the client certificate that they verified: RFC 9440, PEM in percent-encoding, or DER in base64; every such header is dropped from anybody else' },
  { variable: 'BANKSIA_CORS_ORIGINS', name: 'corsOrigins', type: 'origins', default: '', development: 'http://localhost:*,http://127.0.0.1:*,http://[::1]:*', meaning: 'origins whose pages may call /fhir/R4 and /v1 from a browser, comma separated; production takes https only' },
  { variable: 'BANKSIA_REQUESTS_PER_MINUTE', name: 'requestsPerMinute', type: 'number', default: '600', meaning: 'requests a minute for each tenant and client, and at `/oidc` for each address' },
] as const satisfies readonly SettingRow[]
