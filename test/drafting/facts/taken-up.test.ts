/** "I have" and "it is" answer a question only if they take up its thing. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts('C: How can I help?', 'P: I have a cough.', ...lines).filter((text) => !text.startsWith('Cough'))

// biome-ignore format: one row a line
const others: readonly (readonly [question: string, reply: string, asked: string])[] = [
  ['C: Do you have any chest pain?',     'P: I have a sore knee.',                 'Chest pain.'],
  ['C: Are you short of breath?',        'P: I am allergic to penicillin.',        'Shortness of breath.'],
  ['C: Any chest pain?',                 'P: It is my knee that hurts.',           'Chest pain.'],
  ['C: Do you get chest pain?',          'P: I do like a walk.',                   'Chest pain.'],
  ['C: Any palpitations?',               'P: I have been moving house.',           'Palpitations.'],
  ['C: Do you feel dizzy?',              'P: I am a retired teacher.',             'Dizziness.'],
  ['C: Is there any wheeze?',            'P: It does have a garden.',              'Wheeze.'],
]

test.each(others)(
  'docs/design/drafting.md#rules-of-the-drafter: another thing is no yes: %s %s',
  (question, reply, asked) => {
    expect(factsOf(question, reply)).not.toContain(asked)
  },
)

// biome-ignore format: one row a line
const taken: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Do you get any palpitations?',    'P: I do when I climb the stairs.',       'Palpitations'],
  ['C: Have you had any headaches?',     'P: I have had quite a few headaches.',   'Headache'],
  ['C: Have you noticed any bruising?',  'P: I have, since Monday.',              'Bruising'],
  ['C: Are you getting any nausea?',     'P: I am getting it mostly at night.',    'Nausea'],
  ['C: Any vomiting?',                   'P: I have, twice last night.',           'Vomiting'],
]

test.each(taken)(
  'docs/design/drafting.md#rules-of-the-drafter: the same thing is a yes: %s %s',
  (question, reply, text) => {
    expect(factsOf(question, reply).join(' ')).toContain(text)
  },
)
