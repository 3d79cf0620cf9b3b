/** Talks with known truth: facts drawn from tables, spoken by the sentences of a grammar. The same seed gives the same talk. */
import type { Grammar, Step } from './talks/grammar.ts'
import { Random } from './talks/random.ts'
import { type Carried, Script } from './talks/script.ts'
import { saySpelled } from './talks/spoken-numbers.ts'
import {
  type Taken,
  tellAllergies,
  tellFamily,
  tellHistory,
  tellMedicines,
  tellSocial,
} from './talks/steps/background.ts'
import { assess, examine, plan, tellSafety } from './talks/steps/management.ts'
import { recapPlan } from './talks/steps/plan-recap.ts'
import { openProblem, recap, tellAsides, tellComplaint, tellDetails } from './talks/steps/problem.ts'
import { tellSymptoms } from './talks/steps/symptoms.ts'
import type { Talk } from './talks/truth.ts'
import { utter } from './talks/utter.ts'

function greet(script: Script): void {
  const { random } = script
  script.play('greeting', { name: script.name })
  if (!random.chance(45)) return
  const [from, to] = script.grammar.ages ?? [19, 83]
  const value = `${from + random.below(to - from + 1)} years`
  const fact = script.fact({ concept: 'age', names: ['aged', 'year old'], kind: 'social', value, optional: true })
  script.play('identity', { name: script.name, age: saySpelled(value.replace(' years', '')) }, fact)
}

function writeScript(grammar: Grammar, random: Random): Script {
  const script = new Script(grammar, random)
  greet(script)
  const problem = openProblem(script, script.chosen ?? random.pick(grammar.cases))
  let taken: readonly Taken[] = []
  const steps: Readonly<Record<Step, () => void>> = {
    complaint: () => tellComplaint(script, problem),
    details: () => tellDetails(script, problem),
    symptoms: () => tellSymptoms(script, problem),
    recap: () => recap(script, problem),
    asides: () => tellAsides(script, problem),
    history: () => tellHistory(script),
    medicines: () => {
      taken = tellMedicines(script)
    },
    allergies: () => tellAllergies(script),
    family: () => tellFamily(script),
    social: () => tellSocial(script),
    examination: () => examine(script, problem),
    assessment: () => assess(script, problem),
    plan: () => plan(script, problem, taken),
    safety: () => tellSafety(script, problem),
  }
  for (const step of random.pick(script.grammar.orders)) {
    steps[step]()
    if (random.chance(18)) script.play('smallTalk', {})
  }
  recapPlan(script)
  script.play('closing', {})
  return script
}

export function generateTalk(grammar: Grammar, seed: number): Talk {
  const random = new Random(seed)
  const script = writeScript(grammar, random)
  const { segments, carriers } = utter(script.lines, script.grammar.manner, random, script.grammar.speaks)
  const located = <Item extends Carried>(item: Item) => ({ ...item, segments: carriers.get(item) ?? [] })
  return { grammar: grammar.name, seed, segments, facts: script.facts.map(located), traps: script.traps.map(located) }
}

export const generateTalks = (grammar: Grammar, count: number, firstSeed = 1): readonly Talk[] =>
  Array.from({ length: count }, (_, at) => generateTalk(grammar, firstSeed + at))
