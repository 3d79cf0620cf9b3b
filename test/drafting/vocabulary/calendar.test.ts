/** Days and months as a note writes them. */
import { expect, test } from '@jest/globals'
import { withCalendarNames } from '../../../src/drafting/vocabulary/calendar.ts'

test.each([
  ['since last friday', 'since last Friday'],
  ['on mondays and thursday night', 'on Mondays and Thursday night'],
  ['in early may', 'in early May'],
  ['may', 'May'],
  ['the third of may', 'the third of May'],
  ['just after easter', 'just after Easter'],
])('%s: days, months and feasts have a capital', (plain, written) => {
  expect(withCalendarNames(plain)).toBe(written)
})

test.each(['it may swell', 'may be a virus', 'since may have been', 'she may need a scan'])(
  '%s: "may" is a verb',
  (plain) => {
    expect(withCalendarNames(plain)).not.toMatch(/May/)
  },
)
