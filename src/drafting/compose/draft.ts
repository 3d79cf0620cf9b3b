/** The embedded drafter: extractive and deterministic. docs/design/drafting.md#rules-of-the-drafter. */
import { readingOnce } from '../../core/cache/read-once.ts'
import {
  type Evidence,
  listDrawn,
  type Note,
  type NoteTemplate,
  placedAs,
  placingClaim,
  type Section,
  type Segment,
  type Statement,
  sectionSources,
  type TemplateSection,
} from '../../core/clinical-note.ts'
import { isAboutChild, isOfParent } from '../dialogue/child.ts'
import { blankCorrections } from '../dialogue/corrections.ts'
import { readDialogue } from '../dialogue/dialogue.ts'
import { whyUnread } from '../dialogue/fit-talk.ts'
import { isToldFor, type Sentence } from '../dialogue/sentence.ts'
import { speakForPatient } from '../dialogue/spoken-for.ts'
import { draftAdvice } from '../extract/advice.ts'
import { draftAllergies } from '../extract/allergies.ts'
import { draftFunctions } from '../extract/asked/functions.ts'
import { draftAskedMedicines } from '../extract/asked-medicines.ts'
import { type Candidate, isUncertain, quoteEvidence } from '../extract/candidates.ts'
import { draftComplaint } from '../extract/complaint/complaint-lines.ts'
import { dropObjected } from '../extract/decisions/objected.ts'
import { withPostponed } from '../extract/decisions/postponed.ts'
import { draftDone } from '../extract/deeds/done.ts'
import { draftImmunisations } from '../extract/deeds/immunisations.ts'
import { draftProcedures } from '../extract/deeds/procedures.ts'
import { draftMeasurements } from '../extract/examination/measurements.ts'
import { draftToldValues } from '../extract/examination/told-values.ts'
import { draftHistory } from '../extract/history.ts'
import { draftImpressions } from '../extract/impressions.ts'
import { draftMedicines } from '../extract/medication.ts'
import { draftStopped } from '../extract/orders/medicine-changes.ts'
import { draftRegimens } from '../extract/regimens/draft-regimens.ts'
import { isIndication } from '../extract/regimens/indications.ts'
import { draftWorded } from '../extract/replies/worded.ts'
import { draftRisk, isOfRisk, isToldInFull } from '../extract/risk/risk.ts'
import { listSaidByOthers } from '../extract/risk/said-by-others.ts'
import { draftSocial } from '../extract/social.ts'
import { draftSymptoms } from '../extract/symptoms.ts'
import { isEndedLater, isNotTaken } from '../extract/topics/ended-effects.ts'
import { draftWishes } from '../extract/wishes.ts'
import { openVocabulary, type Vocabulary } from '../vocabulary/vocabulary.ts'
import { hedge } from './hedging.ts'
import { joinParts } from './joined-parts.ts'
import { orderPacks } from './ordering.ts'
import { findLeading, joinTexts, listFacts, type Pack } from './packing.ts'
import { limitQuotes } from './quotes.ts'
import { draftRecord, type RecordFact } from './record.ts'
import { dropRepeated } from './repeated.ts'
import { chooseCandidates } from './selection.ts'
import { partStopped } from './stopped-medicines.ts'
import { partFragments } from './whole-lines.ts'

export type DraftInput = {
  readonly template: NoteTemplate
  readonly transcriptId: string
  readonly segments: readonly Segment[]
  /** Allergies and medicines in the patient's record. */
  readonly record: readonly RecordFact[]
  /** Names that the operator loaded; absent if there are none. */
  readonly vocabulary?: Vocabulary | undefined
}

/** "History of abscess", "Abscess on the leg.": the complaint tells the same trouble, with its time and side. */
const isToldNow = ({ claims, quotes }: Candidate, symptoms: readonly Candidate[]): boolean =>
  claims.length === 1 &&
  claims.every(({ kind, polarity, time, display }) => (kind === 'history' || kind === 'complaint') && polarity === 'present' && time === 'current' && symptoms.some((other) => other.claims.some((own) => own.polarity === 'present' && own.time === 'current' && own.display.toLowerCase().startsWith(display.toLowerCase().split(' ')[0] ?? display) && (own.display.length > display.length || own.duration !== undefined)) && quotes.every(({ sentence }) => other.quotes.some((quote) => quote.sentence === sentence)))) // biome-ignore format: short

const ofNow: ReadonlySet<string> = new Set(['complaint', 'symptom', 'history', 'medication'])

const ofDanger = /breath|swell|swollen|throat|wheez|faint|collapse|swallowing/

