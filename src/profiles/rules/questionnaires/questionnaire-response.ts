/** Checks a QuestionnaireResponse against its Questionnaire, if that is at hand. R4 questionnaireresponse.html. */
import { type JsonObject, textOf } from '../../../core/json.ts'
import type { CodeLookup } from '../../code-lookup.ts'
import { objectsOf } from '../members.ts'
import type { Rule, Site, Sources } from '../site.ts'
import { type Answers, isEnabled, listAnswers } from './enable-when.ts'
import { checkAnswer } from './response-answers.ts'
import { checkRepeats } from './response-repeats.ts'

type Around = {
  readonly codes: CodeLookup
  readonly answers: Answers
  /** Every linkId of the questionnaire. */
  readonly linkIds: ReadonlySet<string>
  /** A response that is not finished may lack answers. */
  readonly missing: 'response-required' | 'response-unfinished'
}

const finished: ReadonlySet<unknown> = new Set(['completed', 'amended'])

export const compileResponse =
  ({ codes, findQuestionnaire }: Sources): Rule =>
  (response, site) => {
    const canonical = textOf(response, 'questionnaire')
    if (canonical === undefined) {
      site.report('response-unnamed')
      return
    }
    const isContained = canonical.startsWith('#')
    const questionnaire = isContained ? findContained(canonical, site) : findQuestionnaire?.(canonical)
    if (questionnaire === undefined) {
      site.report('response-unknown-form', 'questionnaire')
      return
    }
    const missing = finished.has(response['status']) ? 'response-required' : 'response-unfinished'
    const linkIds = new Set(listLinkIds(questionnaire))
    checkItems(response, questionnaire, { codes, answers: listAnswers(response), linkIds, missing }, site)
  }

function findContained(canonical: string, { frame }: Site): JsonObject | undefined {
  const found = objectsOf(frame.container, 'contained').find(({ id }) => id === canonical.slice(1))
  return found?.['resourceType'] === 'Questionnaire' ? found : undefined
}

const listLinkIds = (parent: JsonObject): string[] =>
  objectsOf(parent, 'item').flatMap((item) => [textOf(item, 'linkId') ?? '', ...listLinkIds(item)])

/** Checks the items in `given`, a response, item or answer, against those in `asked`. */
function checkItems(given: JsonObject, asked: JsonObject, around: Around, site: Site): void {
  const questions = objectsOf(asked, 'item')
  const items = objectsOf(given, 'item')
  const places = items.map((item) => questions.findIndex(({ linkId }) => linkId === item['linkId']))
  site.enter('item')
  items.forEach((item, index) => {
    const place = places[index] ?? -1
    const question = questions[place]
    site.enter(index)
    if (question === undefined) {
      if (item['linkId'] !== undefined)
        site.report(around.linkIds.has(textOf(item, 'linkId') ?? '') ? 'response-place' : 'response-unknown', 'linkId')
    } else {
      if (places.slice(0, index).some((before) => before > place)) site.report('response-order')
      if (places.indexOf(place) < index && question['repeats'] !== true) site.report('response-repeated')
      checkItem(item, question, around, site)
    }
    site.leave()
  })
  site.leave()
  questions.forEach((question, place) => {
    const first = places.indexOf(place)
    if (first >= 0)
      checkRepeats(
        items.filter((_, index) => places[index] === place),
        question,
        first,
        site,
      )
    const isMissing = question['required'] === true && first < 0
    if (isMissing && isEnabled(question, around.answers)) site.report(around.missing)
  })
}

function checkItem(item: JsonObject, question: JsonObject, around: Around, site: Site): void {
  const answers = objectsOf(item, 'answer')
  const type = question['type']
  const hasItems = objectsOf(item, 'item').length > 0
  const isFilled = answers.length > 0 || hasItems
  if (isFilled && !isEnabled(question, around.answers)) site.report('response-disabled')
  if (item['text'] !== undefined && item['text'] !== question['text']) site.report('response-text', 'text')
  if (type === 'group' || type === 'display') {
    if (type === 'group' && question['required'] === true && !hasItems) site.report('response-group-empty')
    if (answers.length > 0) site.report('response-no-question', 'answer')
    checkItems(item, question, around, site)
    return
  }
  if (hasItems) site.report('response-place', 'item')
  if (answers.length > 1 && question['repeats'] !== true) site.report('response-repeated', 'answer')
  if (answers.length === 0 && question['required'] === true) site.report(around.missing)
  site.enter('answer')
  answers.forEach((answer, index) => {
    site.enter(index)
    checkAnswer(answer, question, around.codes, site)
    checkItems(answer, question, around, site)
    site.leave()
  })
  site.leave()
}
