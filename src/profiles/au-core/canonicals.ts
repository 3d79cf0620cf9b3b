/** Short forms of the canonical addresses in AU Core's definitions. */

export const r4 = 'http://hl7.org/fhir/StructureDefinition/'

const prefixes: Readonly<Record<string, string>> = {
  r4,
  core: 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-',
  base: 'http://hl7.org.au/fhir/StructureDefinition/au-',
  ncts: 'https://healthterminologies.gov.au/fhir/ValueSet/',
  r4set: 'http://hl7.org/fhir/ValueSet/',
  auset: 'http://terminology.hl7.org.au/ValueSet/',
}

/** `core:patient` to its canonical address. */
export function toCanonical(short: string): string {
  const [prefix = '', name = ''] = short.split(':')
  const address = prefixes[prefix]
  if (address === undefined) throw new Error(`no address has the short form ${prefix}`)
  return address + name
}
