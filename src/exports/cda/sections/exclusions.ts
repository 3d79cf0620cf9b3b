/** Exclusion statements: what a section says instead of entries. NCTIS Global Statement Values. */
import { nameUuid } from '../../../documents/name-uuid.ts'
import type { ClinicalFacts, Nothing, Topic } from '../../clinical-facts.ts'
import { buildId } from '../parties.ts'
import type { XmlElement } from '../xml.ts'
import { codedValue, entry, nctisCode, observation } from './entries.ts'

const statements: Readonly<Record<Nothing, readonly [string, string]>> = {
  'none-known': ['01', 'None known'],
  'not-asked': ['02', 'Not asked'],
  'none-supplied': ['03', 'None supplied'],
}

/** Medicines that ceased are no topic of a document's own. */
export type Excluded = Topic | 'ceased'

/**
 * None known only where the document says so; nothing said is not asked. A shared health summary knows no "Not asked": there nothing was
 * supplied. D133.
 */
const statementOf = (facts: ClinicalFacts, topic: Excluded, unsaid: Nothing): readonly [string, string] => {
  const said = topic === 'ceased' ? undefined : facts.nothing[topic]
  return statements[said === undefined || said === 'not-asked' ? unsaid : said]
}

export const exclusionWords = (facts: ClinicalFacts, topic: Excluded, unsaid: Nothing = 'not-asked'): string =>
  `${statementOf(facts, topic, unsaid)[1]}.`

export const buildExclusion = (
  facts: ClinicalFacts,
  topic: Excluded,
  {
    code,
    documentId,
    unsaid = 'not-asked',
  }: { readonly code: string; readonly documentId: string; readonly unsaid?: Nothing },
): XmlElement =>
  entry(
    observation([
      buildId(nameUuid(`exclusion ${code} ${documentId}`)),
      nctisCode(code, 'Global Statement'),
      codedValue('globalStatement', statementOf(facts, topic, unsaid)),
    ]),
  )
