/** Statements in other words than were said: they are kept with a mark if all exact parts hold, and withheld otherwise. D258. */
import { describe, expect, test } from '@jest/globals'
import type { Claim, Segment, Statement } from '../../../src/core/clinical-note.ts'
import { settleDraft } from '../../../src/drafting/compose/settle.ts'
import { readUnits } from '../../../src/drafting/verify/meaning/units.ts'
import { handWritten, noteOf, talk, verify } from '../dialogues.ts'

type Kind = Claim['kind']
const sectionOf: Partial<Record<Kind, string>> = { plan: 'plan', 'safety-net': 'plan', impression: 'assessment' }

/** All lines are cited: a question by its mark, an answer after it. */
function cite(
  segments: readonly Segment[],
  text: string,
  claim: Pick<Claim, 'kind' | 'display'> & Partial<Claim>,
): Statement {
  const roles = segments.map(({ speaker, text: said }, at) => {
    if (speaker === 'clinician') return said.trim().endsWith('?') ? ('question' as const) : ('statement' as const)
    return segments.slice(0, at).some((before) => before.text.trim().endsWith('?')) ? ('answer' as const) : ('statement' as const) // biome-ignore format: short
  })
  const cited = segments.map((_, segment) => ({ segment, role: roles[segment] ?? ('statement' as const) }))
  const whole: Claim = { concept: claim.display, polarity: 'present', certainty: 'certain', person: 'patient', time: 'current', ...claim } // biome-ignore format: short
  return { ...handWritten(text, cited, segments), claims: [whole] }
}

function judge(lines: readonly string[], text: string, claim: Pick<Claim, 'kind' | 'display'> & Partial<Claim>) {
  const segments = talk(...lines)
  const note = noteOf(sectionOf[claim.kind] ?? 'subjective', cite(segments, text, claim))
  const { findings } = verify(note, segments)
  const own = findings.filter(({ statementId }) => statementId !== undefined)
  return { rules: own.map(({ rule }) => rule), isKept: own.every(({ rule }) => rule === 'said-in-other-words') }
}

// biome-ignore format: one row a line
const kept: readonly (readonly [text: string, kind: Kind, display: string, lines: readonly string[], more?: Partial<Claim>])[] = [
  ['Pruritic forearms disturbing sleep.', 'complaint', 'pruritic forearms', ['P: My forearms are so itchy that I stay awake at night.']],
  ['Intermittent otalgia.', 'symptom', 'otalgia', ['C: Is the earache there all the time?', 'P: The earache comes and goes.']],
  ['No haematuria.', 'symptom', 'haematuria', ['C: Any blood in your urine?', 'P: No, none.'], { polarity: 'absent' }],
  ['Emesis twice, without pyrexia.', 'symptom', 'emesis', ['P: I threw up twice.', 'C: Any temperature?', 'P: No.']],
  ['Does not smoke; occasional alcohol at weekends.', 'social', 'alcohol', ['C: Do you smoke?', "P: No, I don't.", 'C: And alcohol?', 'P: A glass of wine now and then, on the weekend.']],
  ['Rest and hydration advised.', 'plan', 'rest', ['C: Take it easy for a few days, and drink plenty of water.']],
  ['Return if dyspnoea worsens.', 'safety-net', 'return if worse', ['C: If your breathing gets worse, come back and see me.']],
  ['Mother has hypertension.', 'family', 'hypertension', ['P: My mum has high blood pressure.'], { person: 'relative' }],
  ['Gradual onset of cephalgia, aggravated by bending.', 'symptom', 'cephalgia', ['P: The headache came on slowly, and it gets worse when I bend down.']],
  ['Topical corticosteroid for the eczema.', 'plan', 'topical corticosteroid', ['C: I will give you a steroid cream to put on it.']],
]

test.each(kept)('D258: "%s" says it in other words, and stays with a mark', (text, kind, display, lines, more = {}) => {
  const { rules, isKept } = judge(lines, text, { kind, display, ...more })

  expect({ rules: rules.filter((rule) => rule !== 'said-in-other-words'), isKept }).toEqual({ rules: [], isKept: true })
})

