/** What is said of dying, of self-harm and of violence stands in the note. D355. */
import { expect, test } from '@jest/globals'
import { verifyNote } from '../../../src/drafting/verify/verify.ts'
import { draft, draftJudged, talk, template, textsOf } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] => textsOf(draft(talk(...lines)))

// biome-ignore format: one row a line
const replies: readonly (readonly [question: string, reply: string, text: string])[] = [
  ["C: Have you felt that life's not worth living?",  "P: I've thought it'd be easier not to wake up. But I'd never do anything.", `Reports: "I've thought it'd be easier not to wake up. But I'd never do anything" (asked about harm).`],
  ['C: Have you ever tried to take your own life?',   'P: Once, at sixteen, with tablets.',                  'Reports: "once, at sixteen, with tablets" (asked about harm).'],
  ['C: Have you thought about hurting yourself?',     "P: Not really, no. Sometimes I wonder what's the point.", `Reports: "not really, no. Sometimes I wonder what's the point" (asked about harm).`],
  ['C: Any thoughts of harming yourself?',            'P: Yes, most nights.',                                'Reports: "yes, most nights" (asked about harm).'],
  ['C: Do you feel safe at home?',                    'P: Not when he has been drinking.',                   'Reports: "not when he has been drinking" (asked about harm).'],
  ['C: Are you suicidal at all?',                     'P: No plans, but it crosses my mind.',                'Reports: "no plans, but it crosses my mind" (asked about harm).'],
]
test.each(replies)('D355: a reply that is more than a bare no is quoted: %s %s', (question, reply, text) => {
  const lines = linesOf(question, reply)

  expect(lines).toContain(text)
  expect(lines.filter((line) => /^No .*(?:suicid|self-harm)/i.test(line))).toEqual([])
})

test.each(replies)(
  'D355: the verifier passes the reply with its question, and not without: %s %s',
  (question, reply, text) => {
    const segments = talk(question, reply)

    expect(draftJudged(segments).map((statement) => statement.text)).toContain(text)

    const note = draft(segments)
    const alone = {
      ...note,
      sections: note.sections.map((section) => ({
        ...section,
        statements: section.statements
          .filter((statement) => statement.text === text)
          .map((statement) => ({
            ...statement,
            evidence: statement.evidence.filter((item) => item.kind !== 'segment' || item.role !== 'question'),
          })),
      })),
    }
    const { findings } = verifyNote({ note: alone, template, transcripts: [{ id: 't1', segments }], record: [], threshold: 0.6 }) // biome-ignore format: short
    expect(findings.map(({ rule }) => rule)).toContain('speaker-mismatch')
  },
)

// biome-ignore format: one row a line
test.each([
  ['P: Some days I wish I was dead.',                        'Reports: "some days I wish I was dead".'],
  ['P: My husband hits me when he drinks.',                  'Reports: "my husband hits me when he drinks".'],
  ['P: Last year I took an overdose.',                       'Reports: "last year I took an overdose".'],
  ["P: I just want to go to sleep and not wake up.",         'Reports: "I just want to go to sleep and not wake up".'],
])('D355: nobody has to ask: %s', (said, text) => {
  expect(linesOf('C: How have things been?', said)).toContain(text)
})

// biome-ignore format: one row a line
test.each([
  ['C: Any thoughts of suicide?',          'P: No.',                                       /^Reports/],
  ['C: Any thoughts of harming yourself?', 'P: No, nothing like that.',                    /^Reports/],
  ['C: What happened?',                    'P: The ball hit me in the eye.',               /harm/],
  ['C: What was so funny?',                'P: I nearly killed myself laughing.',          /^Reports/],
  ['C: Any thoughts of harming yourself?', 'P: Is that clock right?',                      /^Reports/],
])('D355: no risk is told: %s %s', (question, reply, pattern) => {
  expect(linesOf(question, reply).filter((line) => pattern.test(line))).toEqual([])
})
