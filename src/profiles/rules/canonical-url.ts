/** The address by which others name a definition must be absolute. R4 resource.html#canonical. */
import type { JsonObject } from '../../core/json.ts'
import { objectsOf } from './members.ts'
import type { Site } from './site.ts'

const canonicalTypes: ReadonlySet<unknown> = new Set(
  (
    'ActivityDefinition CapabilityStatement ChargeItemDefinition CodeSystem CompartmentDefinition ConceptMap EffectEvidenceSynthesis ' +
    'EventDefinition Evidence EvidenceVariable ExampleScenario GraphDefinition ImplementationGuide Library Measure MessageDefinition ' +
    'OperationDefinition PlanDefinition Questionnaire ResearchDefinition ResearchElementDefinition RiskEvidenceSynthesis SearchParameter ' +
    'StructureDefinition StructureMap TerminologyCapabilities TestScript ValueSet'
  ).split(' '),
)

export function checkCanonicalUrl({ resourceType, url }: JsonObject, site: Site): void {
  if (typeof url !== 'string' || url === '' || !canonicalTypes.has(resourceType)) return
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) site.report('canonical-relative', 'url')
}

/** R4 references.html#canonical: a fragment is a contained resource. */
export function checkCanonical(canonical: string, site: Site): void {
  if (!canonical.startsWith('#')) return
  const id = canonical.slice(1)
  if (!objectsOf(site.frame.container, 'contained').some((contained) => contained['id'] === id))
    site.report('canonical-fragment')
}
