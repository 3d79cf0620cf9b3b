/** Rules that no StructureDefinition states, by the type whose values they check. */
import type { JsonObject } from '../../core/json.ts'
import { compileBundle } from './bundle.ts'
import { checkCanonical, checkCanonicalUrl } from './canonical-url.ts'
import { checkContained, checkElementIds } from './contained.ts'
import { checkAttachment, checkIdentifier, checkQuantity, checkReference, compileCoding } from './data-types.ts'
import { compileCapabilityStatement } from './definitional/capability-statement.ts'
import { compileSearchParameter } from './definitional/search-parameter.ts'
import { compileStructureDefinition } from './definitional/structure-definition.ts'
import { checkNarrative } from './narrative.ts'
import { checkQuestionnaire } from './questionnaires/questionnaire.ts'
import { compileResponse } from './questionnaires/questionnaire-response.ts'
import type { Rule, Site, Sources } from './site.ts'
import { compileCodeSystem, compileConceptMap, compileValueSet } from './terminology-resources.ts'

/** Checks the rules of every resource, whatever its type. */
export function checkResourceRules(resource: JsonObject, site: Site): void {
  checkContained(resource, site)
  checkElementIds(resource, site)
  checkCanonicalUrl(resource, site)
}

/** Compiles the rules of values of one type. */
export const compileRules = (sources: Sources): Readonly<Record<string, Rule>> => ({
  Age: checkQuantity,
  Attachment: checkAttachment,
  Bundle: compileBundle(sources),
  CapabilityStatement: compileCapabilityStatement(sources),
  CodeSystem: compileCodeSystem(sources),
  Coding: compileCoding(sources),
  ConceptMap: compileConceptMap(sources),
  Count: checkQuantity,
  Distance: checkQuantity,
  Duration: checkQuantity,
  Identifier: checkIdentifier,
  MoneyQuantity: checkQuantity,
  Quantity: checkQuantity,
  Questionnaire: checkQuestionnaire,
  QuestionnaireResponse: compileResponse(sources),
  Reference: checkReference,
  SearchParameter: compileSearchParameter(sources),
  StructureDefinition: compileStructureDefinition(sources),
  ValueSet: compileValueSet(sources),
})

/** Rules of primitives of one type, besides their form. */
export const textRules: Readonly<Record<string, Rule<string>>> = { canonical: checkCanonical, xhtml: checkNarrative }
