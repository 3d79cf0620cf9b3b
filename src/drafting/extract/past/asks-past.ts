/** Questions after earlier illnesses, in any of their frames: a name that answers one is an illness of the patient. D362. */
import { readOnce } from '../../../core/cache/read-once.ts'

// biome-ignore format: one row a line
const frames: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\b(?:medical (?:problems?|history|conditions?|issues?)|past (?:medical|history|illness\w*|problems?)|other (?:medical |health )?(?:problems?|conditions?|illness\w*|issues?)|health (?:problems?|conditions?|issues?)|fit and well|long term|conditions?|history)\b/, 'the words themselves'],
  [/\b(?:any|what|which|other|ongoing|chronic|long ?standing|serious|major) (?:\w+ ){0,2}(?:illness\w*|diseases?|diagnos[ie]s|conditions?|cancers?|surger(?:y|ies)|operations?)\b/, 'a kind of illness'],
  [/\b(?:otherwise|generally|usually|normally) (?:\w+ )?(?:healthy|well|fit)\b|\b(?:well|healthy|fit) (?:before|until|up to|otherwise|in (?:yourself|general))\b/, 'health before'],
  [/\b(?:ever|previously|in the past|before) (?:had|been|suffer\w*|got|told|diagnosed|treated|broken)\b|\b(?:had|been|suffered|broken)\b[^?]*\b(?:in the past|before|previously|ever)\?/, 'an earlier time'],
  [/\b(?:any|had) (?:\w+ )?(?:heart|lung|kidney|bowel|liver|thyroid|stomach|mental health|chest|skin|joint|blood|bladder|nerve|eye) (?:\w+ )?(?:trouble|problems?|disease|issues?|conditions?)\b[^?]*\b(?:past|before|ever|previous\w*|history)\b/, 'trouble of an organ before'],
  [/\b(?:been|stayed|admitted|ended up) (?:in|to|into) (?:a )?hospital\b|\bwhat else (?:do you have|have you (?:got|had)|is wrong|is on)\b|\btreated for\b|\bdiagnosed with\b/, 'stays and treatment'],
]

/** True if the words ask after earlier illnesses. */
export const asksPast = readOnce((said: string): boolean => frames.some(([pattern]) => pattern.test(said)))
