/**
 * The coded sections of a guide, filled: the narrative of each section of the Composition goes to the section that its LOINC code belongs
 * to, and what belongs to none goes to the guide's section for the course of events, so that no words are lost.
 */

import { nameUuid } from '../../../documents/name-uuid.ts'
import { plainLine } from '../../../documents/plain-text.ts'
import { linesOf } from '../../block-lines.ts'
import type { SectionFacts } from '../../facts/section-facts.ts'
import { buildHeading, buildParagraph, buildText, listNarrative } from '../narrative.ts'
import { buildId } from '../parties.ts'
import { element, type XmlElement, type XmlNode } from '../xml.ts'
import { nctisCode } from './entries.ts'

/** Entries may say again what the narrative of their section says. */
type Narrated = { readonly lines: string }

export type SectionPlan = {
  readonly code: string
  readonly display: string
  readonly title?: string
  /** Tells sections of the same code apart. */
  readonly key?: string
  /** LOINC codes of the sections of the Composition whose words stand here. */
  readonly takes?: readonly string[]
  /** It takes what no other section takes. */
  readonly takesRest?: true
  /** It stands there also without entries. */
  readonly isRequired?: true
  readonly entries?: (narrated: Narrated) => readonly XmlElement[]
  /** The words of a section that has none of its own. */
  readonly words?: string
  /** Before its own words. */
  readonly first?: readonly XmlElement[]
  /** After the entries. */
  readonly last?: readonly XmlElement[]
  readonly sections?: readonly SectionPlan[]
}

/** Without entries an optional section is left out, and its words go to the rest. */
const isKept = ({ isRequired, takesRest, entries, sections = [] }: SectionPlan): boolean =>
  isRequired === true ||
  takesRest === true ||
  (entries?.({ lines: '' }).length ?? 0) > 0 ||
  sections.some((section) => isKept(section))

const flatten = (plans: readonly SectionPlan[]): readonly SectionPlan[] =>
  plans.filter(isKept).flatMap((plan) => [plan, ...flatten(plan.sections ?? [])])

type Words = ReadonlyMap<SectionPlan, readonly SectionFacts[]>

function assign(plans: readonly SectionPlan[], sections: readonly SectionFacts[]): Words {
  const kept = flatten(plans)
  const own: ReadonlySet<string | undefined> = new Set(kept.map(({ code }) => code))
  const rest = kept.find(({ takesRest }) => takesRest === true)
  // Sections of one code, as of requested services, take their words in their order.
  const named = Map.groupBy(kept, ({ code }) => code)
  return Map.groupBy(
    sections
      .flatMap((section) => liftOwn(section, own))
      .filter((section) => section.blocks.length > 0 || section.sections.length > 0),
    ({ code, guideCode = '' }) => {
      const [first, ...others] = named.get(guideCode) ?? []
      if (first !== undefined && others.length > 0) named.set(guideCode, others)
      return first ?? kept.find(({ takes = [] }) => takes.includes(code?.code ?? '')) ?? rest ?? kept[0]
    },
  ) as Words // a guide has a section for the rest
}

/** Sections within a section that was CDA stand where the guide has them. */
function liftOwn(section: SectionFacts, own: ReadonlySet<string | undefined>): readonly SectionFacts[] {
  const inner = section.sections.flatMap((one) => liftOwn(one, own))
  const lifted = inner.filter(({ guideCode }) => guideCode !== undefined && own.has(guideCode))
  return [{ ...section, sections: inner.filter((one) => !lifted.includes(one)) }, ...lifted]
}

export function buildSections(
  plans: readonly SectionPlan[],
  sections: readonly SectionFacts[],
  documentId: string,
): readonly XmlElement[] {
  const words = assign(plans, sections)
  return plans.filter(isKept).map((plan) => buildSection(plan, words, documentId))
}

function buildSection(plan: SectionPlan, words: Words, documentId: string): XmlElement {
  const { code, display, title = display, key = '', entries, sections = [], first = [], last = [] } = plan
  const own = words.get(plan) ?? []
  const isAlone = own.length === 1 && plainLine(own[0]?.title ?? '') === title
  const narrative = own.flatMap((section) => listWords(section, !isAlone))
  const said: ReadonlySet<XmlNode | undefined> = new Set(narrative.map(({ children }) => children[0]))
  const text = [...first.filter(({ children }) => !said.has(children[0])), ...narrative]
  return element('component', {}, [
    element('section', {}, [
      buildId(nameUuid(`section ${code}${key} ${documentId}`)),
      nctisCode(code, display),
      element('title', {}, [title]),
      buildText(text.length > 0 ? text : [buildParagraph(plan.words ?? 'Nothing recorded.')]),
      ...(entries?.({ lines: linesOfAll(own, isAlone) }) ?? []),
      ...sections.filter(isKept).map((inner) => buildSection(inner, words, documentId)),
      ...last,
    ]),
  ])
}

/** A section within a section follows it under its own heading. */
const listWords = (
  { title, blocks, emptyReason, sections }: SectionFacts,
  isTitled: boolean,
): readonly XmlElement[] => [
  ...(isTitled && plainLine(title) !== '' ? [buildHeading(plainLine(title))] : []),
  ...(blocks.length === 0 && sections.length === 0 && emptyReason !== undefined ? [buildParagraph(emptyReason)] : []),
  ...listNarrative(blocks),
  ...sections.flatMap((section) => listWords(section, true)),
]

/** `isAlone`: the section has the title of the guide's, which is not said again. */
const linesOfAll = (sections: readonly SectionFacts[], isAlone = false): string =>
  sections
    .flatMap(({ title, blocks, sections: inner }) => [
      isAlone ? '' : plainLine(title),
      ...linesOf(blocks),
      ...(inner.length === 0 ? [] : [linesOfAll(inner)]),
    ])
    .filter((line) => line !== '')
    .join('\n')