/** True if the words only tell the reaction of an allergy: "I can't have latex, I get hives" is no complaint of hives. */
function isOfReaction({ text, claims, quotes }: Candidate, allergies: readonly Candidate[]): boolean {
  const told = allergies.filter((allergy) => allergy.text.includes(': ')).flatMap((allergy) => allergy.quotes.map(({ sentence }) => sentence)) // biome-ignore format: short
  const own = quotes.filter(({ role }) => role !== 'question')
  // "Bees, they had to give me adrenaline."
  const isRemedy = text.startsWith('Has tried') && own.every(({ sentence }) => allergies.some((allergy) => allergy.quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: short
  if (isRemedy) return true
  // "Hives from trimethoprim?" - "Yes. No trouble breathing.": how bad the reaction was.
  const isOfDanger = claims.length > 0 && claims.every(({ kind, polarity, display }) => kind === 'symptom' && polarity === 'absent' && ofDanger.test(display)) && own.every(({ sentence }) => allergies.some(({ text: named, at }) => /allergic to/i.test(named) && sentence.at >= at && sentence.at - at <= 3)) // biome-ignore format: short
  if (isOfDanger && own.length > 0) return true
  const goesOn = (sentence: Sentence): boolean => told.includes(sentence) || sentence.asked.slice(-1).some((question) => isEcho(question, allergies)) // biome-ignore format: short
  return own.length > 0 && claims.every(({ kind }) => ofNow.has(kind)) && own.every(({ sentence }) => goesOn(sentence))
}

/** "Twitchy?": the question takes up the reaction alone. */
const isEcho = ({ words }: Sentence, allergies: readonly Candidate[]): boolean => {
  const said = words.map(({ text }) => text).filter((word) => /^[a-z]+$/.test(word))
  return said.length > 0 && said.length <= 2 && allergies.some(({ text }) => text.includes(': ') && said.every((word) => text.includes(word.slice(0, 4)))) // biome-ignore format: short
}

/** A quote has the patient's words; those of a relative are none. */
const isQuotedFor = ({ text, quotes }: Candidate): boolean =>
  text.startsWith('Reports:') && quotes.some(({ sentence }) => isToldFor(sentence.segment))

/** "They put me on it. So I went off it.": taken no more. */
const isTakenNoMore = ({ claims, quotes }: Candidate): boolean =>
  claims.some(({ kind, polarity, time, change }) => kind === 'medication' && polarity === 'present' && time === 'current' && change === undefined) && // biome-ignore format: short
  (quotes.some(({ sentence, role }) => role !== 'question' && claims.some(({ concept }) => isNotTaken(sentence, concept))) ||
    (quotes.length === 1 && quotes.every(({ sentence }) => sentence.segment.speaker === 'patient' && isEndedLater(sentence)))) // biome-ignore format: short

/** The answer stands in the note word for word. */
const ofRisk = /^(?:suicidal thoughts|thoughts of self-harm): asked/i

/** "When I was twelve" is "when twelve", and "where I want it" has no person either, outside a quote. */
const bareOf = (text: string): string => text.replaceAll(/\bwhen (?:i|he|she) was (?:about |around )?(?=[a-z0-9]+(?:[ -][a-z]+)?(?:[.,;]|$))/gi, 'when ').replaceAll(/\bwhere (?:i|we) (?:would )?(want|like) (?:it|them)(?: to be)?\b/gi, (_, verb: string) => `where ${verb}ed`) // biome-ignore format: short
const withoutFirstPerson = (candidate: Candidate): Candidate =>
  candidate.text.includes('"') ? candidate : { ...candidate, text: bareOf(candidate.text), claims: candidate.claims.map((one) => ({ ...one, display: bareOf(one.display), ...(one.when === undefined ? {} : { when: bareOf(one.when) }) })) } // biome-ignore format: short

/** Everything that could be said, before the choice. */
export type Candidates = {
  readonly dialogue: readonly Sentence[]
  readonly candidates: readonly Candidate[]
  readonly open: readonly string[]
}

export function listCandidates({
  segments,
  record,
  vocabulary,
}: Pick<DraftInput, 'segments' | 'record' | 'vocabulary'>): Candidates {
  const loaded = vocabulary === undefined ? undefined : openVocabulary(vocabulary)
  const dialogue = readDialogue(blankCorrections(speakForPatient(segments)), loaded)
  // A parent's condition is not the child's.
  const own = isAboutChild(dialogue) ? dialogue.filter((sentence) => !isOfParent(sentence)) : dialogue
  const reported = own.filter(({ segment }) => !isToldFor(segment))
  const symptoms = draftSymptoms(own)
  const allergies = draftAllergies(dialogue)
  const slotted = [
    ...symptoms.candidates,
    ...draftComplaint(own, symptoms.candidates),
    ...[draftHistory, draftProcedures]
      .flatMap((read) => read(own))
      .filter((one) => !isToldNow(one, symptoms.candidates)),
    ...draftImmunisations(own),
    ...draftDone(dialogue),
    ...[draftMedicines, draftRegimens, draftStopped].flatMap((read) => read(own)),
    ...draftAskedMedicines(dialogue),
    ...allergies.candidates,
    ...[draftSocial, draftFunctions].flatMap((read) => read(own)),
    ...draftWishes(reported),
    ...[draftMeasurements, draftToldValues, draftImpressions, draftAdvice].flatMap((read) => read(dialogue)),
    ...draftRecord(record),
  ]
    .filter((one) => !isOfReaction(one, allergies.candidates) && !isQuotedFor(one) && !isIndication(one))
    .map(withoutFirstPerson)
  const risks = draftRisk(reported, slotted)
  const told = slotted.filter((one) => !isOfRisk(one) && !isTakenNoMore(one) && !isToldInFull(one, risks))
  const { candidates: stated, open: replaced } = dropObjected(withPostponed([...told, ...risks], dialogue), dialogue)
  const worded = draftWorded(own, reported, { stated, unsettled: allergies.unsettled, open: symptoms.open })
  return {
    dialogue,
    candidates: [...stated, ...worded.candidates],
    open: [
      ...listSaidByOthers(segments),
      ...replaced,
      ...allergies.open,
      ...symptoms.open.filter((line) => !worded.settled.has(line) && (risks.length === 0 || !ofRisk.test(line))),
    ],
  }
}

/** Drafts a note. Every statement cites its segments or resources; unclear points become open questions. */
export const draftNote = (input: DraftInput): Note => readingOnce(() => draftTexts(input))

function draftTexts(input: DraftInput): Note {
  const unread = whyUnread(input.segments)
  const { candidates: all, open } =
    unread === undefined ? listCandidates(input) : { candidates: draftRecord(input.record), open: [unread] }
  const isDrawn = (candidate: Candidate) =>
    input.template.sections.some((section) => draws(input.template, section, candidate))
  const { current, left } = partStopped(all.filter(isDrawn), input.template)
  const { whole, rest: fragments } = partFragments(current)
  const { kept, rest } = limitQuotes(dropRepeated(whole))
  const spokenWords = input.segments.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  const choices = partBySource(input.template, kept).map((part) =>
    chooseCandidates(part, (candidate) => placeOf(input.template, candidate), spokenWords),
  )
  const chosen = choices.flatMap(({ packs }) => packs)
  const cut = choices.flatMap((choice) => choice.cut).map((pack) => `Not in the note: ${joinTexts(listFacts(pack).map(({ text }) => text))}`) // biome-ignore format: short
  const leading = findLeading(chosen.flat())
  const sections = input.template.sections.map((section) => {
    const own = orderPacks(chosen, section, {
      template: input.template,
      leading,
      draws: (one, candidate) => draws(input.template, one, candidate),
    })
    return buildSection(section, own.map((pack, index) => buildStatement(pack, input.transcriptId, `${section.key}-${index + 1}`))) // biome-ignore format: short
  })
  const unfilled = sections
    .filter(({ statements }) => statements.length === 0)
    .map(({ title }) => `${title}: nothing found in the consultation.`)
  return {
    title: input.template.title,
    sections,
    openQuestions: [...new Set([...open, ...left, ...cut, ...rest, ...fragments, ...unfilled])],
  }
}

const buildSection = ({ key, title, code }: TemplateSection, statements: readonly Statement[]): Section => ({
  key,
  title,
  code,
  statements,
})

/** True if the section uses the source, and the kind under which the template places the leading claim. */
function draws({ sections }: NoteTemplate, section: TemplateSection, { claims, quotes }: Candidate): boolean {
  const { sources = sectionSources } = section
  const lead = placingClaim(sections, claims)
  return (
    sources.includes(quotes.length > 0 ? 'consultation' : 'record') &&
    lead !== undefined &&
    listDrawn(section).includes(placedAs(sections, lead))
  )
}

/** If a section takes only the record, then recorded and spoken facts are separate statements, each with its source. */
function partBySource({ sections }: NoteTemplate, candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  if (sections.every(({ sources = sectionSources }) => sources.includes('consultation'))) return [candidates]
  const isSaid = ({ quotes }: Candidate) => quotes.length > 0
  return [candidates.filter(isSaid), candidates.filter((candidate) => !isSaid(candidate))]
}

/** Facts share a sentence only within the same sections, and never if a section is in the order of time. */
function placeOf(template: NoteTemplate, candidate: Candidate): string | undefined {
  const own = template.sections.filter((section) => draws(template, section, candidate))
  return own.some(({ order }) => order === 'time') ? undefined : own.map(({ key }) => key).join(' ')
}

function buildStatement(pack: Pack, transcriptId: string, id: string): Statement {
  const facts = listFacts(pack)
  const unsure = isUncertain(pack[0].quotes)
  const tell = (text: string) => (unsure ? hedge(text, pack[0].claims[0]?.kind) : text)
  const joined = joinParts(facts.map((fact) => ({ text: tell(fact.text), claims: fact.claims, evidence: cite(fact, transcriptId) }))) // biome-ignore format: short
  return {
    id,
    text: tell(joinTexts(facts.map(({ text }) => text))),
    ...joined,
    claims: unsure ? joined.claims.map((claim) => ({ ...claim, certainty: 'uncertain' as const })) : joined.claims,
    confidence: unsure ? 0.7 : joined.evidence.length > 1 ? 0.88 : 0.92,
  }
}

const cite = ({ quotes, references }: Candidate, transcriptId: string): readonly Evidence[] => [
  ...quoteEvidence(transcriptId, quotes),
  ...(references ?? []).map((reference) => ({ kind: 'resource' as const, reference })),
]
