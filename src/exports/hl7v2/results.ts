/** A report as ORU^R01. HL7 v2.4 7.2; ADRM 4. */
import type { Segment } from './encoding.ts'
import { buildFiller, type MessageContext } from './message-context.ts'
import { buildDocumentCode, type DisplayForms, listObx, listSections } from './observations.ts'
import { buildObr, buildOrc, buildPid, buildPv1, type Event } from './segments.ts'

export const resultEvent: Event = ['ORU', 'R01', 'ORU_R01']

export function listResultSegments(context: MessageContext, forms: DisplayForms): readonly Segment[] {
  const { facts, input } = context
  return [
    buildPid(context),
    buildPv1(context),
    buildOrc(context),
    buildObr(context, {
      ...{ number: 1, filler: buildFiller(context), code: buildDocumentCode(facts) },
      // Physician, for letters and notes.
      service: 'PHY',
      ...(input.recipient === undefined ? {} : { copyTo: input.recipient }),
    }),
    ...listObx(context, listSections(facts.sections), forms),
  ]
}
