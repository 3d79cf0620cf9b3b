/** A document for a hospital's record as MDM: T02 original, T10 replacement, T11 cancel. HL7 v2.5.1 9.5, 9.6. */
import { codeSystems } from '../../documents/code-systems.ts'
import type { Component, Field, Segment } from './encoding.ts'
import { buildAuthors, buildClinician, buildEntityIdentifier } from './fields.ts'
import type { DocumentState, MessageContext } from './message-context.ts'
import { type DisplayForms, listObx, listSections } from './observations.ts'
import { buildCopyTo } from './recipient-fields.ts'
import { buildPid, buildPv1, type Event } from './segments.ts'

const content = 'MDM_T02'

const events: Readonly<Record<DocumentState, Event>> = {
  draft: ['MDM', 'T02', content],
  original: ['MDM', 'T02', content],
  amended: ['MDM', 'T10', content],
  withdrawn: ['MDM', 'T11', 'MDM_T01'],
}

export const documentEvent = ({ state }: MessageContext): Event => events[state]

/** Without OBX where the document is cancelled. */
export function listDocumentSegments(context: MessageContext, forms: DisplayForms): readonly Segment[] {
  const { facts, input, state, time } = context
  const [, trigger] = documentEvent(context)
  return [
    { name: 'EVN', fields: { 1: trigger, 2: time(input.at) } },
    buildPid(context),
    buildPv1(context),
    buildTxa(context),
    ...(state === 'withdrawn' ? [] : listObx(context, listSections(facts.sections), forms)),
  ]
}

/** Table 0270 by LOINC code; a consultation otherwise. */
const documentTypes: Readonly<Record<string, string>> = {
  '18842-5': 'DS',
  '18761-7': 'TS',
  '34117-2': 'HP',
  '11504-8': 'OP',
  '28570-0': 'PN',
  '11506-3': 'PR',
}

/** Table 0273. */
const availabilities: Readonly<Record<DocumentState, string>> = {
  draft: 'UN',
  original: 'AV',
  amended: 'AV',
  withdrawn: 'CA',
}

/** Table 0271: legally authenticated where a person attests it, else documented. */
function completionOf({ facts, state }: MessageContext): string {
  if (state === 'draft') return 'IP'
  return facts.approvedAt === undefined ? 'DO' : 'LA'
}

function buildTxa(context: MessageContext): Segment {
  const { facts, input, state, time } = context
  const author = buildClinician(facts.author, facts.custodian)
  const isLoinc = facts.type.system === undefined || facts.type.system === codeSystems.loinc
  return {
    name: 'TXA',
    fields: {
      1: '1',
      2: (isLoinc ? documentTypes[facts.type.code] : undefined) ?? 'CN',
      // Table 0191: application data.
      3: 'AP',
      4: time(facts.encounter?.period?.start ?? facts.authoredAt),
      5: author,
      6: time(facts.authoredAt),
      9: buildAuthors(facts),
      12: buildEntityIdentifier(input.documentId, facts.custodian),
      13: facts.replaces === undefined ? '' : buildEntityIdentifier(facts.replaces, facts.custodian),
      17: completionOf(context),
      18: 'U',
      19: availabilities[state],
      22: buildAuthentication(context),
      // Distributed copies.
      23: (input.recipient && buildCopyTo(input.recipient, false)) ?? '',
    },
  }
}

/** PPN: who authenticated it, and when. HL7 v2.5.1 9.6.22: needed where TXA-17 says LA. */
function buildAuthentication({ facts, state, time }: MessageContext): Field {
  if (state === 'draft' || facts.approvedAt === undefined) return ''
  const person: readonly Component[] = buildClinician(facts.approver, facts.custodian)
  return [...person, '', time(facts.approvedAt)]
}
