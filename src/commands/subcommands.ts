/** The subcommands of `banksia`: one table for running, help and reference. */
import { note as conformanceNote, options as conformanceOptions } from '../../conformance/options.ts'
import { channelsSubcommands } from './channels/channels-subcommands.ts'
import { issuerSubcommands } from './issuer/issuer-subcommands.ts'
import { mappingSubcommands } from './mapping/mapping-subcommands.ts'
import { senderSubcommands } from './sender/sender-subcommands.ts'
import { formats, type Subcommand } from './subcommand.ts'
import { tenantFields, tenantId } from './tenant-fields.ts'

const tenantOrAll = { name: 'tenant', type: 'string', value: 'ID', help: 'tenant (default: all)' } as const

// biome-ignore format: one row a line
export const subcommands: readonly Subcommand[] = [
  {
    name: 'demo',
    summary: 'Take consultations through the whole flow on servers of its own, and recall one document',
    more: '[FILE...]',
    options: [
      { name: 'input', type: 'string', multiple: true, value: 'FILE...', help: 'consultations to run (default: the two that come with it)' },
      { name: 'out', type: 'string', value: 'DIR', help: 'folder for the documents (default: demo-out)' },
      ...formats,
    ],
    load: async () => (await import('./demo.ts')).runDemo,
  },
  {
    name: 'token',
    summary: 'Print a bearer token of the development server at PORT (default 3000)',
    options: [
      { name: 'role', type: 'string', value: 'ROLE', help: 'clinician (default), senior_clinician, operator, billing, auditor, patient, carer or system' },
      { name: 'spoke', type: 'string', value: 'ID', help: 'the one spoke that it grants (default: all)' },
      { name: 'tenant', type: 'string', value: 'ID', help: 'tenant (default: the first development tenant)' },
      { name: 'scope', type: 'string', value: 'SCOPES', help: 'blank-separated (default: both spoke scopes and the FHIR scopes of the role)' },
      { name: 'patient', type: 'string', value: 'ID', help: 'patient in context' },
      { name: 'practitioner-role', type: 'string', value: 'ID', help: 'PractitionerRole of the clinician' },
      { name: 'fhir-user', type: 'string', value: 'TYPE/ID', help: 'Practitioner, PractitionerRole or RelatedPerson whose token it is' },
    ],
    load: async () => (await import('./token.ts')).printToken,
  },
  {
    name: 'listen',
    summary: 'Receive HL7 v2 over MLLP: keep each document as a file, acknowledge it, print a JSON line',
    page: 'docs/channels.md',
    options: [
      { name: 'port', type: 'string', value: 'N', help: 'TCP port, 0 for any free one' },
      { name: 'dir', type: 'string', value: 'DIR', help: 'folder for the messages' },
      { name: 'host', type: 'string', value: 'ADDRESS', help: 'address to bind (default: 127.0.0.1)' },
    ],
    load: async () => (await import('./listen.ts')).runListener,
  },
  {
    name: 'status',
    summary: 'Count what the database of BANKSIA_DATA_DIR or DATABASE_URL holds, and what is still to do',
    options: [
      ...formats,
    ],
    load: async () => (await import('./status.ts')).printStatus,
  },
  {
    name: 'audit verify',
    summary: 'Verify the sealed audit records of BANKSIA_DATA_DIR or DATABASE_URL; a finding ends with exit code 1',
    page: 'docs/security.md',
    options: [
      tenantOrAll,
      { name: 'checkpoint', type: 'string', value: 'FILE', help: 'an exported checkpoint, by which a truncated chain is found' },
      ...formats,
    ],
    load: async () => (await import('./audit.ts')).verifyAudit,
  },
  {
    name: 'audit checkpoint',
    summary: 'Export the signed heads of the audit chains, and the public keys that they are checked by',
    page: 'docs/security.md',
    options: [
      { name: 'out', type: 'string', value: 'FILE', help: 'file to write, best where nobody who administers the database can' },
      tenantOrAll,
    ],
    load: async () => (await import('./audit.ts')).exportCheckpoint,
  },
  {
    name: 'usage rebuild',
    summary: 'Count usage again from the audit, of DATABASE_REPLICA_URL where it is set, and correct what differs; differences end with exit code 1',
    options: [
      tenantOrAll,
      ...formats,
    ],
    load: async () => (await import('./usage.ts')).rebuildUsage,
  },
  {
    name: 'audio hold',
    summary: 'Keep a recording whatever the policy says: nobody discards it, and it does not expire',
    options: [
      { name: 'session', type: 'string', value: 'ID', help: 'the audio session' },
      { name: 'release', type: 'boolean', help: 'let it go again' },
    ],
    load: async () => (await import('./audio.ts')).holdRecording,
  },
  {
    name: 'tenant create',
    summary: 'Make a tenant, with or without running servers, which serve it within two seconds',
    page: 'docs/production.md',
    options: [tenantId, ...tenantFields],
    load: async () => (await import('./tenant.ts')).createTenant,
  },
  {
    name: 'tenant list',
    summary: 'List the tenants with their state and settings',
    options: [...formats],
    load: async () => (await import('./tenant.ts')).listTenants,
  },
  {
    name: 'tenant set',
    summary: 'Change settings of a tenant; what is stored stays as it is',
    options: [tenantId, ...tenantFields],
    load: async () => (await import('./tenant.ts')).setTenant,
  },
  {
    name: 'tenant disable',
    summary: 'Refuse whoever calls for a tenant and hold its work, until it is enabled again',
    options: [tenantId],
    load: async () => (await import('./tenant.ts')).disableTenant,
  },
  {
    name: 'tenant enable',
    summary: 'Serve a disabled tenant again; what was held goes on',
    options: [tenantId],
    load: async () => (await import('./tenant.ts')).enableTenant,
  },
  {
    name: 'tenant erase',
    summary: 'Destroy the keys of a tenant and delete its rows for good; its audit stays',
    options: [
      tenantId,
      { name: 'confirm', type: 'string', value: 'UUID', help: 'the same identifier once more' },
      { name: 'force', type: 'boolean', help: 'give up deliveries that wait' },
    ],
    load: async () => (await import('./tenant.ts')).eraseTenant,
  },
  ...channelsSubcommands,
  ...mappingSubcommands,
  ...issuerSubcommands,
  ...senderSubcommands,
  {
    name: 'keys rotate',
    summary: 'Seal what is written from now on under a new content key; servers go on, and nothing is sealed again',
    page: 'docs/security.md',
    options: [tenantOrAll],
    load: async () => (await import('./keys.ts')).rotateKeys,
  },
  {
    name: 'keys rewrap',
    summary: 'Wrap every key by a new key-encryption key, which then takes the place of the old one in its file',
    page: 'docs/security.md',
    options: [
      { name: 'old', type: 'string', value: 'FILE', help: 'file with the key that wrapped them' },
      { name: 'new', type: 'string', value: 'FILE', help: 'file with the key that is to wrap them' },
    ],
    load: async () => (await import('./keys.ts')).rewrapKeys,
  },
  {
    name: 'reindex',
    summary: 'Have the workers of a running server, or of the next one, index again what there is; nobody waits for it',
    options: [
      tenantOrAll,
      { name: 'type', type: 'string', value: 'TYPE', help: 'resource type (default: all)' },
    ],
    load: async () => (await import('./reindex.ts')).queueReindex,
  },
  {
    name: 'validate',
    summary: 'Hold FHIR files (JSON, XML, NDJSON) against R4, AU Core and other profiles, without a database; errors end with exit code 1',
    more: 'FILE|FOLDER|-...',
    page: 'docs/validation.md',
    note: 'Exit code: 0 valid, 1 errors, 2 an input that cannot be read or is not known; the others are judged all the same.',
    options: [
      { name: 'profile', type: 'string', multiple: true, value: 'URL', help: 'profile to meet; none: R4 alone (default: meta.profile, and AU Core of the type)' },
      { name: 'package', type: 'string', multiple: true, value: 'FILE|NAME#VERSION', help: 'a package of definitions: a file (.tgz), or a name in the registry of BANKSIA_PACKAGE_REGISTRY, with its dependencies' },
      { name: 'supporting', type: 'string', multiple: true, value: 'FILE', help: 'one definition or other resource that is needed' },
      { name: 'terminology-server', type: 'string', value: 'URL', help: 'FHIR base address of a server that is asked for codes that cannot be told here' },
      { name: 'format', type: 'string', value: 'text|json|html|junit|sarif', help: 'form of the result (default: text)' },
    ],
    load: async () => (await import('./validate.ts')).validateFiles,
  },
  {
    name: 'convert',
    summary: 'Turn the document Bundle, CDA document or HL7 v2 message of any system into another form, without a server or a database',
    more: 'FILE|-',
    page: 'docs/exports.md',
    note: 'Exit code: 0 written, 1 the file is no document or lacks what the form demands, 2 wrong usage or a file that cannot be read.',
    options: [
      { name: 'from', type: 'string', value: 'bundle|cda|hl7v2', help: 'form of the file (default: bundle)' },
      { name: 'to', type: 'string', value: 'FORM', help: 'bundle, hl7v2, cda, pdf, rtf, html or text; fhir of a message (docs/inbound.md)' },
      { name: 'preset', type: 'string', value: 'NAME', help: 'the wishes of a group of receivers (default: default)' },
      { name: 'recipient', type: 'string', value: 'FILE', help: 'JSON of whom the copy is addressed to' },
      { name: 'logo', type: 'string', value: 'FILE', help: 'PNG or JPEG for the letterhead of a form with pages' },
      { name: 'signature', type: 'string', value: 'FILE', help: 'PNG or JPEG of the signature of who approved it; never on a draft or a recalled document' },
      { name: 'time-zone', type: 'string', value: 'IANA', help: 'time zone of the sender (default: Australia/Sydney; of a message none)' },
      { name: 'character-set', type: 'string', value: 'utf-8|latin1', help: 'letters of a message that names none' },
      { name: 'out', type: 'string', value: 'FILE|DIR|-', help: 'where the document goes; a folder gets a file that is named by the document' },
    ],
    load: async () => (await import('./convert.ts')).convertDocument,
  },
  {
    name: 'connect',
    summary: 'Tell what is at the other end before a channel exists, and print the channel to it; sends no document and writes nothing',
    more: 'https://HOST/PATH | mllp://HOST:PORT | mllps://HOST:PORT | sftp://USER@HOST[:PORT][/DIR]',
    page: 'docs/channels.md',
    note: 'Exit code: 0 reachable and usable, 1 a check failed, 2 wrong usage.',
    options: [
      { name: 'destination', type: 'string', value: 'FILE|-', help: 'JSON of more members of the destination (auth, tls, hostKeys); secrets are named as in the file of a channel' },
      ...formats,
    ],
    load: async () => (await import('./connect/connect.ts')).connectDestination,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of /v1, as the server of these settings serves it',
    options: [],
    load: async () => (await import('./openapi.ts')).printOpenapi,
  },
  {
    name: 'conformance',
    summary: 'Test any FHIR server from outside: AU Core, R4, SMART on FHIR, the acceptance checks',
    page: 'docs/conformance.md',
    options: Object.entries(conformanceOptions).map(([name, option]) => ({ name, ...option })),
    note: conformanceNote,
    isPassedOn: true,
    load: async () => (await import('./conformance.ts')).testConformance,
  },
  {
    name: 'terminology load',
    summary: 'Load code systems under licence into the database: RF2 snapshot, FHIR JSON, CSV; servers know them at once',
    more: 'FILE...',
    page: 'docs/terminology.md',
    options: [
      { name: 'system', type: 'string', value: 'URL', help: 'code system of a table' },
      { name: 'version', type: 'string', value: 'TEXT', help: 'version, where the files do not tell it' },
      { name: 'code', type: 'string', value: 'NAME', help: 'column of a table that holds the codes' },
      { name: 'display', type: 'string', value: 'NAME', help: 'column of a table that holds the names' },
    ],
    load: async () => (await import('./terminology.ts')).loadTerminologyFiles,
  },
  {
    name: 'terminology list',
    summary: 'List the code systems that were loaded, with their versions',
    page: 'docs/terminology.md',
    options: [
      ...formats,
    ],
    load: async () => (await import('./terminology.ts')).listTerminology,
  },
  {
    name: 'reference',
    summary: 'Print a page of the reference: settings, routes, fhir, problems, events or commands',
    more: '[PAGE]',
    options: [
      { name: 'write', type: 'string', value: 'DIR', help: 'write every page into this folder instead' },
    ],
    load: async () => (await import('./reference.ts')).printReference(subcommands),
  },
]
