/** The destination of a channel to a FHIR server. docs/channels.md. */
import { z } from 'zod'
import { httpAddress, requestHeaders, tlsSettings } from '../destination.ts'
import { fhirAuth } from './fhir-auth.ts'
import { formNames } from './forms.ts'

export const fhirDestination = z.strictObject({
  baseUrl: httpAddress,
  auth: fhirAuth,
  /** Absent in records of earlier releases: the document and its DocumentReference in one transaction. */
  form: z.enum(['auto', ...formNames]).exactOptional(),
  headers: requestHeaders.exactOptional(),
  tls: tlsSettings.exactOptional(),
})
export type FhirDestination = z.output<typeof fhirDestination>
