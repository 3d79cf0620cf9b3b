/** The demo's practice and its first consultation, whose documents the practice releases to channels. */
import { randomUUID } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import type { Artifact, Delivery, NewChannel } from '../../client/hub-types.ts'
import { approveDraft, type Clinic, draftConsultation } from '../../src/demo/consultation.ts'
import { listShippedFiles, readConsultations } from '../../src/demo/input.ts'
import { openSession } from '../../src/demo/session.ts'
import { createPeople } from '../../src/demo/transaction.ts'
import { waitFor } from '../../test/patience.ts'

/** Titles of templates: the one is a report, the other a letter. */
export const documents = ['SOAP note', 'Referral'] as const
export type DocumentName = (typeof documents)[number]

export type Practice = {
  readonly clinician: Client
  readonly operator: Client
  readonly patientId: string
  readonly templateIds: Readonly<Record<DocumentName, string>>
  readonly openChannel: (channel: Pick<NewChannel, 'name' | 'destination'> & Partial<NewChannel>) => Promise<string>
  /** Drafts, verifies and approves: the release goes to every channel of the template. */
  readonly release: (name: DocumentName) => Promise<Artifact>
  /** The deliveries of an artifact by these channels, once none is under way. */
  readonly awaitDeliveries: (artifactId: string, channelIds: readonly string[]) => Promise<readonly Delivery[]>
  /** It gets no later release. */
  readonly closeChannel: (channelId: string) => Promise<void>
}

/** It has a number that leads to it, so that letters go as REF^I12. */
export const recipient = {
  name: 'Dr Anh Nguyen',
  kind: 'practitioner',
  person: { prefix: 'Dr', given: 'Anh', family: 'Nguyen' },
  organisation: 'Heath Specialists',
  providerNumber: '2122661L',
  application: 'HEATH-EMR',
} as const

const never = new AbortController().signal

export async function openPractice(base: string): Promise<Practice> {
  const [consultation] = await readConsultations(listShippedFiles())
  if (consultation === undefined) throw new Error('the demo has no consultation')
  const session = openSession(base, never)
  const operator = await session.as('operator')
  const practice = await createPeople(await session.as('clinician'), [consultation.seed])
  const clinician = await session.as('clinician', practice.practitionerRoleId)
  const [patientId = ''] = practice.patientIds
  const templateIds = await findTemplates(operator)
  const run = () => ({ id: randomUUID(), startedAt: new Date().toISOString(), input: '' })
  return {
    ...{ clinician, operator, patientId, templateIds },
    openChannel: async (channel) => {
      const body = { ...channelDefaults(templateIds), ...channel } as NewChannel
      return (await operator.call('POST', '/v1/channels', { body })).id
    },
    release: async (name) => {
      const clinic: Clinic = { clinician, signal: never, practice, templateId: templateIds[name], run: run() }
      const draft = await draftConsultation(clinic, consultation, patientId)
      const { artifact, verification } = await approveDraft(clinic, draft)
      if (verification.outcome !== 'passed')
        throw new Error(`the draft does not pass: ${verification.findings.map(({ rule }) => rule).join(', ')}`)
      return artifact
    },
    awaitDeliveries: async (artifactId, channelIds) =>
      waitFor(
        async () => {
          const { items } = await clinician.call('GET', `/v1/deliveries?artifactId=${artifactId}&limit=200`)
          return items.filter(({ channelId }) => channelIds.includes(channelId))
        },
        (items: readonly Delivery[]) =>
          items.length === channelIds.length && items.every(({ state }) => !underWay.has(state)),
      ),
    closeChannel: async (channelId) => {
      const { version } = await operator.call('GET', `/v1/channels/${channelId}`)
      await operator.call('POST', `/v1/channels/${channelId}:pause`, { version })
    },
  }
}

const underWay: ReadonlySet<string> = new Set(['queued', 'sending'])

async function findTemplates(operator: Client): Promise<Practice['templateIds']> {
  const { items } = await operator.call('GET', '/v1/templates?limit=200')
  const find = (title: string): string => {
    const found = items.find((item) => item.title === title)
    if (found === undefined) throw new Error(`the server has no template ${title}`)
    return found.id
  }
  return { 'SOAP note': find('SOAP note'), Referral: find('Referral') }
}

const channelDefaults = (templateIds: Practice['templateIds']) =>
  ({
    ...{ recipient, purposeOfUse: 'TREAT', legalBasis: 'own_organisation', format: 'hl7v2', transport: 'mllp' },
    templateIds: Object.values(templateIds),
    retry: { attempts: 3, baseMs: 100, maxMs: 1000 },
  }) as const
