/** The options of the program, one a row: name, form and help text. */

// biome-ignore format: one row a line
export const options = {
  'base-url': { type: 'string', value: 'URL', help: 'base address of the server, e.g. https://fhir.example/R4' },
  suite: { type: 'string', multiple: true, value: 'NAME', help: 'au-core, fhir-r4, smart or acceptance; may be repeated (default: au-core)' },
  token: { type: 'string', value: 'TOKEN', help: 'access token; better in the variable CONFORMANCE_TOKEN, which no process list shows' },
  'client-id': { type: 'string', value: 'ID', help: 'ask for tokens by client credentials; the secret is in CONFORMANCE_CLIENT_SECRET' },
  scope: { type: 'string', value: 'SCOPES', help: 'scopes to ask for with --client-id' },
  'patient-ids': { type: 'string', value: 'A,B', help: 'patients to test with (default: those that the server shows unasked)' },
  types: { type: 'string', value: 'A,B', help: 'resource types of AU Core to test, with Patient among them (default: all)' },
  draft: { type: 'boolean', help: 'the five profiles of the AU Core 2.1.0 draft too' },
  validator: { type: 'string', value: 'URL|PROGRAM', help: 'base address with $validate, or a program that takes the arguments of banksia validate' },
  'launch-client-id': { type: 'string', value: 'ID', help: 'test the launch of a public app: the address to open is printed' },
  'launch-port': { type: 'string', value: 'N', help: 'port of its redirect address http://127.0.0.1:N/callback' },
  'launch-scope': { type: 'string', value: 'SCOPES', help: 'scopes that it asks for (default: openid fhirUser launch/patient patient/Patient.rs)' },
  'launch-outside-scope': { type: 'string', value: 'SCOPES', help: 'scopes that it is not registered for (default: one of no resource type)' },
  'launch-endpoint': { type: 'string', value: 'URL', help: 'where an EHR makes launches by the access token, e.g. https://hub.example/oidc/launch' },
  'sign-in': { type: 'string', multiple: true, value: 'NAME=VALUE', help: 'field or button of the pages that sign in and ask for consent: every launch runs by itself; may be repeated, or @FILE with one a line' },
  'backend-client-id': { type: 'string', value: 'ID', help: 'test a service with a key pair' },
  'backend-key': { type: 'string', value: 'FILE', help: 'its private JSON Web Key, RSA or P-384, with its kid' },
  'backend-scope': { type: 'string', value: 'SCOPES', help: 'scopes that it asks for (default: system/Patient.rs)' },
  'backend-outside-scope': { type: 'string', value: 'SCOPES', help: 'scopes that it is not registered for (default: one of no resource type)' },
  'introspect-scope': { type: 'string', value: 'SCOPE', help: 'scope by which the service introspects tokens, e.g. banksia/introspect' },
  report: { type: 'string', value: 'DIR', help: 'write report.html, report.json and junit.xml' },
  'show-patient-data': { type: 'boolean', help: 'put what was sent and answered in the reports as it is' },
  timeout: { type: 'string', value: 'SECONDS', help: 'for each request (default: 30)' },
} as const

/** Stands below the options. */
export const note =
  'fhir-r4 and acceptance write synthetic resources, and delete them again. CONFORMANCE_LAUNCH may have the JSON of a token response that smart tests. Exit code: 0 no finding, 1 findings, 2 wrong usage.'
