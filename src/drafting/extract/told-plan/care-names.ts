/** Things of a plan: medicines, tests, services, papers, and the nouns of self-care. */
import { readOnce } from '../../../core/cache/read-once.ts'
import { isCareNoun } from '../../vocabulary/care-words.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { listReferrals, listTests } from '../orders/named-services.ts'

/** True if the words name something that is given, done, used or avoided. */
export const namesCare = readOnce(
  (said: string): boolean =>
  (said.match(/[a-z]+/g) ?? []).some(isCareNoun) || namesKind(said, 'medicine') || listTests(said).length > 0 || listReferrals(said).length > 0 || /\b(?:letter|certificate|referral|script|prescription|note|form|leaflet|cream|drops|spray|tablets?|gel|ointment|inhaler|puffer|injection|vaccine|patch|jab|brace|physio|optician|dentist|nurse|pharmacist|chemist|swab|sample|wick|stitches|clippings|meals|bedtime|pessar(?:y|ies)|wafers?|lozenges?|anti-d|quitline)\b/.test(said), // biome-ignore format: short
)
