/** The sample that a reader judges: bench/drafting/sample.ts. */
import { describe, expect, test } from '@jest/globals'
import { type Drawable, drawSample } from '../../bench/drafting/sample.ts'

const drawable = (consultation: string, text: string): Drawable => ({
  consultation,
  statement: { id: text, text, claims: [], evidence: [], confidence: 1 },
  segments: [],
})
const texts = Array.from({ length: 30 }, (_, at) => `Statement ${at}.`)
const drafted = ['day1_consultation01', 'day2_consultation01', 'day3_consultation01'].flatMap((id) =>
  texts.map((text) => drawable(id, text)),
)

describe('the sample for a reader', () => {
  test('has as many statements as asked, none of day 1', () => {
    const drawn = drawSample(drafted, 20)

    expect(drawn).toHaveLength(20)
    expect(drawn.filter(({ consultation }) => consultation.startsWith('day1'))).toEqual([])
  })

  test('does not depend on the order of the drafts', () => {
    expect(drawSample(drafted.toReversed(), 20)).toEqual(drawSample(drafted, 20))
  })

  test('keeps its statements when another one is drafted', () => {
    const before = drawSample(drafted, 20)
    const after = drawSample([...drafted, drawable('day2_consultation02', 'New.')], 21)

    expect(after.filter((each) => before.includes(each))).toHaveLength(20)
  })

  test('has a sentence that stands twice in a note once', () => {
    const twice = drafted.slice(-1)

    expect(drawSample([...twice, ...twice], 2)).toHaveLength(1)
  })
})
