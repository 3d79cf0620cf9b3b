/** Whom one copy of a document is addressed to; the store keeps it too, so its members stand below both. */
export type { DocumentRecipient } from '../fhir/document-recipient.ts'
