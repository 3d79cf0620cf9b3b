/** Refuses a document that cannot take a form in which it is to leave. D140; docs/design/exports-and-delivery.md#refusals. */
import type { Bundle } from '@medplum/fhirtypes'
import { type FieldError, Problem } from '../../core/problems.ts'
import type { DocumentFormat } from '../../documents/formats.ts'
import { checkDocument } from '../../exports/check-document.ts'
import { isPreset } from '../../exports/presets.ts'
import type { Refusal } from '../../exports/refusal.ts'
import type { DocumentRecipient } from '../../fhir/document-recipient.ts'
import { type ArtifactContent, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'

/** A form in which a document is to leave. */
export type WantedForm = {
  readonly format: DocumentFormat
  readonly preset: string
  readonly recipient?: DocumentRecipient
  /** The name of the channel that asks for it. */
  readonly channel?: string
  /** It is made after the release, so that it can be held. D143 */
  readonly mayWait?: true
}

/** The document as it is approved, and what stands beside its Bundle. */
export type CheckedDocument = {
  readonly bundle: Bundle
  readonly at: string
  readonly content: Pick<ArtifactContent, 'documentId' | 'recipientClass'>
}

const maxErrors = 50

/** Throws `document-incomplete` with the reasons by element, and the channel that each comes from. A form by an unknown preset is not judged: what goes out by it is held. */
export function checkForms(tx: Tx, document: CheckedDocument, forms: readonly WantedForm[]): void {
  const all = forms.flatMap((form) => listRefusals(tx, document, form).map((refusal) => describe(refusal, form)))
  if (all.length === 0) return
  // A channel may be named twice: by the template, and by an earlier edition that it had.
  const errors = new Map(all.map((error) => [`${error.field} ${error.message}`, error]))
  throw new Problem('document-incomplete', { errors: [...errors.values()].slice(0, maxErrors) })
}

function listRefusals(tx: Tx, document: CheckedDocument, { format, preset, recipient, mayWait }: WantedForm) {
  if (format === 'bundle' || !isPreset(format, preset)) return []
  const { bundle, at, content } = document
  const { documentId, recipientClass } = content
  const refusals = checkDocument(format, {
    ...{ bundle, at, documentId, preset, timeZone: tx.tenant.timeZone, status: 'original' },
    ...(recipientClass === undefined ? {} : { recipientClass }),
    ...(recipient === undefined ? {} : { recipient }),
  })
  return mayWait === true ? refusals.filter((refusal) => !isOfPatientsLetters(refusal)) : refusals
}

/** The form lacks letters of the patient's name or address. Whoever approves the document cannot change that. D143 */
const isOfPatientsLetters = ({ element, isOfLetters }: Refusal): boolean =>
  isOfLetters === true && /^Composition\.subject\b/.test(element)

const describe = ({ element, message }: Refusal, { format, channel }: WantedForm): FieldError => ({
  field: element,
  message: channel === undefined ? `${message} (${format})` : `${message} (${format}, channel ${channel})`,
})

/** As it was approved. */
export const readReleasedDocument = async (tx: Tx, { documentId }: Pick<ArtifactContent, 'documentId'>) =>
  readResourceAs<Bundle>(await tx.read(wholeAddress('Bundle', documentId)))

/** The same for a document that has been released. */
export async function checkReleasedForm(tx: Tx, content: ArtifactContent, form: WantedForm): Promise<void> {
  if (form.format === 'bundle') return
  const bundle = await readReleasedDocument(tx, content)
  checkForms(tx, { bundle, at: content.approval?.at ?? '', content }, [form])
}
