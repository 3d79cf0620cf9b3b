/** Findings of an examination by their grammar, with sentences of our own. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, statementsOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.', 'C: Let me examine you.'] as const
const findingsOf = (...lines: readonly string[]): readonly string[] =>
  statementsOf(draft(talk(...opening, ...lines))).filter(({ claims }) => claims[0]?.kind === 'finding').map(({ text, claims }) => `${claims.map(({ polarity }) => (polarity === 'absent' ? '-' : '+')).join('')} ${text}`) // biome-ignore format: short

// The frame says who perceives; the finding is what is left. A construction gives its polarity.
// biome-ignore format: one row a line
const told: readonly (readonly [line: string, finding: string])[] = [
  ["C: On examination, there's no swelling of the calf.",          '- No swelling of the calf.'],
  ["C: I can't hear any crackles.",                                '- No crackles.'],
  ["C: I can't feel your spleen.",                                 '- Cannot feel the spleen.'],
  ["C: There's a soft murmur.",                                    '+ Soft murmur.'],
  ['C: What I can see is that the scalp is flaky.',                '+ Scalp flaky.'],
  ["C: You're quite tender over the left hip.",                    '+ Quite tender over the left hip.'],
  ['C: The tonsils are enlarged and red.',                         '+ Tonsils enlarged and red.'],
  ["C: Your wrist isn't swollen.",                                 '- Wrist not swollen.'],
  ["C: I'm pleased to say your pulse is regular.",                 '+ Pulse regular.'],
  ['C: Good, no jaundice.',                                        '- No jaundice.'],
  ["C: Your belly's soft and it's not tender.",                    '+- Belly soft and not tender.'],
  ['C: Bending the elbow is not painful.',                         '- Bending the elbow not painful.'],
]

test.each(told)('docs/design/drafting.md#rules-of-the-drafter: a finding without its frame: %s', (line, finding) => {
  expect(findingsOf(line)).toEqual([finding])
})

// A condition, a guess, a warning and a report of the patient's are no findings.
test.each([
  'C: If the calf is swollen, call me.',
  'C: The throat might be red tomorrow.',
  'C: You said the knee is swollen.',
  'C: Is the calf tender?',
  'C: Most people have a bit of wax.',
  'C: Look out for any redness.',
  'C: Last time your chest was wheezy.',
])('docs/design/drafting.md#rules-of-the-drafter: no finding: %s', (line) => {
  expect(findingsOf(line)).toEqual([])
})

test('docs/design/drafting.md#verification: the verifier lets findings of every construction stand', () => {
  const segments = talk(...opening, ...told.map(([line]) => line))
  const note = draft(segments)
  const texts = new Map(statementsOf(note).map(({ id, text }) => [id, text]))

  expect(verify(note, segments).findings.map(({ rule, statementId }) => `${rule}: ${texts.get(statementId ?? '') ?? ''}`)).toEqual([]) // biome-ignore format: short
})
