/** Words that the frames of a plan share. D443. */

export const adverb =
  '(?:(?:also|just|really|still|then|now|probably|definitely|only|always|certainly|actually|first|please|maybe|all|both|much|rather|ideally|perhaps|ever) )*'
/** Who acts: the clinician, and the patient. */
export const we = '(?:i|we)'
export const you = '(?:you|he|she)'
/** The clinician decides. */
export const decides = '(?:will|shall|am going to|are going to|am gonna|are gonna|must|have to|need to|want to)'

/** A frame: what stands in front of the deed or the thing, and how the rest is told; undefined if it is no order. */
export type FrameRow = {
  readonly reason: string
  readonly pattern: RegExp
  readonly tell: (rest: string) => string | undefined
}
