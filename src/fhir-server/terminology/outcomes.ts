/** Replies of terminology operations: Parameters, and refusals that say what is missing. R4 terminology-service.html. */
import type { Parameters, ParametersParameter } from '@medplum/fhirtypes'
import { stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import type { Refusal, Validated } from '../../terminology/validate-code.ts'
import type { FhirReply } from '../exchange.ts'

export type OutParameter = Readonly<ParametersParameter> & { readonly name: string }

export const parametersReply = (parameter: readonly OutParameter[]): FhirReply => ({
  status: 200,
  text: stringifyJson({ resourceType: 'Parameters', parameter: [...parameter] } satisfies Parameters),
})

export const textParameter = (name: string, valueString: string | undefined): OutParameter[] =>
  valueString === undefined ? [] : [{ name, valueString }]

export const notKnown = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'not-found' }] })

export const notHere = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'not-supported' }] })

const messages: Readonly<Record<Refusal, string>> = {
  'not-member': 'The code is not in the value set',
  'no-code': 'The code is not one of its code system',
  display: 'The display is not one of this code',
  abstract: 'The concept groups others and is not for use as a code',
  unknown: 'What would tell is not loaded here',
}

export const validationReply = ({ refusal, display }: Validated): FhirReply =>
  parametersReply([
    { name: 'result', valueBoolean: refusal === undefined },
    ...textParameter('message', refusal === undefined ? undefined : messages[refusal]),
    ...textParameter('display', display),
  ])
