/** Asks another terminology server about codes that cannot be decided here. R4 valueset-operation-validate-code.html. */
import type { FhirResource } from 'fhir-kit-client'
import type { Clock } from '../core/clock.ts'
import { isJsonObject } from '../core/json.ts'
import { FhirRefusal, openFhirClient } from '../outbound/fhir-client.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import type { Code, Membership } from '../profiles/code-lookup.ts'

/** `undefined`: no answer. `unknown`: it cannot decide either. */
export type AskServer = (valueSet: string, code: Code) => Promise<Membership | undefined>

export type ServerSettings = { readonly url: string; readonly timeoutMs: number }

const maxBytes = 1 << 20
/** Pause after a server did not answer. */
const restMs = 10_000

/** A status that says nothing of the code: the server is broken, busy, or does not serve us. */
const isSilence = (status: number): boolean => status >= 500 || [401, 403, 429].includes(status)

/** Only value set, system, version and code leave. */
export function openTerminologyServer(
  policy: OutboundPolicy,
  { url, timeoutMs }: ServerSettings,
  clock: Clock,
): AskServer {
  const client = openFhirClient({ policy, baseUrl: url.replace(/\/$/, ''), headers: {}, timeoutMs, maxBytes })
  const asked = new Map<string, Promise<Membership | undefined>>()
  let restUntil = 0
  const send = async (input: FhirResource): Promise<Membership | undefined> => {
    try {
      return readResult(await client.operation({ resourceType: 'ValueSet', name: 'validate-code', input }))
    } catch (error) {
      if (error instanceof FhirRefusal && !isSilence(error.status)) return 'unknown'
      if (!(error instanceof FhirRefusal || error instanceof OutboundError)) throw error
      restUntil = clock().getTime() + restMs
      return undefined
    }
  }
  return async (valueSet, code) => {
    if (code.system === undefined || code.code === undefined) return 'unknown'
    if (clock().getTime() < restUntil) return undefined
    const question = buildQuestion(valueSet, code)
    const key = JSON.stringify(question)
    // Equal requests at one time wait for one answer.
    const answer = asked.get(key) ?? send(question).finally(() => asked.delete(key))
    asked.set(key, answer)
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

function readResult(answer: unknown): Membership {
  const parameters = isJsonObject(answer) && Array.isArray(answer['parameter']) ? answer['parameter'] : []
  const result = parameters.filter(isJsonObject).find(({ name }) => name === 'result')?.['valueBoolean']
  return result === true ? 'member' : result === false ? 'not-member' : 'unknown'
}
