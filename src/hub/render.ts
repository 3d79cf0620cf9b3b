/** Renders a document for an answer of the Hub, and bounds how many run at once. */
import type { Bundle } from '@medplum/fhirtypes'
import { Problem } from '../core/problems.ts'
import type { DocumentFormat } from '../documents/formats.ts'
import type { PageAppearance } from '../domain/artifact/appearance.ts'
import type { DocumentRecipient } from '../fhir/document-recipient.ts'

/** The input of every exporter. */
export type RenderInput = {
  readonly bundle: Bundle
  readonly preset?: string
  readonly timeZone: string
  readonly at: string
  readonly documentId: string
  readonly status: 'original' | 'recalled'
  readonly recipientClass?: string
  readonly recipient?: DocumentRecipient
  readonly appearance?: PageAppearance
}

export type Render = (format: DocumentFormat, input: RenderInput) => Promise<Uint8Array>

/** Renders at most so many at once; refuses further ones with "try again". */
export function limitRendering(render: Render, most: number): Render {
  let underway = 0
  return async (format, input) => {
    if (underway >= most) throw new Problem('dependency-unavailable', { headers: { 'Retry-After': '1' } })
    underway += 1
    try {
      return await render(format, input)
    } finally {
      underway -= 1
    }
  }
}
