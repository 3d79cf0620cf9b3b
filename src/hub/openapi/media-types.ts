/** The bodies of requests and answers by media type, each with an example. OpenAPI 3.1 4.8.14. */
import type { JsonObject } from '../../core/json.ts'
import type { SchemaCatalogue } from './schemas.ts'

/** The first bytes of a body that is not JSON. */
const beginnings: Readonly<Record<string, string>> = {
  'application/octet-stream': 'RIFF$\u0000\u0000\u0000WAVEfmt ',
  'application/fhir+json': '{"resourceType":"Bundle","type":"document"}',
  'x-application/hl7-v2+er7':
    'MSH|^~\\&|BANKSIA|EXAMPLE|RECEIVER|CLINIC|20260314134500+1100||MDM^T02^MDM_T02|0198F2A0|P|2.4\r',
  'application/xml':
    '<?xml version="1.0" encoding="UTF-8"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/></ClinicalDocument>',
  'application/pdf': '%PDF-1.7\n',
  'application/rtf': '{\\rtf1\\ansi\\deff0 Consultation note}',
  'application/zip': 'PK\u0003\u0004',
  'text/html; charset=utf-8': '<!DOCTYPE html>\n<html lang="en-AU"><title>Consultation note</title></html>\n',
  'text/plain; charset=utf-8': 'Consultation note\n=================\n',
  'text/event-stream':
    'id: djE6bGFzdC1ldmVudA\nevent: job.succeeded\ndata: {"kind":"job.succeeded","at":"2026-03-14T02:50:02.000Z","resourceType":"Job","resourceId":"0198f2a0-0000-7000-8000-0000000000b1"}\n\n',
}

export const describeBytes = (types: readonly string[]): JsonObject =>
  Object.fromEntries(types.map((type) => [type, beginnings[type] === undefined ? {} : { example: beginnings[type] }]))

export function describeJson(schema: JsonObject, schemas: SchemaCatalogue): JsonObject {
  const example = schemas.exampleOf(schema)
  return { schema, ...(example === undefined ? {} : { example }) }
}
