/** Texts of small CDA documents. CDA R2 4.1. */

export const patient =
  '<recordTarget><patientRole><patient><name><family>Secret</family></name></patient></patientRole></recordTarget>'
export const cda = (inner: string, namespace = 'urn:hl7-org:v3', before = ''): Uint8Array =>
  Buffer.from(`${before}<ClinicalDocument xmlns="${namespace}">${inner}</ClinicalDocument>`)
export const body = (sections: string): string => `<component><structuredBody>${sections}</structuredBody></component>`
