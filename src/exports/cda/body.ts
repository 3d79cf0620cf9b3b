/** The coded sections of level 3A, by guide. */
import { readClinicalFacts } from '../clinical-facts.ts'
import type { DocumentFacts } from '../document-facts.ts'
import { type ExportInput, timeZoneOf } from '../export-input.ts'
import { hl7Time } from '../zoned-time.ts'
import type { Edition } from './edition.ts'
import type { GuideName } from './guides.ts'
import type { BodyInput } from './sections/body-input.ts'
import { planDischargeSummary } from './sections/discharge-summary.ts'
import { planEReferral } from './sections/ereferral.ts'
import { planEventSummary } from './sections/event-summary.ts'
import { buildSections, type SectionPlan } from './sections/section-plan.ts'
import { planSharedHealthSummary } from './sections/shared-health-summary.ts'
import { planSpecialistLetter } from './sections/specialist-letter.ts'
import type { XmlElement } from './xml.ts'

const plans: Readonly<Record<GuideName, (body: BodyInput) => readonly SectionPlan[]>> = {
  sharedHealthSummary: planSharedHealthSummary,
  eventSummary: planEventSummary,
  specialistLetter: planSpecialistLetter,
  dischargeSummary: planDischargeSummary,
  eReferral: planEReferral,
}

export function buildCodedSections(
  guide: GuideName,
  input: ExportInput,
  facts: DocumentFacts,
  edition: Edition,
): readonly XmlElement[] {
  const time = (at: string): string => hl7Time(at, timeZoneOf(input))
  const body = { input, facts, edition, time, clinical: readClinicalFacts(input.bundle) }
  return buildSections(plans[guide](body), facts.sections, edition.id)
}
