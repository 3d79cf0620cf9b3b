/** Services that are asked for, arranged or recommended, and the referral itself, as ServiceRequest; R4 servicerequest.html. */
import type { ServiceRequest } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { patientReferral } from '../../cda/patient-referral.ts'
import { readParty } from '../people.ts'
import { readTime } from '../values.ts'
import { attributeOf, childrenOf, findNode } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { type Fact, isVoid, type Kind } from './kind.ts'
import { isNctis, listRelated, listRemarks, readLines, readStated, readTimes } from './stated.ts'

/** CDA R2 ActMood: asked for, an appointment and its request, arranged in mind, promised, and done. */
const moods = ['RQO', 'APT', 'ARQ', 'INT', 'PRMS', 'EVN']

export const serviceKind: Kind = { name: 'act', matches: () => true, allowed: { moods }, read: readService }

export const recommendationKind: Kind = {
  name: 'act',
  matches: (statement) => ['102.20016', '102.20016.4.1.1'].some((code) => isNctis(findNode(statement, 'code'), code)),
  allowed: { moods: ['PRP'] },
  read: readRecommendation,
}

type Asked = Pick<ServiceRequest, 'status'>

const statuses: Readonly<Record<string, Asked['status']>> = {
  '': 'active',
  active: 'active',
  new: 'active',
  completed: 'completed',
  suspended: 'on-hold',
  held: 'on-hold',
}

const intents: Readonly<Record<string, ServiceRequest['intent']>> = { INT: 'plan', PRMS: 'plan' }

const timesOf = (entry: Entry): Pick<ServiceRequest, 'occurrenceDateTime' | 'occurrencePeriod'> => {
  const { at, period } = readTimes(entry, findNode(entry.statement, 'effectiveTime'))
  if (at !== undefined) return { occurrenceDateTime: at }
  return period === undefined ? {} : { occurrencePeriod: period }
}

function readService(entry: Entry): Fact | string {
  const { statement, patient } = entry
  const status = readStatus(statement, statuses)
  if (status === undefined) return isVoid
  const mood = attributeOf(statement, 'moodCode') ?? 'EVN'
  const code = readStated(findNode(statement, 'code'))
  if (code === undefined) return 'it names no service'
  for (const name of ['code', 'statusCode']) entry.use(findNode(statement, name))
  const [asked] = listRelated(statement, '103.16635')
  const authoredOn = readTime(findNode(asked, 'effectiveTime'))
  if (authoredOn !== undefined) for (const name of ['code', 'effectiveTime']) entry.use(findNode(asked, name))
  const instruction = listRemarks(entry, '103.10146')
  const resource: ServiceRequest = {
    resourceType: 'ServiceRequest',
    status: mood === 'EVN' ? 'completed' : status,
    intent: intents[mood] ?? 'order',
    code,
    subject: patient,
    ...timesOf(entry),
    ...(authoredOn === undefined ? {} : { authoredOn }),
    ...listPerformers(entry),
    ...(instruction.length === 0 ? {} : { patientInstruction: instruction.join('\n') }),
  }
  return { resource }
}

function listPerformers(entry: Entry): Pick<ServiceRequest, 'performer'> {
  const performer = childrenOf(entry.statement, 'performer').flatMap((node) => {
    const party = readParty(entry.reading, findNode(node, 'assignedEntity'))
    if (party === undefined) return []
    entry.use(node)
    return [party]
  })
  return performer.length === 0 ? {} : { performer }
}

function readRecommendation(entry: Entry): Fact | string {
  const { statement, patient } = entry
  const status = readStatus(statement, statuses)
  if (status === undefined) return isVoid
  const text = readLines(findNode(statement, 'text'))
  if (text === undefined) return 'it has no words'
  for (const name of ['code', 'text', 'statusCode']) entry.use(findNode(statement, name))
  const resource: ServiceRequest = {
    resourceType: 'ServiceRequest',
    status,
    intent: 'proposal',
    code: { text },
    subject: patient,
    ...timesOf(entry),
    ...listPerformers(entry),
  }
  return { resource }
}

/** The parts of Referral Detail in an eReferral: when, why, and for how long. */
export type Referral = {
  readonly time: XmlNode | undefined
  readonly reason: XmlNode
  readonly validity: XmlNode | undefined
}

/** Undefined without a reason in words. The entries are those of one section. */
export function readReferral(entry: Entry, { time, reason, validity }: Referral): ServiceRequest | undefined {
  const text = readLines(findNode(reason, 'value'))
  if (text === undefined) return undefined
  const authoredOn = readTime(findNode(time, 'value'))
  const { period } = readTimes(entry, findNode(validity, 'value'))
  return {
    resourceType: 'ServiceRequest',
    status: 'active',
    intent: 'order',
    category: [{ coding: [patientReferral] }],
    code: { text: 'Referral' },
    subject: entry.patient,
    ...(period === undefined ? {} : { occurrencePeriod: period }),
    ...(authoredOn === undefined ? {} : { authoredOn }),
    reasonCode: [{ text }],
  }
}
