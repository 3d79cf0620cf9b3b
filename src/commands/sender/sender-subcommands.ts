/** The subcommands of `banksia sender`: the systems whose messages are taken in. */
import { formats, type Subcommand } from '../subcommand.ts'

const page = 'docs/inbound.md'
const tenant = { name: 'tenant', type: 'string', value: 'ID', help: 'tenant that gets the messages' } as const
const id = { name: 'id', type: 'string', value: 'ID', help: 'identifier of the sender' } as const

// biome-ignore format: one row a line
export const senderSubcommands: readonly Subcommand[] = [
  {
    name: 'sender create',
    summary: 'Let a system send HL7 v2 messages to a tenant; a secret is printed once',
    page,
    options: [
      tenant,
      { name: 'name', type: 'string', value: 'TEXT', help: 'name of the system, for operators' },
      { name: 'address', type: 'string', multiple: true, value: 'ADDRESS', help: 'address or network (CIDR) from which it sends' },
      { name: 'application', type: 'string', multiple: true, value: 'APP|FACILITY', help: 'MSH-3 and MSH-4 that it names; one of the two may be empty' },
      { name: 'certificate', type: 'string', value: 'FILE', help: 'its certificate for mutual TLS (PEM)' },
      { name: 'certificate-subject', type: 'string', value: 'NAME', help: 'or the subject of its certificate, such as CN=lab,O=Clinic' },
      { name: 'certificate-san', type: 'string', value: 'KIND:NAME', help: 'or an alternative name in it: dns, uri, ip or email, such as dns:lab.example.org' },
      { name: 'secret', type: 'boolean', help: 'make a secret, by which it signs what it sends by HTTPS' },
      { name: 'character-set', type: 'string', value: 'utf-8|latin1', help: 'letters of a message that names none' },
      { name: 'time-zone', type: 'string', value: 'IANA', help: 'zone of times that name none' },
      { name: 'max-bytes', type: 'string', value: 'N', help: 'largest message (default: 16777216, at most 67108864)' },
      ...formats,
    ],
    load: async () => (await import('./sender.ts')).createSender,
  },
  {
    name: 'sender list',
    summary: 'List the senders of a tenant with their state',
    page,
    options: [tenant, ...formats],
    load: async () => (await import('./sender.ts')).listSenders,
  },
  {
    name: 'sender disable',
    summary: 'Refuse a sender: nothing more of it is taken in, and what was stored stays',
    page,
    options: [tenant, id],
    load: async () => (await import('./sender.ts')).disableSender,
  },
]
