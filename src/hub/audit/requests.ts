/** /v1/requests/{requestId}: follows a request through HTTP, jobs and deliveries, without patient content. */
import { z } from 'zod'
import { hasRole } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { parseTraceparent } from '../../core/trace.ts'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { findRequestTrace, type TracedRequest, type TracedWork } from '../../store/requests/request-trace.ts'
import { leaveOutDenied } from '../consents/consent-denials.ts'
import type { Hub } from '../hub.ts'

const exampleId = '0198f2a0-0000-7000-8000-00000000c001'
const exampleTimes = { createdAt: '2026-03-14T02:45:00.000Z', updatedAt: '2026-03-14T02:45:02.000Z' } as const

const work = z.strictObject({
  id: identifier,
  kind: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  attempts: z.int(),
  artifactId: identifier.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const requestAnswer = named(
  'Request',
  z.strictObject({
    requestId: identifier,
    /** W3C Trace Context; without a trace the request's own identifier. */
    traceId: z.string().optional(),
    /** More than one if a client used the identifier again. */
    http: z.array(
      z.strictObject({
        at: timestamp,
        durationMs: z.number().min(0),
        method: z.string(),
        /** A template, without path or parameters. */
        route: z.string(),
        status: z.int(),
        problem: z.string().optional(),
        spokeId: z.string(),
        client: z.string(),
        roles: z.array(z.string()),
        /** For auditors. */
        subject: z.string().optional(),
        issuer: z.string().optional(),
      }),
    ),
    jobs: z.array(work),
    deliveries: z.array(work),
    exports: z.array(work),
  }),
  {
    requestId: exampleId,
    traceId: '0198f2a000007000800000000000c001',
    http: [
      {
        at: '2026-03-14T02:45:00.000Z',
        durationMs: 12.3,
        method: 'POST',
        route: '/v1/encounters/{encounterId}/artifacts:generate',
        status: 202,
        spokeId: 'hospital_hub',
        client: 'ward-app',
        roles: ['clinician'],
      },
    ],
    jobs: [
      {
        id: '0198f2a0-0000-7000-8000-00000000b001',
        kind: 'generate',
        state: 'succeeded',
        attempts: 1,
        artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
        ...exampleTimes,
      },
    ],
    deliveries: [],
    exports: [],
  },
)

export async function readRequest({ caller, params }: HandlerRequest<'requestId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const found = await findRequestTrace(tx, params.requestId)
    if (found === undefined) throw new Problem('not-found')
    const { http, jobs, deliveries, exports } = found
    const withoutDenied = async (rows: readonly TracedWork[]) => (await leaveOutDenied(tx, rows)).map(presentWork)
    const traced = [...http, ...jobs, ...deliveries, ...exports].find(({ trace }) => trace !== undefined)
    const traceId = parseTraceparent(traced?.trace)?.traceId
    return ok({
      requestId: params.requestId,
      ...(traceId === undefined ? {} : { traceId }),
      http: http.map(hasRole(caller, ['auditor']) ? withSubject : withoutSubject),
      jobs: await withoutDenied(jobs),
      deliveries: await withoutDenied(deliveries),
      exports: exports.map(presentWork),
    })
  })
}

const withSubject = ({ trace: _trace, ...rest }: TracedRequest) => rest
const withoutSubject = ({ trace: _trace, subject: _subject, issuer: _issuer, ...rest }: TracedRequest) => rest
const presentWork = ({ trace: _trace, encounterId: _encounterId, ...rest }: TracedWork) => rest
