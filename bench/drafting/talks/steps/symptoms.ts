/** The symptoms that the patient has, has not, had, or cannot tell. */
import type { Symptom } from '../grammar.ts'
import type { DraftFact, Script } from '../script.ts'
import type { Problem } from './problem.ts'
import { nameOf, symptomSlots } from './slots.ts'

const present = (script: Script, symptom: Symptom): DraftFact => script.fact({ ...nameOf(symptom), kind: 'symptom' })
const absent = (script: Script, symptom: Symptom): DraftFact =>
  script.fact({ ...nameOf(symptom), kind: 'symptom', polarity: 'absent' })

/** One exchange about each group of one or two symptoms. */
function askPresent(script: Script, symptom: Symptom): void {
  const asks = symptom.asks !== undefined && script.may('asksYes', 35)
  const says = !asks && symptom.says !== undefined && script.may('saysYes', 50)
  const kind = asks
    ? 'asksYes'
    : says
      ? 'saysYes'
      : script.random.pick([
          'askedYes',
          'askedYes',
          'askedYes',
          'negativeYes',
          'toldYes',
          'toldYes',
          'toldYes',
          'helper',
        ] as const)
  script.play(kind, symptomSlots(script, symptom), present(script, symptom))
}

function askAbsent(script: Script, left: Symptom[]): void {
  const [first, second] = left.splice(0, script.random.chance(35) ? 2 : 1)
  if (first === undefined) return
  const facts = [first, second].flatMap((symptom) => (symptom === undefined ? [] : [absent(script, symptom)]))
  const slots = symptomSlots(script, first)
  if (second !== undefined) script.play('askedBothNo', { ...slots, ...symptomSlots(script, second, '2') }, ...facts)
  else if (first.asks !== undefined && script.may('asksNo', 35)) script.play('asksNo', slots, ...facts)
  else if (first.saysNot !== undefined && script.may('saysNo', 50)) script.play('saysNo', slots, ...facts)
  else script.play(script.random.pick(['askedNo', 'askedNo', 'negativeNo', 'toldNo'] as const), slots, ...facts)
}

function askMixed(script: Script, yes: Symptom, no: Symptom): void {
  const kind = script.random.pick(['askedFirst', 'askedSecond'] as const)
  const [one, two] = kind === 'askedFirst' ? [yes, no] : [no, yes]
  const slots = { ...symptomSlots(script, one), ...symptomSlots(script, two, '2') }
  script.play(kind, slots, present(script, yes), absent(script, no))
}

export function tellSymptoms(script: Script, problem: Problem): void {
  const { random } = script
  const yes = [...random.sample(script.fitting(problem.case.positives), 2 + random.below(3))]
  const no = [...random.sample(script.fitting(problem.case.negatives), 4 + random.below(4))]
  const told = new Set([...yes, ...no])
  const unclear = random.chance(40) ? no.pop() : undefined
  const resolved = random.chance(45) ? yes.pop() : undefined
  const turns: (() => void)[] = []
  if (yes.length > 1 && no.length > 2 && random.chance(60)) {
    const [one, two] = [yes.pop(), no.pop()] as [Symptom, Symptom]
    turns.push(() => askMixed(script, one, two))
  }
  if (yes.length > 1 && random.chance(30)) {
    const [one, two] = yes.splice(0, 2) as [Symptom, Symptom]
    const slots = { ...symptomSlots(script, one), ...symptomSlots(script, two, '2') }
    turns.push(() => script.play('askedBothYes', slots, present(script, one), present(script, two)))
  }
  for (const symptom of yes) turns.push(() => askPresent(script, symptom))
  for (let asked = no.length; asked > 0; asked -= 1) turns.push(() => askAbsent(script, no))
  if (resolved !== undefined) {
    const fact = () => script.fact({ ...nameOf(resolved), kind: 'symptom', time: 'resolved' })
    turns.push(() => script.play('resolved', symptomSlots(script, resolved), fact()))
  }
  if (unclear !== undefined) {
    const fact = () => script.fact({ ...nameOf(unclear), kind: 'symptom', certainty: 'uncertain', optional: true })
    turns.push(() => script.play('askedUnclear', symptomSlots(script, unclear), fact()))
  }
  turns.push(...listUnanswered(script, problem, told))
  for (const turn of random.sample(turns, turns.length)) turn()
}

/** A question that the patient does not answer: the note may state neither that it is there nor that it is not. */
function listUnanswered(script: Script, { case: { negatives } }: Problem, told: ReadonlySet<unknown>): (() => void)[] {
  if (!script.may('unanswered', 35)) return []
  const left = script.fitting(negatives).filter((symptom) => !told.has(symptom) && !isNamed(script, symptom))
  const [symptom] = left
  if (symptom === undefined) return []
  return [
    () => {
      const trap = script.trap({ ...nameOf(symptom), kind: 'unanswered' })
      script.play('unanswered', symptomSlots(script, symptom), trap)
    },
  ]
}

const isNamed = ({ facts }: Script, { concept }: Symptom): boolean => facts.some((fact) => fact.concept === concept)
