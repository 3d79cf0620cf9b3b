/** An order to whoever hears it is no danger. D356. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

test('D356: an order to whoever hears it is no danger', () => {
  const said = 'C: If the chest pain comes back, you tell your wife, and you ring triple zero.'
  expect(draftTexts(said).join(' ')).not.toMatch(/or telling wife/)
  expect(draftTexts('C: If you get chest pain, or you go blue, you ring triple zero.')).toContain(
    'Call an ambulance if chest pain, or blue.',
  )
})
