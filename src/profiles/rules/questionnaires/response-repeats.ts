/** How often items and answers may stand, and options that stand alone. R4 questionnaire-profiles.html: minOccurs, maxOccurs, optionExclusive. */
import type { JsonObject } from '../../../core/json.ts'
import { objectsOf } from '../members.ts'
import type { Site } from '../site.ts'
import { extensionNumber, extensionValues } from './item-extensions.ts'
import { isChosen } from './response-answers.ts'

/** Checks the items that answer one question, or are one group, below one parent; `first` is the index of the first. */
export function checkRepeats(items: readonly JsonObject[], question: JsonObject, first: number, site: Site): void {
  const count = question['type'] === 'group' ? items.length : items.flatMap((item) => objectsOf(item, 'answer')).length
  const least = extensionNumber(question, 'minOccurs')
  const most = extensionNumber(question, 'maxOccurs')
  site.enter('item')
  site.enter(first)
  // An item without answers is missing, which `required` forbids.
  if (least !== undefined && count > 0 && count < least) site.report('response-too-few')
  if (most !== undefined && count > most) site.report('response-too-many')
  if (count > 1 && hasExclusive(items, question)) site.report('response-exclusive', 'answer')
  site.leave()
  site.leave()
}

function hasExclusive(items: readonly JsonObject[], question: JsonObject): boolean {
  const alone = objectsOf(question, 'answerOption').filter((option) =>
    extensionValues(option, 'optionExclusive').includes(true),
  )
  if (alone.length === 0) return false
  const answers = items.flatMap((item) => objectsOf(item, 'answer'))
  return answers.some((answer) =>
    Object.entries(answer).some(
      ([name, value]) => name.startsWith('value') && alone.some((option) => isChosen({ name, value }, option)),
    ),
  )
}
