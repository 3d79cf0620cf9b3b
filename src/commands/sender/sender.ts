/** `banksia sender`: makes, lists and disables senders, beside running servers or without any. docs/inbound.md#senders. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describeCertificate } from '../../core/certificate/verified-certificate.ts'
import { isUuid, newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { newSenderSecret, putSender } from '../../domain/senders/put-sender.ts'
import { newSender } from '../../hub/senders/sender-fields.ts'
import { checkKnowable } from '../../hub/senders/senders.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { SenderContent } from '../../store/senders/sender-content.ts'
import type { Tx } from '../../store/transaction.ts'
import { isJsonAsked, refuse } from '../asked.ts'
import { inTenant, noTenant, readOneTenant } from '../channels/in-tenant.ts'
import { UsageError, type Values } from '../subcommand.ts'

export async function createSender(values: Values): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  const tenant = readOneTenant(values)
  const { withSecret, ...members } = parseMembers(await readMembers(values))
  const [id, secret] = [newId(), withSecret ? newSenderSecret() : undefined]
  const content = { ...members, status: 'active', ...(secret === undefined ? {} : { secret }) } as SenderContent
  checkMembers(content)
  const isMade = await inTenant(tenant, async (tx) => {
    await putSender(tx, { id, content, kind: 'sender.created' })
    return true
  })
  if (isMade === undefined) return refuse(noTenant(tenant))
  const told = secret === undefined ? '' : `secret ${secret}\n`
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ id, ...(secret === undefined ? {} : { secret }) })}\n`
      : `sender ${id} is registered\n${told}`,
  )
  return 0
}

/** The option that sets each member. */
const options: Readonly<Record<string, string>> = {
  addresses: 'address',
  applications: 'application',
  characterSet: 'character-set',
  timeZone: 'time-zone',
  maxBytes: 'max-bytes',
}
const optionOf = (member: string): string => `--${options[member] ?? member}`

function parseMembers(given: object) {
  const { data, error } = newSender.safeParse(given)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw new UsageError(`${optionOf(String(issue?.path[0] ?? 'name'))} is missing or wrong: ${issue?.message}`)
}

function checkMembers(content: SenderContent): void {
  try {
    checkKnowable(content)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new UsageError('give --address, a certificate or --secret: by it a message is known to be of the sender')
  }
}

async function readMembers(values: Values): Promise<object> {
  const maxBytes = values.text('max-bytes')
  const certificate = await readCertificate(values)
  const given = {
    name: values.text('name'),
    addresses: values.list('address'),
    applications: values.list('application').map(readApplication),
    certificate,
    characterSet: values.text('character-set'),
    timeZone: values.text('time-zone'),
    maxBytes: maxBytes === undefined ? undefined : Number(maxBytes),
    withSecret: values.has('secret'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function readApplication(text: string): object {
  const [application = '', facility = ''] = text.split('|')
  return { ...(application === '' ? {} : { application }), ...(facility === '' ? {} : { facility }) }
}

async function readCertificate(values: Values): Promise<object | undefined> {
  const file = values.text('certificate')
  const [subject, san] = [values.text('certificate-subject'), values.text('certificate-san')]
  const [, kind, name] = /^(dns|uri|ip|email):(.+)$/.exec(san ?? '') ?? []
  if (san !== undefined && kind === undefined)
    throw new UsageError('--certificate-san begins with dns:, uri:, ip: or email:')
  const given = {
    ...(subject === undefined ? {} : { subject }),
    ...(kind === undefined ? {} : { [kind]: name }),
    ...(file === undefined ? {} : { thumbprint: await readThumbprint(file) }),
  }
  return Object.keys(given).length === 0 ? undefined : given
}

async function readThumbprint(path: string): Promise<string> {
  try {
    return describeCertificate(new X509Certificate(await readFile(path))).thumbprint
  } catch (cause) {
    throw new UsageError('--certificate names a file that is no certificate', { cause })
  }
}

export async function listSenders(values: Values): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  const tenant = readOneTenant(values)
  const found = await inTenant(tenant, listShown)
  if (found === undefined) return refuse(noTenant(tenant))
  process.stdout.write(isJson ? `${JSON.stringify(found)}\n` : found.map(renderLine).join(''))
  return 0
}

type Shown = { readonly id: string; readonly status: string; readonly name: string }

const renderLine = ({ id, status, name }: Shown): string => `${[id, status.padEnd(8), name].join('  ')}\n`

async function listShown(tx: Tx): Promise<readonly Shown[]> {
  const found = await listAll(tx, { space: 'hub', type: 'Sender', where: [] })
  return found.map((stored) => {
    const { status, name } = hubContent('Sender', stored)
    return { id: stored.id, status, name }
  })
}

export async function disableSender(values: Values): Promise<0 | 1> {
  const tenant = readOneTenant(values)
  const id = values.text('id')?.toLowerCase()
  if (id === undefined || !isUuid(id)) throw new UsageError('--id is the UUID of a sender')
  const isThere = await inTenant(tenant, async (tx) => {
    const stored = await tx.find(hubAddress('Sender', id), 'update')
    if (stored === undefined) return false
    const content = { ...hubContent('Sender', stored), status: 'disabled' } as const
    await putSender(tx, { id, content, before: stored, kind: 'sender.disabled' })
    return true
  })
  if (isThere === undefined) return refuse(noTenant(tenant))
  if (!isThere) return refuse(`tenant ${tenant} has no sender ${id}`)
  process.stdout.write(`sender ${id} is disabled\n`)
  return 0
}
