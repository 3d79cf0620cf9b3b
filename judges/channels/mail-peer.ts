/** Python: PyPI's aiosmtpd as a site's mail server, which alerts reach by SMTP. RFC 5321, RFC 3207, RFC 4954; docs/channels.md#alerts */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Alert } from '../../client/hub-types.ts'
import { waitFor } from '../../test/patience.ts'
import { findPort } from '../../test/ports.ts'
import {
  checkMessage,
  checkNothingOfPatient,
  type DeadLetter,
  makeDeadLetter,
  openDeadLetterAlert,
} from './alerting.ts'
import type { ChannelJudge, Served } from './judge.ts'
import { type LineProgram, startListening } from './line-program.ts'
import { listLackingPackages } from './python-packages.ts'
import { makeSiteCertificate } from './site-certificate.ts'

const aiosmtpd = { name: 'aiosmtpd', version: '1.4.6' }

/** A mail as Python's email reads it. */
type Mail = {
  readonly port: 'guarded' | 'clear'
  readonly encrypted: boolean
  readonly login: string
  readonly sender: string
  readonly recipients: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly defects: readonly string[]
  readonly attachments: number
  readonly text: string
}

type Opened = {
  readonly site: LineProgram
  readonly dead: DeadLetter
  /** By what is wrong with their targets. */
  readonly alerts: Readonly<Record<'right' | 'wrongPassword' | 'noTls' | 'untrusted', Alert>>
}

const user = { user: 'banksia', password: 'a-mail-password-of-this-run' }
const from = 'banksia@example.org'
const to = ['desk@example.org', 'integration@example.org']

async function openSite(served: Served): Promise<Opened> {
  const { certFile, keyFile, cert } = makeSiteCertificate(served)
  const [guarded, clear] = [await findPort(), await findPort()]
  const program = join(import.meta.dirname, 'mail_peer.py')
  const args = [program, certFile, keyFile, user.user, user.password, String(guarded), String(clear)]
  const site = await startListening('python3', args)
  served.atEnd(site.stop)
  const dead = await makeDeadLetter(served)
  const target = { kind: 'email', host: '127.0.0.1', port: guarded, from, to, ca: cert, ...user }
  const open = (more: object): Promise<Alert> => openDeadLetterAlert(served, dead, { ...target, ...more })
  const alerts = {
    right: await open({}),
    wrongPassword: await open({ password: 'another-password' }),
    noTls: await open({ port: clear }),
    untrusted: await open({ ca: (await makeSiteCertificate(served)).cert }),
  }
  return { site, dead, alerts }
}

let opened: Promise<Opened> | undefined
const open = (served: Served): Promise<Opened> => {
  opened ??= openSite(served)
  return opened
}

async function readMail(served: Served): Promise<Mail> {
  const { site, dead, alerts } = await open(served)
  const mail = await site.next<Mail>('mail', 1)
  const said = Object.fromEntries(
    mail.text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  )
  checkMessage(said, alerts.right, dead)
  return mail
}

async function checkMail(served: Served): Promise<void> {
  const { port, encrypted, login, sender, recipients, headers, defects, attachments } = await readMail(served)
  assert.deepEqual(
    { port, encrypted, login, sender, recipients, defects, attachments },
    { port: 'guarded', encrypted: true, login: user.user, sender: from, recipients: to, defects: [], attachments: 0 },
  )
  assert.deepEqual(
    [headers['from'], headers['to'], headers['subject'], headers['auto-submitted']],
    [from, to.join(', '), '[Banksia] dead-letter firing: Dead letters', 'auto-generated'],
  )
}

/** The reason why a target did not take the message of its alert. */
async function readReason({ practice }: Served, { id }: Alert): Promise<string | undefined> {
  const { firings = [] } = await waitFor(
    () => practice.operator.call('GET', `/v1/alerts/${id}`),
    (alert) => (alert.firings?.[0]?.attempts ?? 0) > 0,
  )
  assert.equal(firings[0]?.told, undefined)
  return firings[0]?.reason
}

async function checkRefused(served: Served): Promise<void> {
  const { site, alerts } = await open(served)
  assert.equal(await readReason(served, alerts.wrongPassword), 'authentication')
  assert.equal(await readReason(served, alerts.noTls), 'tls')
  assert.equal(await readReason(served, alerts.untrusted), 'tls')
  assert.equal(site.listOf('mail').length, 1)
  for (const login of site.listOf<{ readonly encrypted: boolean }>('login')) assert.equal(login.encrypted, true)
}

export const mailPeer: ChannelJudge = {
  name: `Python aiosmtpd ${aiosmtpd.version}`,
  listMissing: () => listLackingPackages(aiosmtpd),
  cases: [
    { name: 'the mail of an alert comes after STARTTLS and a login, and it can be read', run: checkMail },
    {
      name: 'the mail has nothing of the patient',
      run: async (served) => {
        const mail = await readMail(served)
        await checkNothingOfPatient(served, (await open(served)).dead, JSON.stringify(mail))
      },
    },
    {
      name: 'no mail goes with a wrong password, without TLS, or to a certificate that nobody trusts',
      run: checkRefused,
    },
  ],
  wrong: {
    name: 'a mail that names the document',
    run: async (served) => {
      const { dead } = await open(served)
      await checkNothingOfPatient(served, dead, `${JSON.stringify(await readMail(served))} ${dead.artifact.documentId}`)
    },
    says: /strictly deep-equal/,
  },
}
