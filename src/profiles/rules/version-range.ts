/** The releases of FHIR that a context of an extension is for. http://hl7.org/fhir/StructureDefinition/version-specific-use. */
const versionSpecific = 'http://hl7.org/fhir/StructureDefinition/version-specific-use'

type Extended = { readonly url?: unknown; readonly valueCode?: unknown; readonly extension?: unknown }

const listExtensions = ({ extension }: { readonly extension?: unknown }): readonly Extended[] =>
  Array.isArray(extension) ? extension.filter((one) => typeof one === 'object' && one !== null) : []

/** Whether R4 is among them; a release that is not named is no limit. */
export function isForR4(context: { readonly extension?: unknown }): boolean {
  const range = listExtensions(context)
    .filter(({ url }) => url === versionSpecific)
    .flatMap(listExtensions)
  const releaseOf = (end: string): number => Number(range.find(({ url }) => url === end)?.valueCode ?? Number.NaN)
  return !(releaseOf('startFhirVersion') > 4) && !(releaseOf('endFhirVersion') < 4)
}
