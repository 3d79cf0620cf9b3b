/** Lists the differences of two versions of a channel: one line for each member, and no secret in clear. docs/channels.md#files */

import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { asJson, type ChannelContent } from '../../../store/hub-resources.ts'
import { replaceSecrets } from './channel-description.ts'

export type Difference = {
  /** `destination.port` */
  readonly member: string
  /** As JSON; absent if the member was not there. */
  readonly before?: string
  readonly after?: string
}

/** Empty if nothing changes. */
export function listDifferences(before: ChannelContent | undefined, after: ChannelContent): readonly Difference[] {
  const [old, now] = [before === undefined ? new Map<string, string>() : listMembers(before), listMembers(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((member): Difference[] => {
    const [was, is] = [old.get(member), now.get(member)]
    if (was === is) return []
    return [
      { member, ...(was === undefined ? {} : { before: show(was) }), ...(is === undefined ? {} : { after: show(is) }) },
    ]
  })
}

/** Marks a secret, whose text is compared and never shown. */
const secretMark = '\u0000'
const show = (text: string): string => (text.startsWith(secretMark) ? '(secret)' : text)

function listMembers({ status: _, applied: __, ...settings }: ChannelContent): Map<string, string> {
  const marked = replaceSecrets(settings.destination, (secret) => `${secretMark}${JSON.stringify(secret)}`)
  const found = new Map<string, string>()
  const walk = (value: JsonValue, path: string): void => {
    if (isJsonObject(value) && Object.keys(value).length > 0)
      for (const [name, item] of Object.entries(value)) walk(item, path === '' ? name : `${path}.${name}`)
    else found.set(path, typeof value === 'string' && value.startsWith(secretMark) ? value : JSON.stringify(value))
  }
  walk(asJson({ ...settings, destination: marked }) as JsonObject, '')
  return found
}
