/** Statements of a clinician that ask, troubles that a question puts as a clause, and whose trouble it is. */
import { expect, test } from '@jest/globals'
import { draft, talk, textsOf, verify } from '../dialogues.ts'

const opening = ["P: I've had a cough for three days.", 'C: I see.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines, 'C: Okay.')
  const note = draft(segments)
  expect(verify(note, segments).outcome).toBe('passed')
  return textsOf(note).filter((text) => !/^(?:Cough|Reports)/.test(text))
}

// biome-ignore format: one row a line
const unmarked: readonly (readonly [asked: string, reply: string, texts: readonly string[]])[] = [
  ['No fevers at all then.',                    'None.',                       ['No fever.']],
  ['Vomiting.',                                 'Nope.',                       ['No vomiting.']],
  ['And diarrhoea.',                            'Yeah, heaps of that.',        ['Diarrhoea.']],
  ['Okay. Headaches.',                          'No.',                         ['No headache.']],
  ['Sore throat, runny nose.',                  'Nah, nothing.',               ['No sore throat or runny nose.']],
  ['Fevers. Night sweats.',                     'No, neither.',                ['No night sweats or fever.']],
  ["And you haven't been sick.",                "No, I haven't.",              ['No vomiting.']],
  ["You've had any rash.",                      'No, nothing.',                ['No rash.']],
  ["You'd have no numbness in the feet.",       'No, none.',                   ['No numbness.']],
  ["There'd be no palpitations.",               'No, thank God.',              ['No palpitations.']],
  ["Sorry, did you say you'd had fevers.",      'No.',                         ['No fever.']],
  ['Anything like dizziness.',                  'Not that I have noticed.',    ['No dizziness.']],
  ['You do get heartburn.',                     'Yes.',                        ['Indigestion.']],
  ['So you get heartburn.',                     'No.',                         ['No indigestion.']],
]
test.each(unmarked)('D327: "%s" - "%s" is a question with its reply', (asked, reply, texts) => {
  expect(factsOf(`C: ${asked}`, `P: ${reply}`)).toEqual(texts)
})

// biome-ignore format: one row a line
const told: readonly (readonly [said: string, reply: string])[] = [
  ['That can cause some dizziness.',            'No.'],
  ['You might get some nausea.',                'No worries.'],
  ['You get some numbness with the local.',     'Yep.'],
  ["You'd have no pain after the operation.",   'No.'],
  ['The main side effects are nausea. Headaches.', 'Yep.'],
  ['No family history of migraines.',           'Yes.'],
  ['No one at home with vomiting.',             'Yes.'],
  ["You don't mind a sore arm.",                'No.'],
  ['No worries.',                               'No.'],
  ['Diarrhoea.',                                'What about it?'],
  ['Diarrhoea.',                                'My appointment was at ten.'],
]
test.each(told)('D327: "%s" - "%s" states no symptom', (said, reply) => {
  expect(factsOf(`C: ${said}`, `P: ${reply}`).filter((text) => !/family history/.test(text))).toEqual([])
})

// biome-ignore format: one row a line
const clauses: readonly (readonly [asked: string, reply: string, texts: readonly string[]])[] = [
  ['Do your gums bleed when you brush?',        'No.',             ['No gums bleeding when brushing.']],
  ['Do your lips turn blue at night?',     'Yes.',            ['Lips turning blue at night.']],
  ['Are your eyelids crusty in the morning?',   'Yes.',            ['Crusty eyelids in the morning.']],
  ['Does your scalp flake?',                    'No.',             ['No scalp flaking.']],
  ['Has your urine been cloudy?',               'No.',             ['No cloudy urine.']],
  ['Have you noticed your nails are yellow?',   'No.',             ['No yellow nails.']],
  ['Does it sting when you sneeze?',            'Yes.',            ['Stinging when sneezing.']],
  ['Does your hearing aid work?',               'No.',             []],
  ['Is your back brace comfortable?',           'No.',             []],
  ['Do your eyes feel fine otherwise?',         'Yes.',            []],
]
test.each(clauses)('D329: "%s" - "%s"', (asked, reply, texts) => {
  expect(factsOf(`C: ${asked}`, `P: ${reply}`)).toEqual(texts)
})

// biome-ignore format: one row a line
const ofOthers: readonly (readonly [reason: string, ...lines: readonly string[]])[] = [
  ["an animal's",                          'P: My cat has diarrhoea.'],
  ["an animal's after a topic",            "P: It's the dog's paw. It's bleeding."],
  ['an opinion',                           'P: My sister thinks I have asthma.'],
  ['an opinion of all',                    "P: Everyone tells me I've got gout."],
  ['a part of somebody else',              "P: It's my mother's leg. It is swollen."],
  ['a question after a wife',              'C: Does your wife get headaches too?', 'P: Yes, she does.'],
  ['a question after a father',            'C: Did your father have any chest pain?', 'P: Yes.'],
  ['an idiom in the question',             'C: Are you tired of waiting?', 'P: Yes.'],
  ['a question after children',             'C: Do any of the kids have a rash?', 'P: Yes.'],
  ['a husband in apposition',              'C: Is he having headaches, your husband?', 'P: Yes.'],
  ['a contact who vomits',                 'C: Have you been near anyone with vomiting?', 'P: No.'],
  ['a fear in the question',               'C: Are you scared of a stroke?', 'P: Yes.'],
  ['an order to a child',                  'C: Any rash?', 'P: No, not the blue one. Sorry, go on.'],
  ['the call',                             'C: Any rash?', "P: Yes, I'll hold."],
  ['an invitation',                        'C: Any rash?', 'P: Yes please.'],
  ['irony',                                'C: Any rash?', 'P: Yeah, as if.'],
  ['a brother has it',                     'C: Any chest pain?', "P: No, that's my brother."],
  ['a joke',                               'C: Any headache?', 'P: Only every time my mother in law rings.'],
  ['a hedged choice',                      'C: Any hiccups or wheeze?', 'P: The former, maybe.'],
  ['a yes after a no',                     'C: Any fever?', 'P: No. Actually yes, Sunday night.'],
  ['a warning that was heard',             'C: Any fever?', 'P: Yes, I was told to look out for that.'],
  ['an effect of a vaccine',               'C: Did you get your flu jab?', 'P: Yes, sore arm and all.'],
  ['no trouble of the body',               'C: Any trouble parking?', 'P: No.'],
]
test.each(ofOthers)('D328: %s states nothing', (_, ...lines) => {
  expect(factsOf(...lines).filter((text) => !/vaccine/.test(text))).toEqual([])
})

// biome-ignore format: one row a line
const kept: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['No dizziness.',                        'C: Any dizziness?', 'P: Dizziness no.'],
  ['No difficulty getting out of a chair.', 'C: Any difficulty getting out of a chair?', 'P: No.'],
  ['No fever.',                            'C: Any nausea, or a fever?', 'P: From nausea, yes. From a fever, no.'],
  ['Father: stroke.',                      'C: What did your father die of?', 'P: A stroke.'],
  ['Mouth ulcers, now resolved.',           'C: Any mouth ulcers?', 'P: Had one last week, gone now.'],
  ['Vomiting, now resolved.',              'C: Vomiting at all?', 'P: Only the first night, not since.'],
  ['Itching, now resolved.',               'C: Any itching?', 'P: There was, but the cream fixed it.'],
  ['Vomiting, three times this morning.',  'C: Any vomiting?', 'P: Three times this morning.'],
]
test.each(kept)('D328: "%s" is still read', (line, ...lines) => {
  expect(factsOf(...lines)).toContain(line)
})
