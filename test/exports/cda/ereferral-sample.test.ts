/** The Agency's sample eReferral, element by element, against our export of what it says: no Schematron of an eReferral is at hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { describeDocument } from '../../../src/commands/conversion/read-document.ts'
import type { DocumentRecipient } from '../../../src/documents/recipient.ts'
import { renderCda } from '../../../src/exports/cda/cda.ts'
import { readCda } from '../../../src/exports/cda-reader/read-cda.ts'
import { readXmlTree, type XmlNode } from '../../../src/profiles/xml/xml-tree.ts'
import { sharedPath, testWithShared } from '../../judges.ts'
import { type Exception, knownBesides, notOfOurs } from './ereferral-exceptions.ts'

const sample = 'cda/examples/ereferral-3A.xml'
const testWithSample = testWithShared(sample)

/** The referee and the recipient of the sample. */
const recipient: DocumentRecipient = {
  name: 'Dr Good Doctor',
  person: { prefix: 'Dr', given: 'Good', family: 'Doctor' },
  organisation: 'Acme Hospital Group',
  hpii: '8003611234567893',
  hpio: '8003621234576547',
  address: { line: ['1 Clinician Street'], city: 'Brisbane', state: 'QLD', postalCode: '5555', country: 'AU' },
  phone: '0712341234',
}

/** What tells elements of one name apart. */
const keys: Readonly<Record<string, (node: XmlNode) => string | undefined>> = {
  templateId: (node) => node.attributes.get('root'),
  participant: (node) => node.attributes.get('typeCode'),
  informationRecipient: (node) => node.attributes.get('typeCode'),
  ...Object.fromEntries(
    ['section', 'observation', 'act', 'procedure', 'organizer'].map((name) => [name, codeOf] as const),
  ),
}

function codeOf(node: XmlNode): string | undefined {
  const code = node.children.find((child): child is XmlNode => typeof child !== 'string' && child.name === 'code')
  return code?.attributes.get('code')
}

const nameOf = (node: XmlNode): string => {
  const key = keys[node.name]?.(node)
  return key === undefined ? node.name : `${node.name}(${key})`
}

/** Values that a receiver reads by program; others, such as names and times, are the document's own. */
const fixed: ReadonlySet<string> = new Set([
  ...['code', 'codeSystem', 'codeSystemName', 'displayName', 'classCode', 'moodCode', 'typeCode', 'type'],
  ...['inversionInd', 'nullFlavor', 'assigningAuthorityName'],
])

/** A path for each element, and one for each attribute with its value where that is fixed. */
function listPaths(node: XmlNode, above = ''): readonly string[] {
  const path = `${above}/${nameOf(node)}`
  const hasValue = (name: string): boolean => fixed.has(name) || (node.name === 'templateId' && name === 'extension')
  const attributes = [...node.attributes]
    .filter(([name]) => !['xmlns', 'ext', 'xs', 'xsi'].includes(name))
    .map(([name, value]) => (hasValue(name) ? `${path}/@${name}=${value}` : `${path}/@${name}`))
  const children = node.children.flatMap((child) => (typeof child === 'string' ? [] : listPaths(child, path)))
  return [path, ...attributes, ...children]
}

/** The narrative is compared elsewhere, word by word. */
const withoutNarrative = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(
    paths.map((path) => path.replace('/ClinicalDocument', '')).filter((path) => !/section\([^)]*\)\/text\b/.test(path)),
  )

async function listBoth(): Promise<{ readonly theirs: ReadonlySet<string>; readonly ours: ReadonlySet<string> }> {
  const bytes = readFileSync(join(sharedPath(sample)))
  const bundle = readCda(bytes)?.bundle as Bundle
  const input = { ...describeDocument(bundle), preset: 'ereferral-3A', timeZone: 'Australia/Brisbane', recipient }
  const paths = (xml: Uint8Array) => withoutNarrative(listPaths(readXmlTree(xml)))
  return { theirs: paths(bytes), ours: paths(await renderCda(input)) }
}

const listUnexplained = (paths: Iterable<string>, exceptions: readonly Exception[]): readonly string[] =>
  [...paths].filter((path) => !exceptions.some(([pattern]) => pattern.test(path)))

const listIdle = (paths: readonly string[], exceptions: readonly Exception[]): readonly string[] =>
  exceptions.filter(([pattern]) => !paths.some((path) => pattern.test(path))).map(([pattern]) => pattern.source)

testWithSample(
  'D151: every element, attribute and code of the sample stands in our export, or is a named exception',
  async () => {
    const { theirs, ours } = await listBoth()
    const missing = [...theirs].filter((path) => !ours.has(path))

    expect(listUnexplained(missing, notOfOurs)).toEqual([])
    expect(listIdle(missing, notOfOurs)).toEqual([])
    // The table explains what differs, and not everything.
    expect([...theirs].filter((path) => ours.has(path)).length).toBeGreaterThan(200)
  },
)

testWithSample('D151: no element, attribute or code of our export is unknown to the sample or the guide', async () => {
  const { theirs, ours } = await listBoth()
  const added = [...ours].filter((path) => !theirs.has(path))

  expect(listUnexplained(added, knownBesides)).toEqual([])
  expect(listIdle(added, knownBesides)).toEqual([])
})
