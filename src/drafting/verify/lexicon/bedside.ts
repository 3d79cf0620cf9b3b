/** Words of a note for what is said at the bedside: places, signs and courses that patients tell in whole phrases. The form of a row stands in body.ts. Written from general knowledge of English and of medicine. D515. */
// biome-ignore format: one row a line
export const bedsideClinicalRows: readonly string[] = [
  // Places
  'menstrua*, menses < period*', 'venous thrombo* < clot*', 'conjunctiva* < eyelid*', 'periumbilical, umbilical < belly button, tummy button, navel', 'epigastr* < upper tummy, up top, top of the tummy, top of my tummy, guts, stomach', 'suprapubic* < above the pubic bone, above your pubic bone, over the bladder', 'subcutaneous* < subcut, under the skin', 'intravenous* < iv, drip, into the vein', 'collateral ligament*, collaterals < inner and outer ligaments, side ligaments',
  // Signs and symptoms
  'bilious < yellow stuff, green stuff, bile', 'haematemesis < vomit* blood, blood in the vomit, chuck* blood, bring* up blood, throw* up blood', 'hypo, hypos < lows, low sugars', 'disorient* < can not tell me where, not know where he is, not know where she is, not know what day', 'inattentive, inattention < drifts off, drift off, can not follow', 'hallucinat* < see stuff, saw stuff, see things, saw things, seeing things, hearing things', 'low self worth, worthless*, low self esteem < useless, no good, waste of space, a failure', 'amotivat*, loss of motivation, low motivation < can not be stuffed, can not be bothered, no drive', 'variegat* < two or three colours, different colours, several colours, colours in it', 'border*, margin* < edge*', 'pallor < pale', 'audible < heard, hear',
  // Tests
  'ogtt, glucose tolerance < sugar test',
]

// biome-ignore format: one row a line
/** Words of no part or trouble. */
export const bedsideRows: readonly string[] = [
  'childhood < as a kid, as a child, as a baby, when i was little, when i was small, when i was a kid', 'outgrown, outgrew < grown out, grew out', 'postoperative*, post operative* < after the operation, after the op, after the anaesthetic, after surgery', 'fasting < nothing to eat, not eating', 'persist*, persists < not shift, will not shift, still there', 'uphill < hill, hills', 'expand*, expanding < gets bigger, get bigger, getting bigger, grows', 'single < just the one, just once, only the one', 'maximum < no more than, up to, at most, tops', 'withhold*, withheld < skip, hold, leave out', 'alternate < every second, every other', 'protective < could not do that to, would not do that to, keep you going, keeps me going',
]
