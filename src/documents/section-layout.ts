/** How a document shows a section: a list of its statements, paragraphs, or a table. Every word of a statement is shown. D267, D268. */
import type {
  Claim,
  MedicineChange,
  Note,
  Section,
  SectionLayout,
  Statement,
  TemplateSection,
} from '../core/clinical-note.ts'
import { renderXhtml, renderXhtmlParagraphs, renderXhtmlTable } from './narrative.ts'

export type SectionLayouts = {
  /** By the section's key; absent: a list. */
  readonly bySection: ReadonlyMap<string, SectionLayout>
  /** When a resource of the record began or was recorded, by `Type/id`. */
  readonly recordedAt: ReadonlyMap<string, string>
  /** The texts of the orders that stand in other sections than a table of changes. */
  readonly orders: readonly string[]
}

/** The layouts of a note's sections; undefined if all are lists. */
export function readLayouts(
  note: Note,
  sections: readonly TemplateSection[],
  recordedAt: SectionLayouts['recordedAt'],
): SectionLayouts | undefined {
  const bySection = new Map(sections.flatMap(({ key, layout }) => (layout === undefined ? [] : [[key, layout]])))
  if (bySection.size === 0) return undefined
  const others = note.sections.filter(({ key }) => bySection.get(key) !== 'changes')
  const statements = others.flatMap((section) => section.statements)
  const orders = statements.filter(({ claims }) => claims.some(({ kind }) => kind === 'plan' || kind === 'safety-net'))
  return { bySection, recordedAt, orders: orders.map(({ text }) => text.toLowerCase()) }
}

export const isTable = (layout: SectionLayout | undefined): boolean => layout === 'table' || layout === 'changes'

export function renderSection(section: Section, layouts?: SectionLayouts): string {
  const layout = layouts?.bySection.get(section.key)
  if (layouts === undefined || layout === undefined || section.statements.length === 0) return renderXhtml(section)
  if (layout === 'prose') return renderXhtmlParagraphs(listParagraphs(section.statements))
  return layout === 'table' ? renderFacts(section, layouts) : renderChanges(section, layouts)
}

/** A problem begins with a complaint or an impression that names it. */
const isProblem = ({ claims: [claim] }: Statement): boolean =>
  claim !== undefined &&
  claim.polarity === 'present' &&
  (claim.kind === 'impression' || (claim.kind === 'complaint' && !claim.concept.startsWith('words-')))

/** One paragraph for each problem. */
function listParagraphs(statements: readonly Statement[]): readonly string[] {
  const paragraphs: string[][] = []
  for (const statement of statements) {
    const last = paragraphs.at(-1)
    if (last === undefined || isProblem(statement)) paragraphs.push([statement.text])
    else last.push(statement.text)
  }
  return paragraphs.map((texts) => texts.join(' '))
}

/** One fact: a part of a statement, or the whole. */
type Fact = Pick<Statement, 'text' | 'claims' | 'evidence'>

const factsOf = (statement: Statement): readonly Fact[] =>
  statement.parts?.map(({ text, claims, evidence }) => ({
    text,
    claims: claims.flatMap((at) => statement.claims[at] ?? []),
    evidence: evidence.flatMap((at) => statement.evidence[at] ?? []),
  })) ?? [statement]

const recorded = / \(from the record\)(?=\.$)/

/** Where the fact is from, and the day that the record has for it. */
function sourceOf({ evidence }: Fact, { recordedAt }: SectionLayouts): string {
  const cited = evidence.flatMap((item) => (item.kind === 'resource' ? [item.reference] : []))
  if (cited.length === 0) return 'This consultation'
  const days = cited.flatMap((reference) => recordedAt.get(reference)?.slice(0, 10) ?? [])
  return days.length === 0 ? 'Record' : `Record, ${[...new Set(days)].join(', ')}`
}

const names: Readonly<Partial<Record<Claim['kind'], string>>> = { medication: 'Medicine', allergy: 'Allergy', history: 'Condition', impression: 'Condition' } // biome-ignore format: a table

/** Words that the heading of the table says already, and words of doubt, which stay. */
const lead = /^(possibly |possible |likely )?(?:takes |allergic to |history of )?$/i

