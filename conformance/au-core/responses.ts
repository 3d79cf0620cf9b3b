/** How a responder refuses. AU Core 2.0.0: response classes 400, 401, 403, 404; R4 http.html#Status-Codes. */
import { type Check, expect, skipUnless } from '../check.ts'
import { expectRefusal } from '../refusal.ts'
import type { Gathered } from './gathered.ts'

const source = 'AU Core responder, response classes'

export function buildResponseChecks(gathered: Gathered, hasToken: boolean): Check[] {
  return [
    {
      id: 'response-400',
      title: 'A search with an invalid value is answered by 400',
      requirement: { level: 'SHALL', text: '400 for an invalid parameter', source },
      run: async (server) => expectRefusal(await server.ask('Patient?birthdate=ge-not-a-date'), 400),
    },
    {
      id: 'response-401',
      title: 'A request without a token is refused',
      requirement: { level: 'SHALL', text: '401 or another 4xx for an unauthorized request', source },
      run: async (server) => {
        skipUnless(hasToken, 'No token was given, so that nothing tells a refusal from an open server')
        const [id] = gathered.patientIds
        skipUnless(id !== undefined, 'No patient was found')
        const { status } = await server.ask(`Patient/${id}`, { isAnonymous: true })
        expect(status >= 400 && status < 500, `A status of 400 to 499 (it was ${status})`)
      },
    },
    {
      id: 'response-404',
      title: 'An id that nobody has is answered by 404',
      requirement: { level: 'SHALL', text: '404 for an unknown resource', source },
      run: async (server) => expectRefusal(await server.ask(`Patient/${crypto.randomUUID()}`), 404),
    },
    {
      id: 'response-xml',
      title: 'XML is served where it is asked for',
      requirement: { level: 'SHOULD', text: 'XML source format', source },
      run: async (server) => {
        const [id] = gathered.patientIds
        skipUnless(id !== undefined, 'No patient was found')
        const answer = await server.ask(`Patient/${id}`, { headers: { accept: 'application/fhir+xml' } })
        expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
        expect(/xml/.test(answer.headers.get('content-type') ?? ''), 'A Content-Type of XML')
        expect(/<Patient[\s>]/.test(answer.text), 'A Patient in XML')
      },
    },
  ]
}
