/**
 * The document as an HL7 v2 message: ORU^R01, REF^I12 or MDM by the preset and the kind of document, under the Australian Diagnostics and
 * Referral Messaging localisation HL7AUSD-STD-OO-ADRM-2021.1 (ADRM) where the preset says so.
 */
import { defaultPreset, type ExportInput } from '../export-input.ts'
import { renderPdf } from '../pdf/pdf.ts'
import { pdfInMessages } from '../presets.ts'
import { renderRtf } from '../rtf/rtf.ts'
import { encodeLatin1, writeSegmentLatin1 } from './character-set.ts'
import { documentEvent, listDocumentSegments } from './document-management.ts'
import { renderMessage, type Segment } from './encoding.ts'
import { type MessageContext, readMessageContext } from './message-context.ts'
import type { DisplayForms } from './observations.ts'
import { listReferralSegments, referralEvent } from './referral.ts'
import { listResultSegments, resultEvent } from './results.ts'
import { buildMsh, type Event } from './segments.ts'

export async function renderHl7v2(input: ExportInput): Promise<Uint8Array> {
  const context = readMessageContext(input)
  const { event, segments } = buildBody(context, await renderForms(context))
  const header = (characterSet: string) => renderMessage([buildMsh(context, event, characterSet)])
  if (context.profile.characterSet === 'latin1') {
    const all = [buildMsh(context, event, '8859/1'), ...segments]
    return encodeLatin1(renderMessage(all.map(writeSegmentLatin1)))
  }
  const body = renderMessage(segments)
  // ADRM 00048: ASCII needs no declaration, any other text does.
  const isAscii = !/[^\u0000-\u007f]/.test(`${header('')}${body}`)
  return Buffer.from(`${header(isAscii ? '' : 'UNICODE UTF-8')}${body}`)
}

/** A preset of HL7 v2 is none of theirs. A cancelled document of MDM has no content. */
async function renderForms({ input, profile, type, state }: MessageContext): Promise<DisplayForms> {
  if (type === 'MDM' && state === 'withdrawn') return { pdf: '' }
  const own = { ...input, preset: defaultPreset }
  const pdf = Buffer.from(input.pdf ?? (await renderPdf({ ...own, preset: pdfInMessages }))).toString('base64')
  return profile.hasRtf ? { rtf: Buffer.from(await renderRtf(own)).toString('base64'), pdf } : { pdf }
}

function buildBody(
  context: MessageContext,
  forms: DisplayForms,
): { readonly event: Event; readonly segments: readonly Segment[] } {
  const { type, input } = context
  if (type === 'MDM') return { event: documentEvent(context), segments: listDocumentSegments(context, forms) }
  if (type === 'REF' && input.recipient !== undefined)
    return { event: referralEvent, segments: listReferralSegments(context, input.recipient, forms) }
  return { event: resultEvent, segments: listResultSegments(context, forms) }
}