// biome-ignore format: one row a line
const refused: readonly (readonly [why: string, rule: string, text: string, kind: Kind, display: string, lines: readonly string[], more?: Partial<Claim>])[] = [
  ['time', 'time-mismatch', 'Pruritic forearms disturbing sleep.', 'symptom', 'pruritic forearms', ['P: My forearms were so itchy last month that I stayed awake at night, but that has gone away.']],
  ['time', 'time-mismatch', 'Emesis at present.', 'symptom', 'emesis', ['P: I threw up when it all started, and then it stopped.']],
  ['time', 'time-mismatch', 'Seen today for cephalgia.', 'symptom', 'cephalgia', ['P: I have a headache.']],
  ['sense', 'not-asserted', 'Colorectal malignancy.', 'history', 'colorectal malignancy', ["P: I'm so worried that it is bowel cancer."]],
  ['sense', 'not-asserted', 'Renal calculus with haematuria.', 'symptom', 'haematuria', ['P: I read online that blood in the urine can be a sign of kidney stones.']],
  ['scope', 'polarity-mismatch', 'Denies emesis and rigors.', 'symptom', 'emesis', ['C: Have you thrown up?', 'P: Yes, twice.', 'C: Any shivering?', 'P: No.'], { polarity: 'absent' }],
  ['scope', 'polarity-mismatch', 'No cephalgia or visual loss.', 'symptom', 'cephalgia', ['P: I have had a headache since Monday.', 'C: With those headaches, any problem with your sight?', 'P: No.'], { polarity: 'absent' }],
  ['person', 'person-mismatch', 'Hypothyroid for some years.', 'history', 'hypothyroid', ['P: My mum has had thyroid trouble for some years.']],
  ['person', 'person-mismatch', 'Mother deceased from cerebral malignancy.', 'family', 'malignancy', ["P: My friend's mum died of a brain tumour."], { person: 'relative' }],
  ['drug', 'words-unsupported', 'Loratadine for pruritus.', 'plan', 'loratadine', ['C: I will give you fexofenadine for the itching.']],
  ['drug', 'unit-mismatch', 'Trimethoprim, two tablets twice daily.', 'plan', 'trimethoprim', ['C: Take trimethoprim, two tablets, uh, one tablet twice a day.']],
  ['attribute', 'side-mismatch', 'Right-sided cephalgia.', 'symptom', 'cephalgia', ['P: The headache is on the left side.']],
  ['attribute', 'number-mismatch', 'Febrile illness for five days.', 'complaint', 'febrile illness', ['P: I have felt ill and hot since Sunday.', 'C: A virus like this usually lasts about five days.']],
  ['plan', 'plan-undecided', 'Commence prophylactic propranolol.', 'plan', 'propranolol', ['C: If they keep coming, we could think about propranolol to prevent them.']],
  ['plan', 'plan-undecided', 'Stool culture arranged.', 'plan', 'stool culture', ['C: We may need to take a sample of your stool later on.']],
  ['plan', 'polarity-mismatch', 'Analgesia with paracetamol.', 'plan', 'paracetamol', ['C: Paracetamol on this occasion would not be helpful.']],
  ['claim', 'claim-mismatch', 'Pruritic forearms disturbing sleep.', 'symptom', 'pruritic forearms', ['P: My forearms are so itchy that I stay awake at night.'], { polarity: 'absent' }],
  ['claim', 'claim-mismatch', 'Pruritic forearms disturbing sleep.', 'symptom', 'pruritic forearms', ['P: My forearms are so itchy that I stay awake at night.'], { person: 'relative' }],
  ['claim', 'claim-mismatch', 'Pruritic forearms disturbing sleep.', 'symptom', 'pruritic forearms', ['P: My forearms are so itchy that I stay awake at night.'], { side: 'left' }],
]

test.each(refused)('D258: %s: %s is found in "%s"', (_why, rule, text, kind, display, lines, more = {}) => {
  const { rules, isKept } = judge(lines, text, { kind, display, ...more })

  expect(rules).toContain(rule)
  expect(isKept).toBe(false)
})

describe('a sentence taken apart', () => {
  const polarityOf = (text: string, word: string) => readUnits(text).find(({ words }) => words.includes(word))?.told

  // biome-ignore format: one row a line
  test.each([
    ['No fever, cough or rash.', 'rash', 'absent'],
    ['Early cough without fever, now wheeze.', 'wheeze', 'present'],
    ['No medicines other than metformin.', 'metformin', 'present'],
    ['Hands cracked; face spared.', 'face', 'absent'],
    ['Antibiotics not indicated.', 'antibiotics', 'absent'],
    ['Nausea, but no vomiting.', 'nausea', 'present'],
    ['Non-smoker.', 'smoker', 'absent'],
  ])('D258: "%s": %s is %s', (text, word, told) => {
    expect(polarityOf(text, word)).toBe(told)
  })
})

test('D258: a marked statement stays in an outside draft, and passes once a clinician has attested it', async () => {
  const segments = talk('P: My forearms are so itchy that I stay awake at night.')
  const reworded = cite(segments, 'Pruritic forearms disturbing sleep.', { kind: 'complaint', display: 'pruritic forearms' }) // biome-ignore format: short
  const wrong = { ...cite(segments, 'Pruritic legs.', { kind: 'complaint', display: 'pruritic legs' }), id: 'h2' }
  const attested = { ...reworded, evidence: [...reworded.evidence, { kind: 'attestation' as const, by: 'PractitionerRole/1', reasonCode: 'observed' }] } // biome-ignore format: short

  const { note } = await settleDraft(noteOf('subjective', reworded, wrong), async (draft) => verify(draft, segments))

  expect(note.sections.flatMap(({ statements }) => statements)).toEqual([reworded])
  expect(verify(note, segments).outcome).toBe('failed')
  expect(verify(noteOf('subjective', attested), segments).outcome).toBe('passed')
})
