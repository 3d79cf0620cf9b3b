/** The five channels of the demo: one for each form that a document goes out in. */
import type { Client } from '../../client/client.ts'
import type { NewChannel } from '../../client/hub-types.ts'
import { addressOf } from './programs.ts'
import type { Ports } from './workspace.ts'

export type ChannelNames = ReadonlyMap<string, string>

type Targets = { readonly ports: Ports; readonly out: string }

/** In the order of the report; `extension` of the files that show what went out. */
export const formats = [
  { format: 'bundle', extension: '.json' },
  { format: 'hl7v2', extension: '.hl7' },
  { format: 'cda', extension: '.xml' },
  { format: 'pdf', extension: '.pdf' },
  { format: 'rtf', extension: '.rtf' },
] as const

const hospital = {
  name: 'Saltbush Regional Hospital',
  organisation: 'Saltbush Regional Hospital',
  hpio: '8003626566692846',
  address: { line: ['1 Saltbush Road'], city: 'Broken Hill', state: 'NSW', postalCode: '2880', country: 'AU' },
  phone: '02 7010 0400',
  fax: '02 7010 0401',
  application: 'SALTBUSH-EMR',
} as const

const specialist = {
  name: 'Dr Anh Nguyen',
  kind: 'practitioner',
  person: { prefix: 'Dr', given: 'Anh', family: 'Nguyen' },
  organisation: 'Heath Specialists',
  providerNumber: '2122661L',
  hpii: '8003610000021101',
  address: { line: ['Suite 4', '20 Heath Street'], city: 'Perth', state: 'WA', postalCode: '6000', country: 'AU' },
  phone: '08 7010 0500',
  fax: '08 7010 0501',
  email: 'letters@heath.example',
} as const

const listRows = ({ ports, out }: Targets) => {
  const receiver = addressOf(ports.receiver)
  const auth = {
    type: 'oauth2',
    tokenUrl: `${receiver}/oidc/token`,
    clientId: 'development',
    clientSecret: 'development',
    scope: 'system/Bundle.crus system/DocumentReference.crus',
  }
  const folder = { directory: out }
  return [
    {
      name: 'Demo: FHIR server',
      recipient: hospital,
      format: 'bundle',
      transport: 'fhir',
      destination: { baseUrl: `${receiver}/fhir/R4`, auth },
    },
    {
      name: 'Demo: HL7 v2 over MLLP',
      recipient: hospital,
      format: 'hl7v2',
      transport: 'mllp',
      destination: { host: '127.0.0.1', port: ports.mllp },
    },
    { name: 'Demo: CDA folder', recipient: specialist, format: 'cda', transport: 'file', destination: folder },
    { name: 'Demo: PDF folder', recipient: specialist, format: 'pdf', transport: 'file', destination: folder },
    { name: 'Demo: RTF folder', recipient: specialist, format: 'rtf', transport: 'file', destination: folder },
  ] as const
}

/** Opens missing channels and points those of an earlier run to the current addresses. */
export async function openChannels(operator: Client, templateId: string, targets: Targets): Promise<ChannelNames> {
  const { items } = await operator.call('GET', '/v1/channels?limit=200')
  const names = new Map<string, string>()
  for (const row of listRows(targets)) {
    const { name } = row
    const channel: NewChannel = {
      ...row,
      templateIds: [templateId],
      purposeOfUse: 'TREAT',
      legalBasis: 'consent',
      retry: { attempts: 20, baseMs: 100, maxMs: 5000 },
    }
    const known = items.find((item) => item.name === name)
    const { id } =
      known === undefined
        ? await operator.call('POST', '/v1/channels', { body: channel })
        : await operator.call('PUT', `/v1/channels/${known.id}`, { body: channel, version: known.version })
    names.set(id, name)
  }
  return names
}

export async function findSoapTemplate(client: Client): Promise<string> {
  const { items } = await client.call('GET', '/v1/templates?limit=200')
  const template = items.find((item) => item.title === 'SOAP note')
  if (template === undefined) throw new Error('the server has no SOAP note template')
  return template.id
}