type Row = { readonly name: string; readonly more: string }

/** Takes a sentence apart at the name; undefined if its words before the name say more than the heading. */
function readRow({ text, claims: [claim] }: Fact): Row | undefined {
  if (claim === undefined || claim.polarity === 'absent') return undefined
  const plain = text.replace(recorded, '').replace(/\.$/, '')
  const at = plain.toLowerCase().indexOf(claim.display.toLowerCase())
  const found = at < 0 ? null : lead.exec(plain.slice(0, at))
  const rest = plain.slice(at + claim.display.length).replace(/^,? /, '')
  if (found === null || rest.includes(';') || /^\w/.test(plain.slice(at + claim.display.length))) return undefined
  const doubt = found[1] ?? ''
  return { name: capital(plain.slice(at, at + claim.display.length)), more: capital(`${doubt}${rest}`.trim()) }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Sentences that fit no row, such as denials, follow the table. */
function renderFacts({ statements }: Section, layouts: SectionLayouts): string {
  const read = statements.map((statement) => ({ statement, rows: factsOf(statement).map((fact) => ({ fact, row: readRow(fact) })) })) // biome-ignore format: short
  const isWhole = ({ rows }: (typeof read)[number]): boolean => rows.every(({ row }) => row !== undefined)
  const rows = read.filter(isWhole).flatMap(({ rows: own }) => own.map(({ fact, row }) => [row?.name ?? '', row?.more ?? '', sourceOf(fact, layouts)])) // biome-ignore format: short
  const after = read.filter((one) => !isWhole(one)).map(({ statement }) => statement.text)
  if (rows.length === 0) return renderXhtmlParagraphs(after)
  const kind = read.find(isWhole)?.statement.claims[0]?.kind
  return renderXhtmlTable([(kind && names[kind]) ?? 'Name', 'Details', 'Source'], rows, after)
}

/** The change of a medicine in this consultation. If nobody spoke of a change, there is none to show, which is not the same as "unchanged". */
const changeWords: Readonly<Record<MedicineChange, string>> = {
  started: 'New',
  changed: 'Changed',
  stopped: 'Ceased',
  continued: 'Unchanged',
}
const untold = 'No change told'
/** An order without a coded change names it. */
const inOrders = 'See the plan'

type Medicine = { readonly name: string; readonly facts: Fact[] }

/** One row for each medicine, with all that the section says about it. */
function renderChanges({ statements }: Section, layouts: SectionLayouts): string {
  const medicines = new Map<string, Medicine>()
  const after: string[] = []
  for (const fact of statements.flatMap(factsOf)) {
    const named = fact.claims.filter(({ kind, polarity, change }) => kind === 'medication' && (polarity === 'present' || change !== undefined)) // biome-ignore format: short
    const [first] = named
    if (first === undefined || first.concept.startsWith('words-')) after.push(fact.text)
    else {
      const key = [...new Set(named.map(({ concept }) => concept))].join(' ')
      const known = medicines.get(key) ?? { name: capital([...new Set(named.map(({ display }) => display))].join(', ')), facts: [] } // biome-ignore format: short
      known.facts.push(fact)
      medicines.set(key, known)
    }
  }
  if (medicines.size === 0) return renderXhtmlParagraphs(after)
  const rows = [...medicines.values()].map(({ name, facts }) => [
    name,
    changeOf(name, facts, layouts),
    facts.map(({ text }) => text).join(' '),
    [...new Set(facts.map((fact) => sourceOf(fact, layouts)))].join('; '),
  ])
  return renderXhtmlTable(['Medicine', 'Change', 'Details', 'Source'], rows, after)
}

function changeOf(name: string, facts: readonly Fact[], { orders }: SectionLayouts): string {
  const told = facts.flatMap(({ claims }) => claims.flatMap(({ change }) => (change === undefined ? [] : changeWords[change]))) // biome-ignore format: short
  if (told.length > 0) return [...new Set(told)].join(', ')
  return name.toLowerCase().split(', ').some((one) => orders.some((text) => text.includes(one))) ? inOrders : untold // biome-ignore format: short
}
