/** The words of a transcript that a client sends. R4 datatypes.html#string; D270. */
import { describe, expect, test } from '@jest/globals'
import { appended } from '../../../src/hub/transcripts/append-segments.ts'
import { newTranscript } from '../../../src/hub/transcripts/transcripts.ts'

const segment = { id: 's1', speaker: 'patient', startMs: 0, endMs: 1000 }
const placesOf = (text: string) => {
  const segments = [
    { ...segment, id: 's0', text: 'fine' },
    { ...segment, text },
  ]
  return [newTranscript, appended].map((schema) =>
    schema.safeParse({ segments }).error?.issues.map(({ path }) => path.join('.')),
  )
}

describe('D270: the words of a segment', () => {
  const refused = ['a cough\u0007', '\u001b[31mno fever', 'no\u0000', 'no\u000bfever', '\u001f']
  test.each(refused)('are refused with a control character, which a note could not hold: %j', (text) => {
    expect(placesOf(text)).toEqual([['segments.1.text'], ['segments.1.text']])
  })

  const taken = ['', 'No fever.\n\tNo cough.', 'Día 2: 37,5 °C', 'don\u0092t', 'سعال', '\u{1f600}']
  test.each(taken)('are taken as they are: %j', (text) => {
    expect(placesOf(text)).toEqual([undefined, undefined])
  })
})
