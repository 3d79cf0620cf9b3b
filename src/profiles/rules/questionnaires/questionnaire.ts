/** Rules of questionnaires: the conditions that enable an item. R4 questionnaire.html#enableWhen. */
import { type JsonObject, textOf } from '../../../core/json.ts'
import { objectsOf } from '../members.ts'
import type { Site } from '../site.ts'

export function checkQuestionnaire(questionnaire: JsonObject, site: Site): void {
  checkItems(questionnaire, new Set(listLinkIds(questionnaire)), site)
}

const listLinkIds = (parent: JsonObject): string[] =>
  objectsOf(parent, 'item').flatMap((item) => [textOf(item, 'linkId') ?? '', ...listLinkIds(item)])

function checkItems(parent: JsonObject, all: ReadonlySet<string>, site: Site): void {
  site.enter('item')
  objectsOf(parent, 'item').forEach((item, index) => {
    site.enter(index)
    const conditions = objectsOf(item, 'enableWhen')
    const inner: ReadonlySet<string> = new Set(conditions.length === 0 ? [] : listLinkIds(item))
    for (const condition of conditions) {
      const question = textOf(condition, 'question') ?? ''
      if (!all.has(question)) site.report('enable-unknown', 'enableWhen')
      else if (question === item['linkId'] || inner.has(question)) site.report('enable-self', 'enableWhen')
    }
    if (item['item'] !== undefined) checkItems(item, all, site)
    site.leave()
  })
  site.leave()
}
