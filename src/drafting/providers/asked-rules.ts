/** The text of each verifier rule in the prompt of an outside drafter. The type makes sure that this table has every rule of the verifier. D258. */
import type { Rule } from '../verify/tables.ts'

// biome-ignore format: one row a line
export const askedRules: Readonly<Record<Rule, string>> = {
  'no-evidence':          'Cite evidence for each statement.',
  'evidence-unknown':     'Cite only ids that were sent.',
  'evidence-range':       'Quote only words of the segment that you cite.',
  'uncertain-as-certain': 'A segment marked as uncertain was not heard well: where a statement rests on one, say "possibly".',
  'words-unsupported':    'Use the words that were said, or medical words that mean the same. Never a narrower word than was said.',
  'number-mismatch':      'Give each number as it was said. Where somebody corrects a number, the later one counts.',
  'unit-mismatch':        'Give each number with the unit that was said.',
  'rate-mismatch':        'Give how often as it was said.',
  'side-mismatch':        'Give left and right as they were said of this very thing.',
  'attribute-mismatch':   'Give the severity, course, time of day and form as they were said of this very thing.',
  'polarity-mismatch':    'A no denies only what was asked in that question. Never stretch a yes or a no over anything else.',
  'person-mismatch':      'Say whose it is. What a relative or a friend has is not the patient\'s.',
  'certainty-mismatch':   'Be as sure as the speaker was, neither more nor less.',
  'speaker-mismatch':     'What the patient has comes from the patient; the plan and the assessment come from the clinician.',
  'question-unanswered':  'A question that was not answered states nothing.',
  'not-asserted':         'A fear, a question, a comparison, a warning, an example and a turn of speech are no findings.',
  'time-mismatch':        'Say what is over as over. Give a day only if it was said.',
  'frame-mismatch':       'State what the question asked for: to have been tested for something is not to have it.',
  'plan-undecided':       'An option, a condition and something for later are no orders: say "if", "consider" or "may", or leave them out.',
  'condition-dropped':    'Keep each condition and exception: "if", "unless", "until", "except", "only when".',
  'thing-unnamed':        'Name the medicine or the thing that an order is about; never only "it", "that" or "those".',
  'order-not-given':      'An order of somebody else, for somebody else, or that the clinician refuses, doubts or asks about, is no order for the patient.',
  'said-in-other-words':  'Where your words differ from those that were said, a reviewer compares the two.',
  'claim-mismatch':       'Each claim says what its sentence says. A side, value, unit, frequency or duration of a claim stands in the sentence word for word; otherwise it is null.',
  'parts-mismatch':       'One sentence holds at most three facts.',
  'code-mismatch':        'Give no codes.',
  'section-mismatch':     'Put each kind of claim into a section that lists this kind.',
  'section-required':     'Fill a required section if anything was said for it.',
  'allergy-invented':     'State an allergy only where the patient states it, or answers a question about allergies with it.',
  'allergy-dropped':      'State every allergy that the patient or the record names.',
  'allergy-contradicted': 'Deny allergies only after a question about allergies was answered with no.',
}

/** One line a rule. */
export const askedText = (): string => Object.values(askedRules).map((line) => `- ${line}`).join('\n') // biome-ignore format: short
