/** The table of medicines: one meaning a name, as it is heard. Generic medicines with Australian brands. */
import { expect, test } from '@jest/globals'
import { concepts } from '../../src/drafting/vocabulary/concepts.ts'
import { medicines } from '../../src/drafting/vocabulary/medicines.ts'
import { findTerms } from '../../src/drafting/vocabulary/terms.ts'
import { readWords } from '../../src/drafting/vocabulary/words.ts'
import { draftTexts } from './dialogues.ts'

const names = medicines.flatMap(([generic, says]) => says.split('|').map((name) => ({ generic, name })))

test('docs/design/drafting.md#verification: every name of a medicine is heard as its row, whole, and as nothing else', () => {
  const others = names.filter(({ generic, name }) => {
    const [term, other] = findTerms(readWords(`I take ${name} now`))
    return term?.display !== generic || other !== undefined
  })

  expect(medicines.length).toBeGreaterThanOrEqual(400)
  expect(others).toEqual([])
})

test('docs/design/drafting.md#verification: no medicine has the name of a symptom or an illness', () => {
  const said = new Set(concepts().flatMap(([, , , , says]) => says.split('|')))

  expect(names.filter(({ name }) => said.has(name))).toEqual([])
})

test('docs/design/drafting.md#verification: a brand stays the brand that was said, with dose and frequency', () => {
  expect(draftTexts('C: What do you take?', 'P: I take Coversyl Plus every morning.')).toContain('Takes Coversyl Plus every morning.') // biome-ignore format: short
  expect(draftTexts('C: What do you take?', 'P: I take mounjaro once a week.')).toContain('Takes tirzepatide once a week.') // biome-ignore format: short
})
