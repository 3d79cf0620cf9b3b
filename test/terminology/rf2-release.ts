/** A release of our own in the form of RF2: four concepts in a namespace that nobody has, with names, a reference set and inactive rows. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasVerhoeff } from '../../src/terminology/check-digits.ts'
import { buildZip } from './build-zip.ts'

/** Concepts have partition 10, descriptions 11, relationships 12. */
export function sctId(item: number, partition: '10' | '11' | '12' = '10'): string {
  const stem = `${item}9999999${partition}`
  for (let check = 0; check < 10; check++) if (hasVerhoeff(`${stem}${check}`)) return `${stem}${check}`
  throw new Error('there is always one')
}

export const ids = { root: sctId(1), tree: sctId(2), gum: sctId(3), old: sctId(4), refset: sctId(5) }

const fullName = '900000000000003001'
const synonym = '900000000000013009'
const isA = '116680003'
const [australian, american] = ['32570271000036106', '900000000000509007']
const preferred = '900000000000548007'

const lines = (...rows: (string | number)[][]): string => rows.map((row) => `${row.join('\t')}\r\n`).join('')
const head = ['id', 'effectiveTime', 'active', 'moduleId']
const at = (id: string, active: 0 | 1 = 1): (string | number)[] => [id, '20260831', active, sctId(9)]

const files: Readonly<Record<string, string>> = {
  'Terminology/sct2_Concept_Snapshot_AU1000036_20260831.txt': lines(
    [...head, 'definitionStatusId'],
    ...[ids.root, ids.tree, ids.gum, ids.refset].map((id) => [...at(id), '900000000000074008']),
    [...at(ids.old, 0), '900000000000074008'],
  ),
  'Terminology/sct2_Description_Snapshot-en-au_AU1000036_20260831.txt': lines(
    [...head, 'conceptId', 'languageCode', 'typeId', 'term', 'caseSignificanceId'],
    [...at(sctId(21, '11')), ids.tree, 'en', fullName, 'Tree (organism)', 'x'],
    [...at(sctId(22, '11')), ids.tree, 'en', synonym, 'Tree', 'x'],
    [...at(sctId(31, '11')), ids.gum, 'en', fullName, 'Gum tree (organism)', 'x'],
    [...at(sctId(32, '11')), ids.gum, 'en', synonym, 'Gum tree', 'x'],
    [...at(sctId(33, '11')), ids.gum, 'en', synonym, 'Eucalyptus "tree"', 'x'],
    [...at(sctId(34, '11'), 0), ids.gum, 'en', synonym, 'Forgotten name', 'x'],
    [...at(sctId(41, '11')), ids.old, 'en', fullName, 'Old (organism)', 'x'],
    [...at(sctId(51, '11')), ids.root, 'en', fullName, 'Organism (organism)', 'x'],
  ),
  'Terminology/sct2_Relationship_Snapshot_AU1000036_20260831.txt': lines(
    [...head, 'sourceId', 'destinationId', 'relationshipGroup', 'typeId', 'characteristicTypeId', 'modifierId'],
    [...at(sctId(61, '12')), ids.tree, ids.root, 0, isA, 'x', 'x'],
    [...at(sctId(62, '12')), ids.gum, ids.tree, 0, isA, 'x', 'x'],
    [...at(sctId(63, '12'), 0), ids.old, ids.tree, 0, isA, 'x', 'x'],
    [...at(sctId(64, '12')), ids.root, ids.gum, 0, '363698007', 'x', 'x'],
  ),
  'Refset/Language/der2_cRefset_LanguageSnapshot-en-au_AU1000036_20260831.txt': lines(
    [...head, 'refsetId', 'referencedComponentId', 'acceptabilityId'],
    [...at('a'), american, sctId(32, '11'), preferred],
    [...at('b'), australian, sctId(33, '11'), preferred],
    [...at('c'), australian, sctId(22, '11'), preferred],
  ),
  'Refset/Content/der2_Refset_SimpleSnapshot_AU1000036_20260831.txt': lines(
    [...head, 'refsetId', 'referencedComponentId'],
    [...at('d'), ids.refset, ids.gum],
    [...at('e', 0), ids.refset, ids.tree],
  ),
  'Documentation/readme.txt': 'nothing to load',
}

export function writeRelease(folder: string): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

export const writeReleaseZip = (path: string, change: (zip: Buffer) => Buffer = (zip) => zip): void =>
  writeFileSync(path, change(buildZip(Object.entries(files).map(([name, text]) => ({ name, text })))))
