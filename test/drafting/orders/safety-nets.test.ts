/** A safety net is a danger, an action and a link between them, in any words. D286. */
import { expect, test } from '@jest/globals'
import { cleanWords } from '../../../src/drafting/dialogue/wording.ts'
import { listActions } from '../../../src/drafting/extract/orders/danger-actions.ts'
import { listDangers } from '../../../src/drafting/extract/orders/dangers.ts'
import { readSafetyNet } from '../../../src/drafting/extract/orders/safety-nets.ts'
import { openSpoken } from '../../../src/drafting/extract/orders/spoken-orders.ts'

const net = (said: string) => readSafetyNet(openSpoken(cleanWords(said)))

// biome-ignore format: one row a line
const nets: readonly (readonly [link: string, said: string, line: string])[] = [
  ['if first', 'If you get a stiff neck, I want you to go to hospital', 'Go to hospital if a stiff neck'],
  ['if first', "If you can't keep water down, come back", 'Return if cannot keep water down'],
  ['if first', 'If the redness spreads, give us a call', 'Call if the redness spreads'],
  ['if first', 'And if you notice any blood in your urine then ring us straight away', 'Call straight away if blood in the urine'],
  ['if first', 'If your vision goes or you get confused, call an ambulance', 'Call an ambulance if the vision goes, or confused'],
  ['if last',  'Come back sooner if you start shaking', 'Return sooner if shaking'],
  ['if last',  'Please get in touch if you develop a rash', 'Call if a rash'],
  ['if last',  "Ring triple zero if you can't breathe", 'Call an ambulance if cannot breathe'],
  ['if last',  "I'd want to see you the same day if your calf swells up", 'Return the same day if the calf swells up'],
  ['if last',  'Go straight to emergency if the pain moves to your jaw', 'Go straight to the emergency department if the pain moves to the jaw'],
  ['any',      'Any bleeding, come straight back', 'Return if bleeding'],
  ['any',      'Any numbness and you go to hospital', 'Go to hospital if numbness'],
  ['any',      'With any wheezing, ring an ambulance', 'Call an ambulance if wheezing'],
  ['any',      'Any blurred vision, any vomiting, and you get seen', 'Seek medical help if blurred vision, or vomiting'],
  ['any',      'For any fevers, give us a ring', 'Call if fevers'],
  ['should',   'Should you develop a fever, call us', 'Call if a fever'],
  ['should',   'Should you go numb in the feet, come back', 'Return if numb in the feet'],
  ['should',   'Should you faint, ring an ambulance', 'Call an ambulance if fainting'],
  ['should',   'Should you notice any discharge, see us', 'Return if discharge'],
  ['should',   'Should you get any bleeding, go to hospital', 'Go to hospital if bleeding'],
  ['meaning',  'A stiff neck means an ambulance', 'Call an ambulance if a stiff neck'],
  ['meaning',  'Black stools are a reason to come back', 'Return if black stools'],
  ['meaning',  'Chest tightness, that is an ambulance', 'Call an ambulance if chest tightness'],
  ['meaning',  'Numb lips means triple zero', 'Call an ambulance if numb lips'],
  ['meaning',  'A swollen calf is a sign to get seen', 'Seek medical help if a swollen calf'],
]
test.each(nets)('D286: a danger and its action make one line (%s): %s', (_, said, line) => {
  expect(net(said)).toBe(line)
})

// biome-ignore format: one row a line
const none: readonly string[] = [
  'Let me know if it hurts', 'If you have any questions, give us a call', 'If it is no better we might think about a scan', 'If you are happy with that, come back in a week',
  'Last time you said you would come back if it bled', 'You could go to hospital', 'Some people come back if they get a rash', 'If I press here, tell me if it is sore', 'Take it if you need it', 'Come back in two weeks',
]
test.each(none)('D286: no danger, or no action, is no safety net: %s', (said) => {
  expect(net(said)).toBeUndefined()
})

test('D286: a word is never cut: "spit" has no "it"', () => {
  expect(listDangers('you can not swallow your own spit')).toEqual(['cannot swallow own spit'])
  expect(net('If she has a fit, call an ambulance')).toBe('Call an ambulance if a fit')
})

test('D286: two actions stand in the order in which they were said', () => {
  expect(listActions('give us a call or go to emergency').map(({ text }) => text)).toEqual([
    'call',
    'go to the emergency department',
  ])
})
