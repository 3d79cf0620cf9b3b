/** Who acts in a clause of the plan: frames around the deed or the thing, by subject and verb. D443. */
import { duties } from './frame-duties.ts'
import { ownDeeds } from './frame-own-deeds.ts'
import { things } from './frame-things.ts'
import { wishes } from './frame-wishes.ts'

export type Framed = { readonly text: string }

/** The first frame that fits is taken, so a wish goes before a deed. */
const rows = [...wishes, ...ownDeeds, ...duties, ...things]

/** "For the itch I can give ...": what stands before the frame. */
const fronted =
  /^((?:for|at|in|on|with|after|before|from|until|by|once|during|then|one|two|three|four|six|a)\b[^,]{2,52}? )(?=(?:i|we|you) (?:will|can|could|would|should|am|are|need|want|must|do|repeat|recheck|check|start)\b)/i

/** The clause without its frame; undefined if its subject gives no order. */
export function openFrame(text: string): Framed | undefined {
  const said = text.toLowerCase()
  for (const { pattern, tell } of rows) {
    const [frame] = pattern.exec(said) ?? []
    if (frame === undefined) continue
    const rest = text.slice(frame.length)
    const told = tell(rest)
    return told === undefined || told.trim() === ''
      ? undefined
      : { text: told.replace(/^see you(?= (?:again )?(?:in|on|within|next|tomorrow|after|back|at)\b)/, 'review') }
  }
  const front = fronted.exec(text)?.[1]
  const own = front === undefined ? undefined : openFrame(text.slice(front.length))
  return front === undefined || own === undefined ? undefined : { text: `${front.trim()}, ${own.text}` }
}
