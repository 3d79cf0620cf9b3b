/** One word for one thing: names that were given up do not come back. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '../..')

/** The name that was given up, and the one that is used. */
const retired: Readonly<Record<string, string>> = {
  Soon: 'MaybePromise',
  sendTogether: 'sendPipelined',
  Gathering: 'StatementBatch',
  hubPlace: 'hubAddress',
  fhirPlace: 'fhirAddress',
  Runner: 'Queryable',
  glanceAt: 'parseForReading',
  Companion: 'WriteHook',
  StoreView: "Pick<Store, 'transact'>",
  ReadableStore: "Pick<Store, 'transact' | 'view' | 'write' | 'hasHook'>",
  Driver: 'AccessPath',
  listChoices: 'planSearch',
  parseFilter: 'parseCriterion',
  resolveFilter: 'resolveCriterion',
  meetsFilter: 'meetsCriterion',
  answerLeaf: 'buildLeafPredicate',
  hideDenied: 'withConsentDenials',
  leaveOutHidden: 'leaveOutDenied',
  leaveOutWithheld: 'leaveOutDenied',
  listHidden: 'listDeniedPatients',
  applyDenials: 'applyConsentDenials',
  putReleasedDocument: 'putDocumentRendering',
}

const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path))

test('docs/design/house.md#words: no file uses a retired word', () => {
  const words = new RegExp(`\\b(${Object.keys(retired).join('|')})\\b`, 'g')
  const found = ['src', 'queues', 'bench', 'conformance', 'client']
    .flatMap(listFiles)
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(words)].map(
        ([word]) => `${path}: ${retired[word]} for ${word}`,
      ),
    )

  expect(found).toEqual([])
})
