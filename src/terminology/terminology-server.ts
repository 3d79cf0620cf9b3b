/** Another terminology server, asked for what cannot be told here. R4 valueset-operation-validate-code.html. */

import type { Clock } from '../core/clock.ts'
import { isJsonObject, parseJsonBytes } from '../core/json.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { sendRequest } from '../outbound/request.ts'
import type { Code, Membership } from '../profiles/code-lookup.ts'

/** `undefined`: it did not answer. `unknown`: it cannot tell either. */
export type AskServer = (valueSet: string, code: Code) => Promise<Membership | undefined>

export type ServerSettings = { readonly url: string; readonly timeoutMs: number }

const maxBytes = 1 << 20
/** One that did not answer is left alone so long. */
const restMs = 10_000
const mediaType = 'application/fhir+json'

/** Nothing but value set, system, version and code leaves. */
export function openTerminologyServer(
  policy: OutboundPolicy,
  { url, timeoutMs }: ServerSettings,
  clock: Clock,
): AskServer {
  const asked = new Map<string, Promise<Membership | undefined>>()
  let restUntil = 0
  const send = async (body: string): Promise<Membership | undefined> => {
    try {
      const headers = { accept: mediaType, 'content-type': mediaType }
      const request = { method: 'POST', url: `${url.replace(/\/$/, '')}/ValueSet/$validate-code`, headers, body }
      const { status, body: answer } = await sendRequest(policy, { ...request, timeoutMs, maxBytes })
      if (status >= 500 || status === 401 || status === 403 || status === 429) throw new OutboundError('closed', true)
      return status === 200 ? readResult(answer) : 'unknown'
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      restUntil = clock().getTime() + restMs
      return undefined
    }
  }
  return async (valueSet, code) => {
    if (code.system === undefined || code.code === undefined) return 'unknown'
    if (clock().getTime() < restUntil) return undefined
    const body = JSON.stringify(buildQuestion(valueSet, code))
    // Requests at one time that ask the same wait for one answer.
    const answer = asked.get(body) ?? send(body).finally(() => asked.delete(body))
    asked.set(body, answer)
    return answer
  }
}

const buildQuestion = (valueSet: string, { system, version, code }: Code) => {
  const [url, valueSetVersion] = valueSet.includes('?') ? [valueSet] : valueSet.split('|')
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'url', valueUri: url },
      ...(valueSetVersion === undefined ? [] : [{ name: 'valueSetVersion', valueString: valueSetVersion }]),
      { name: 'coding', valueCoding: { system, ...(version === undefined ? {} : { version }), code } },
    ],
  }
}

function readResult(bytes: Uint8Array): Membership {
  try {
    const answer = parseJsonBytes(bytes)
    const parameters = isJsonObject(answer) && Array.isArray(answer['parameter']) ? answer['parameter'] : []
    const result = parameters.filter(isJsonObject).find(({ name }) => name === 'result')?.['valueBoolean']
    return result === true ? 'member' : result === false ? 'not-member' : 'unknown'
  } catch {
    return 'unknown'
  }
}
